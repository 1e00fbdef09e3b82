#!/bin/sh
# Maps an input in parts, each in a process of its own, and loads all of them into one database.
#
# usage: one-machine.sh SPEC INPUT.ndjson DATABASE [PARTS [PROCESSES]]
#
# RKMAP is the program, by default rkmap on the PATH. Parts are cut at the ends of lines. A part that has failed, or whose
# process was killed, is mapped again by the next run; with the parts in DATABASE.parts nothing else is mapped twice. Parts of
# another INPUT, another SPEC or another number of parts are not used again; where only what SPEC includes has changed,
# remove DATABASE.parts.
set -eu
spec=$1 input=$2 database=$3 parts=${4:-8} processes=${5:-4}
folder=$database.parts
mkdir -p "$folder"

# Cut the input once: 000000, 000001, ... Parts without lines are parts, too.
made_of=$(cat "$spec" "$input" | cksum; echo "$parts")
if [ "$(cat "$folder/cut" 2> /dev/null)" != "$made_of" ]; then
  rm -f "$folder"/cut "$folder"/in.* "$folder"/out.*
  lines=$(($(wc -l < "$input") / parts + 1))
  split -l "$lines" -d -a 6 "$input" "$folder/in."
  for number in $(seq -f %06g 0 $((parts - 1))); do : >> "$folder/in.$number"; done
  printf '%s\n' "$made_of" > "$folder/cut"
fi

# Map the parts that are not there. -o writes a file aside, so one that is there is complete.
export RKMAP="${RKMAP:-rkmap}" spec folder
seq -f %06g 0 $((parts - 1)) | xargs -n 1 -P "$processes" sh -c '
  [ -e "$folder/out.$0" ] || "$RKMAP" apply "$spec" "$folder/in.$0" --from ndjson --emit keyed --on-error emit \
    --trailer --part "$(expr "$0" + 0)" -o "$folder/out.$0" --quiet'

# All parts are there, says load, or it changes nothing.
LC_ALL=C sort "$folder"/out.* | "$RKMAP" load "$spec" -o "$database" --parts "$parts" --on-error skip
