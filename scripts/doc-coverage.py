#!/usr/bin/env python3
"""Counts the public symbols that have a doc comment, by module, from the symbol graphs that `make docs` extracts.

    scripts/doc-coverage.py [--minimum PERCENT] [--list] FOLDER MODULE…

FOLDER has a folder for each module with its `*.symbols.json` (the format: github.com/swiftlang/swift-docc-symbolkit). Symbols that
the compiler writes, such as the `==` of an `Equatable` struct, and those that take their comment from a protocol do not count.
--list names the symbols without a comment. Exits with 1 where a module has less than PERCENT.
"""

import argparse
import json
import pathlib
import sys


def public_symbols(folder):
    """The symbols of a module's own source, each once: (name, file:line, has a comment)."""
    symbols, inherited = {}, set()
    for file in sorted(folder.glob("*.symbols.json")):
        graph = json.loads(file.read_text())
        # The compiler notes here from which declaration a symbol has its comment.
        inherited.update(relation["source"] for relation in graph["relationships"] if "sourceOrigin" in relation)
        for symbol in graph["symbols"]:
            # Blocks of extensions are no declarations.
            is_extension = symbol["kind"]["identifier"] == "swift.extension"
            if symbol["accessLevel"] in ("public", "open") and "location" in symbol and not is_extension:
                symbols[symbol["identifier"]["precise"]] = symbol
    for identifier, symbol in symbols.items():
        if identifier in inherited:
            continue
        location = symbol["location"]
        place = f"{location['uri'].removeprefix('file://')}:{location['position']['line'] + 1}"
        yield ".".join(symbol["pathComponents"]), place, bool(symbol.get("docComment", {}).get("lines"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minimum", type=float, default=0, metavar="PERCENT")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("modules", nargs="+")
    options = parser.parse_args()

    total = documented = 0
    below = []
    for module in options.modules:
        symbols = list(public_symbols(options.folder / module))
        if not symbols:
            sys.exit(f"doc-coverage: no symbol graph of {module} in {options.folder}: run make docs")
        count = sum(has_comment for _, _, has_comment in symbols)
        percent = 100 * count / len(symbols)
        print(f"{module:16} {count:5} of {len(symbols):5} public symbols documented, {percent:5.1f} %")
        if options.list:
            for name, place, has_comment in sorted(symbols, key=lambda symbol: symbol[1]):
                if not has_comment:
                    print(f"  {place}: {name}")
        total += len(symbols)
        documented += count
        if percent < options.minimum:
            below.append(module)
    print(f"{'all':16} {documented:5} of {total:5} public symbols documented, {100 * documented / total:5.1f} %")
    if below:
        sys.exit(f"doc-coverage: below {options.minimum:g} %: {', '.join(below)}")


if __name__ == "__main__":
    main()
