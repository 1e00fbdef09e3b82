#!/bin/sh
# Loads the parts of N indexed jobs once all are there: the trailers say whether they are complete.
#
#   load.sh SPEC OUTPUTS N DATABASE [FLAGS of rkmap load]
set -eu
spec=$1 outputs=$2 count=$3 database=$4
shift 4
index=0
set -- --parts "$count" "$@"
while [ "$index" -lt "$count" ]; do
  until [ -e "$outputs/keyed-$index" ]; do sleep "${RKMAP_WAIT:-5}"; done
  index=$((index + 1))
done
LC_ALL=C sort -m "$outputs"/keyed-* | rkmap load "$spec" -o "$database" "$@"
