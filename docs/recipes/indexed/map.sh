#!/bin/sh
# One of N indexed jobs: maps its part of the input. Each index has an object of its own, so that a job that is repeated writes the
# same bytes again.
#
#   JOB_COMPLETION_INDEX=0 map.sh SPEC INPUTS OUTPUTS
#
# INPUTS holds part-0.ndjson, part-1.ndjson and so on; OUTPUTS gets keyed-0, keyed-1 and so on, sorted, with a trailer.
set -eu
spec=$1 inputs=$2 outputs=$3
index=${JOB_COMPLETION_INDEX:?'the number of the job, from 0'}
mapped=$outputs/.keyed-$index.mapped sorted=$outputs/.keyed-$index.sorted
trap 'rm -f "$mapped" "$sorted"' EXIT
rkmap apply "$spec" "$inputs/part-$index.ndjson" --from ndjson --emit keyed --on-error emit --part "$index" --trailer > "$mapped"
LC_ALL=C sort -o "$sorted" "$mapped"
# A name that is there is complete.
mv "$sorted" "$outputs/keyed-$index"
