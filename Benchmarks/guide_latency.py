#!/usr/bin/env python3
"""
How long the guide of a space takes for an answer when the space has 10,000 memories (docs/guide.md, "Evaluation").

    Benchmarks/guide_latency.py .build/release/diorama Sources/Guide/Resources/artemis Tests/GuideTests/Questions/open.json [10000]

Each memory is a paragraph of the built-in corpus, with the names and numbers of another flight in three of four, so that words of a
question occur in hundreds of them. The questions that nobody is meant to decline are asked in one process. Prints median, 95 % and
longest in milliseconds, and the seconds of the whole process.
"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

from catalogue_http import Client, serving

PEOPLE = ("Amundsen", "Earhart", "Nansen", "Sacagawea", "Humboldt", "Bell", "Cousteau", "Markham")
PLY = """ply
format ascii 1.0
element vertex 3
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
0 1 0
3 0 1 2
"""


def paragraphs(folder: pathlib.Path) -> list[str]:
    """The text of each passage, without headings, sources and expected questions."""
    found = []
    for file in sorted(folder.rglob("*.md")):
        for part in file.read_text().split("\n## ")[1:]:
            lines = [line for line in part.split("\n")[1:] if line and not re.match(r"[A-Z][a-z]+( \d+)?: ", line)]
            if lines:
                found.append(" ".join(lines))
    return found


def other(text: str, dice: random.Random) -> str:
    """The paragraph with other names and numbers."""
    text = re.sub(r"\b(Wiseman|Glover|Koch|Hansen)\b", lambda _: dice.choice(PEOPLE), text)
    return re.sub(r"\d+", lambda _: str(dice.randrange(1, 3000)), text)


def main():
    program, folder, questions, *rest = sys.argv[1:]
    count = int(rest[0]) if rest else 10_000
    dice = random.Random(1)
    texts = paragraphs(pathlib.Path(folder))
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(temporary)
        with serving(program, work) as port:
            client = Client(port)
            job = client.call("POST", "/spaces?fileName=flight.ply", PLY.encode(), "application/octet-stream")["id"]
            while (state := client.call("GET", f"/jobs/{job}"))["state"] not in ("done", "failed"):
                time.sleep(0.1)
            assert state["state"] == "done", state
            space = state["space"]
            for number in range(count):
                text = texts[number % len(texts)]
                client.call("POST", f"/spaces/{space}/memories", {
                    "title": f"Note {number}", "text": text if number % 4 == 0 else other(text, dice),
                    "anchor": {"point": [0, 0, 0]}})
        asked = [entry for entry in json.loads(pathlib.Path(questions).read_text()) if not entry.get("declined")]
        for entry in asked:
            entry["persona"] = "guide"  # the one that every space has
        file = work / "questions.json"
        file.write_text(json.dumps(asked))
        began = time.perf_counter()
        command = [program, "guide", "eval", str(file), "--space", space, "--library", str(work / "library"), "--no-embeddings"]
        report = json.loads(subprocess.run([*command, "--json"], check=True, stdout=subprocess.PIPE, text=True).stdout)
        seconds = time.perf_counter() - began
    times = [1000 * report[name] for name in ("median_seconds", "p95_seconds", "max_seconds")]
    answered = report["questions"] - sum(failure["declined"] for failure in report["failures"])
    print(f"{count} memories, {report['questions']} questions, {answered} answered: median {times[0]:.0f} ms, "
          f"95 % {times[1]:.0f} ms, longest {times[2]:.0f} ms; all with preparation {seconds:.1f} s")


if __name__ == "__main__":
    main()
