#!/usr/bin/env python3
"""Checks what swift-format does not: line length in comments and strings, tuple assignments that only save a line, and how many
functions have three or more parameters without a label.

usage: check-style.py [--figures] [FOLDER]

Exits with 1 and names the places where a rule is broken. --figures prints the counts instead, for FOLDER (default: this project).
"""

import argparse
import pathlib
import re
import subprocess
import sys

MAX_COLUMNS = 132
MAX_UNLABELLED_SHARE = 0.01
SOURCES = ("*.swift", "*.ts", "*.py", "*.sh", "*.c", "*.h", "*.css", "*.yml", "Makefile")
# Generated tables and recorded data.
EXEMPT = ("Web/src/api/generated.ts",)
GENERATED = ("vendor", "dist", "WebClient", "node_modules")

# `(a, b) = (x, y)`; a swap names the same values on both sides and is fine.
TUPLE = re.compile(r"^\s*(?:(?:let|var)\s+)?\(([^()=]+)\)\s*=\s*\((.*)\)\s*$")
FUNCTION = re.compile(r"\b(?:func\s+(?:`[^`]+`|\w+)|init[?!]?)\s*(?:<[^>(]*>)?\(")


def tracked(root):
    """The project's files and their texts: those of Git, or in a copy without it all outside of hidden and generated folders."""
    command = ["git", "-c", f"safe.directory={root}", "-C", root, "ls-files", "-z", *SOURCES]
    result = subprocess.run(command, capture_output=True)
    if result.returncode == 0:
        names = result.stdout.decode().split("\0")
    else:
        names = sorted(
            path.relative_to(root).as_posix()
            for path in root.rglob("*")
            if any(path.match(pattern) for pattern in SOURCES)
            and not any(part.startswith(".") or part in GENERATED for part in path.relative_to(root).parts[:-1])
        )
    for name in names:
        if name and name not in EXEMPT and (root / name).is_file():
            yield name, (root / name).read_text(encoding="utf-8")


def pieces(text):
    """The comma-separated parts outside of any bracket."""
    depth, start = 0, 0
    for i, c in enumerate(text):
        if c in "([{<":
            depth += 1
        elif c in ")]}" or (c == ">" and text[i - 1] != "-"):
            depth -= 1
        elif c == "," and depth == 0:
            yield text[start:i].strip()
            start = i + 1
    if text[start:].strip():
        yield text[start:].strip()


def parameters(text, start):
    """The text between the parenthesis that ends at `start` and the one that closes it."""
    depth = 1
    for i in range(start, min(len(text), start + 4000)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return text[start:i]
    return ""


def is_swap(left, right):
    """Whether a value is assigned that a later one of the tuple needs as it was."""
    roots = [re.sub(r"^self\.", "", name.strip()).split(".")[0].split("[")[0] for name in left.split(",")]
    values = list(pieces(right))
    words = [set(re.findall(r"(?<![.\w])[A-Za-z_]\w*", value)) for value in values]
    return any(roots[i] in words[j] for j in range(1, len(values)) for i in range(min(j, len(roots))))


def check(root):
    long_lines, tuples, functions, unlabelled = [], [], 0, []
    for name, text in tracked(root):
        for number, line in enumerate(text.split("\n"), 1):
            if len(line) > MAX_COLUMNS:
                long_lines.append(f"{name}:{number}: {len(line)} columns")
        if not name.endswith(".swift"):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            found = TUPLE.match(line)
            if found and len(list(pieces(found[2]))) == len(list(pieces(found[1]))) > 1 and not is_swap(found[1], found[2]):
                # Capturing for a closure needs the tuple: `let (a, b) = (a, b)`, also with `nonisolated(unsafe)`.
                if found[1].replace(" ", "") != found[2].replace(" ", ""):
                    tuples.append(f"{name}:{number}: {line.strip()}")
        code = re.sub(r"//[^\n]*", "", text)
        for found in FUNCTION.finditer(code):
            functions += 1
            names = [re.match(r"(?:@\w+\s+)*(\S+)", p) for p in pieces(parameters(code, found.end()))]
            if sum(1 for n in names if n and n[1] == "_") >= 3:
                unlabelled.append(f"{name}:{code.count(chr(10), 0, found.start()) + 1}: {found[0]}…")
    return long_lines, tuples, functions, unlabelled


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--figures", action="store_true")
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    arguments = parser.parse_args()
    long_lines, tuples, functions, unlabelled = check(arguments.folder)
    share = len(unlabelled) / max(1, functions)
    if arguments.figures:
        print(f"lines over {MAX_COLUMNS} columns: {len(long_lines)}")
        print(f"tuple assignments: {len(tuples)}")
        print(f"functions: {functions}; with three or more unlabelled parameters: {len(unlabelled)} ({share:.1%})")
        return 0
    problems = long_lines + [f"{t} (one assignment a line)" for t in tuples]
    if share > MAX_UNLABELLED_SHARE:
        problems += unlabelled
        problems.append(
            f"{share:.1%} of {functions} functions have three or more unlabelled parameters; at most {MAX_UNLABELLED_SHARE:.0%}")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
