"""The copy of the project that holds the mutants, and the switch that picks one of them."""
import re
import subprocess

import sites

SWITCH_HEADER = """
/// The mutant that is on in this process, 0 for none.
extern int rk_mutant;
#define RK_MUTANT(number) (rk_mutant == (number))
static inline bool rk_mutant_is_on(int number) { return RK_MUTANT(number); }
"""
# Programs that a test starts with an environment of its own find the number in that of a process above them.
SWITCH_SOURCE = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CScan.h"

int rk_mutant = 0;

static int number_of(int process) {
  static char text[1 << 16];
  snprintf(text, sizeof text, "/proc/%d/environ", process);
  FILE *file = fopen(text, "r");
  if (!file) return -1;
  const size_t count = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[count] = 0;
  for (size_t at = 0; at < count; at += strlen(text + at) + 1)
    if (!strncmp(text + at, "RKMAP_MUTANT=", 13)) return atoi(text + at + 13);
  return -1;
}

static int above(int process) {
  char text[1024];
  snprintf(text, sizeof text, "/proc/%d/stat", process);
  FILE *file = fopen(text, "r");
  if (!file) return 0;
  const size_t count = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[count] = 0;
  const char *name_end = strrchr(text, ')');
  return name_end ? atoi(name_end + 4) : 0;
}

__attribute__((constructor)) static void read_number(void) {
  const char *own = getenv("RKMAP_MUTANT");
  if (own) rk_mutant = atoi(own);
  for (int process = getppid(), steps = 0; !own && process > 1 && steps < 8; process = above(process), steps++) {
    const int number = number_of(process);
    if (number < 0) continue;
    rk_mutant = number;
    return;
  }
}
"""
SWITCH_SWIFT = """internal import CScan

@inline(__always)
func mutantIsOn(_ number: Int32) -> Bool { rk_mutant_is_on(number) }
"""
FIRST_OPERATOR = 0x2200


def operator_name(number):
    """Two signs of mathematics that are an operator of Swift, for each number another."""
    return chr(FIRST_OPERATOR + number // 200) + chr(FIRST_OPERATOR + number % 200)


def numbered(text, number):
    return text.replace(sites.SIGN, operator_name(number)).replace(sites.NUMBER, str(number))


def project_files(root):
    """The files of the project, as its repository sees them."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=root, capture_output=True, check=True,
                            text=True).stdout.splitlines()
    return [path for path in listed if (root / path).is_file()]


def changed(text, mutants):
    """The text with all these mutants in it."""
    edits = []
    for mutant in mutants:
        for order, (start, end, new) in enumerate(mutant.edits):
            edits.append((start, end, order, numbered(new, mutant.number)))
    for start, end, _, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def write(root, tree, mutants):
    """Brings the copy to where it holds these mutants, and touches nothing that is as it should be."""
    wanted = {path: (root / path).read_bytes() for path in project_files(root)}
    modules = sorted({path.split("/")[1] for path in wanted
                      if path.startswith("Sources/RK") and path.endswith(".swift")})
    by_path = {}
    for mutant in mutants:
        by_path.setdefault(mutant.path, []).append(mutant)
    for path, those in by_path.items():
        wanted[path] = changed(wanted[path].decode(), those).encode()

    header = "Sources/CScan/include/CScan.h"
    wanted[header] = wanted[header].replace(b"#include <stdint.h>\n", b"#include <stdint.h>\n" + SWITCH_HEADER.encode(), 1)
    wanted["Sources/CScan/MutantSwitch.c"] = SWITCH_SOURCE.encode()
    for module in modules:
        declarations = [
            numbered(m.declaration, m.number)
            for m in mutants if m.declaration and m.path.split("/")[1] == module
        ]
        wanted[f"Sources/{module}/MutantSwitch.swift"] = (SWITCH_SWIFT + "\n".join(declarations) + "\n").encode()
    manifest = wanted["Package.swift"].decode()
    manifest = manifest.replace("  .treatAllWarnings(as: .error),\n", "")
    for module in modules:
        if module != "RKEngine":
            manifest = re.sub(rf'(name: "{module}",\s*dependencies: \[)', r'\1"CScan", ', manifest, count=1)
    wanted["Package.swift"] = manifest.encode()

    for path, content in wanted.items():
        place = tree / path
        if not place.is_file() or place.read_bytes() != content:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        mode = (root / path).stat().st_mode if (root / path).is_file() else 0o644
        if place.stat().st_mode != mode:
            place.chmod(mode & 0o7777)
    for place in tree.rglob("*"):
        path = place.relative_to(tree)
        if place.is_file() and path.parts[0] != ".build" and str(path) not in wanted:
            place.unlink()


def kept(root, entry, number):
    """The mutant that an entry of kept.json describes; None where its text is not in the file, or several times."""
    path = entry["file"]
    text = (root / path).read_text()
    within = entry.get("in", entry["old"])
    if text.count(within) != 1:
        return None
    start = text.index(entry["old"], text.index(within))
    end = start + len(entry["old"])
    if path.endswith(".swift"):
        on, off = f"mutantIsOn({number})", f"!mutantIsOn({number})"
    else:
        on, off = f"RK_MUTANT({number})", f"(!RK_MUTANT({number}))"
    old, new = entry["old"], entry["new"]
    if entry.get("is") == "statement":
        written = f"if {off} {{ {old} }}" + (f" else {{ {new} }}" if new else "")
    elif entry.get("is") == "text":
        # A part of a string.
        written = f'\\({on} ? "{new}" : "{old}")'
    else:
        written = f"({on} ? ({new}) : ({old}))"
    line = text.count("\n", 0, start) + 1
    change = f"`{' '.join(old.split())}` -> `{' '.join(new.split())}`"
    return sites.Mutant(path, line, start, end, change, text.splitlines()[line - 1].strip(), [(start, end, written)],
                        number=number, room="kept")
