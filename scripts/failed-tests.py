#!/usr/bin/env python3
"""Reads the results of tests as xUnit XML and prints those that failed, each as a pattern for `swift test --filter`.

usage: failed-tests.py FILE

Exit code 1 where there are none, or so many that chance can't be the reason: running them again would say nothing.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree

# More than this don't fail by chance in one run.
MOST = 5


def failed(path: pathlib.Path) -> list[str]:
    cases = xml.etree.ElementTree.parse(path).iter("testcase")
    found = {(case.get("classname"), case.get("name")) for case in cases if case.find("failure") is not None}
    return sorted("^" + re.escape(f"{owner}/{name.split('(')[0]}(").replace(r"\ ", " ") for owner, name in found)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        patterns = failed(pathlib.Path(sys.argv[1]))
    except (OSError, xml.etree.ElementTree.ParseError) as error:
        sys.exit(f"failed-tests.py: no results can be read, the tests didn't end: {error}")
    if not 0 < len(patterns) <= MOST:
        sys.exit(f"failed-tests.py: {len(patterns)} tests failed; up to {MOST} are tried again")
    print("\n".join(patterns))
