#!/usr/bin/env python3
"""Type-checks the Swift examples on the landing pages of the libraries (Sources/X/X.docc), each as a program of its own.

    scripts/doc-examples.py BUILD      BUILD has the compiled modules, as .build/debug after `make docs`

Exits with 1 and the compiler's messages where an example does not compile or has a warning.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

if len(sys.argv) != 2:
    sys.exit(__doc__)
build = pathlib.Path(sys.argv[1]).resolve()
root = pathlib.Path(__file__).resolve().parent.parent

# The C modules that the Swift modules import: of this package, of its dependencies, and the module maps that SwiftPM has generated.
maps = [
    *root.glob("Sources/*/module.modulemap"),
    *root.glob("Sources/*/include/module.modulemap"),
    *root.glob(".build/checkouts/*/Sources/**/module.modulemap"),
    *build.glob("*.build/module.modulemap"),
]
options = ["-swift-version", "6", "-warnings-as-errors", "-I", str(build / "Modules")]
for path in maps:
    options += ["-Xcc", f"-fmodule-map-file={path}"]

failed = count = 0
with tempfile.TemporaryDirectory() as folder:
    source = pathlib.Path(folder) / "main.swift"
    for page in sorted(root.glob("Sources/*/*.docc/**/*.md")):
        for match in re.finditer(r"^```swift\n(.*?)^```", page.read_text(), re.M | re.S):
            source.write_text(match.group(1))
            result = subprocess.run(["swiftc", "-typecheck", *options, str(source)], capture_output=True, text=True)
            count += 1
            if result.returncode:
                failed += 1
                line = page.read_text().count("\n", 0, match.start()) + 1
                print(f"{page.relative_to(root)}:{line}: the example does not compile\n{result.stderr}", file=sys.stderr)
print(f"{count - failed} of {count} examples compile")
sys.exit(1 if failed else 0)
