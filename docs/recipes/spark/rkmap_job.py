"""Maps newline-delimited JSON with rkmap on a Spark cluster, and merges the records of each key.

    spark-submit rkmap_job.py --rkmap PATH --spec SPEC --input GLOB --output DIR
        [--format keyed|json] [--dead-letters DIR] [--partitions N]

PATH and SPEC are on every worker, under the same name. Each line gets a position, by its partition and its row there;
`rkmap apply --emit keyed` writes a line for each record; these are shuffled by their key, sorted, and merged, one `rkmap
merge` for each partition. Failed records go to the dead letters, with their reason. Loading a database is a step of its
own, in one process: a task may run twice.
"""
import argparse
import shlex
import zlib

from pyspark.sql import SparkSession

ERRORS = "$error\t"


def arguments():
    parser = argparse.ArgumentParser(description="Map newline-delimited JSON with rkmap on a Spark cluster.")
    parser.add_argument("--rkmap", required=True, help="the program, on every worker")
    parser.add_argument("--spec", required=True, help="the spec, on every worker")
    parser.add_argument("--input", required=True, help="files of one document a line; a glob")
    parser.add_argument("--output", required=True, help="a folder that is not there yet")
    parser.add_argument("--format", choices=["keyed", "json"], default="json")
    parser.add_argument("--dead-letters", help="a folder for failed records, which is not there yet")
    parser.add_argument("--partitions", type=int, help="how many parts the records are merged in")
    return parser.parse_args()


def lines(context, glob):
    """The lines of files, split at line feeds alone: a carriage return may stand inside of a document."""
    return context.newAPIHadoopFile(
        glob,
        "org.apache.hadoop.mapreduce.lib.input.TextInputFormat",
        "org.apache.hadoop.io.LongWritable",
        "org.apache.hadoop.io.Text",
        conf={"textinputformat.record.delimiter": "\n"},
    ).values()


def with_positions(partition, lines):
    """Positions whose order by bytes is that of the input: they are the same if the task runs again."""
    for row, line in enumerate(lines):
        yield f"{partition:08}-{row:012}\t{line}"


def by_key(line):
    """What a keyed line is sorted by: its key, then its position."""
    key, position, _ = line.split("\t", 2)
    return (key, position), line


def part(key):
    """The same part for a key on every worker, and in every run."""
    return zlib.crc32(key[0].encode("utf-8"))


def piped(lines, *command):
    """The lines that a program makes of others; if it fails or is killed, the task fails, and runs again."""
    return lines.pipe(shlex.join(command), checkCode=True)


def run(options, context):
    positioned = lines(context, options.input).mapPartitionsWithIndex(with_positions)
    apply = ["apply", options.spec, "-", "--from", "ndjson", "--positions", "--emit", "keyed", "--on-error", "emit"]
    mapped = piped(positioned, options.rkmap, *apply)
    if options.dead_letters:
        # Read twice, and mapped once.
        mapped = mapped.persist()
        mapped.filter(lambda line: line.startswith(ERRORS)).saveAsTextFile(options.dead_letters)
    records = mapped.filter(lambda line: not line.startswith(ERRORS)).map(by_key)
    count = options.partitions or records.getNumPartitions()
    sorted_lines = records.repartitionAndSortWithinPartitions(count, part).values()
    merge = ["merge", options.spec] + (["--emit", "keyed"] if options.format == "keyed" else [])
    piped(sorted_lines, options.rkmap, *merge).saveAsTextFile(options.output)


if __name__ == "__main__":
    session = SparkSession.builder.appName("rkmap").getOrCreate()
    run(arguments(), session.sparkContext)
    session.stop()
