#!/usr/bin/env python3
"""Measures diorama-llama beside llama-cpp-python: the same model, prompts and number of threads, alternating in one run.

usage: guide_llama.py [MODELS] [--rounds N] [--threads N] [--limit RATIO]

MODELS is the folder that `make models` sets up (default: $DIORAMA_MODELS or ~/.local/share/diorama/models). Runs in a Python that
has the version of llama-cpp-python from which diorama-llama is built, compiled here as well:

    pip install --no-binary llama-cpp-python llama-cpp-python==0.3.36

Each round asks two questions, with evidence of their own, after instructions that neither has seen: the first prompt is computed as
a whole, for the second both still have the instructions. Prints medians, of the ratios those within a round; fails where the time
to the first sentence or the tokens per second are below RATIO (default 0.95) of the peer's. CPU seconds depend less on what else
the machine does.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import struct
import subprocess
import sys
import time

SENTENCE = re.compile(r"[.!?](\s|$)")
# Those of the first question and of the second alternate.
FACTS = [
    "Christina Koch spent 328 days in space on her first flight, which was the longest single spaceflight by a woman at that time.",
    "Orion's heat shield is 5 m (16.5 ft) wide and is made of blocks of a material called Avcoat, which wears away slowly.",
    "Artemis II was launched on 1 April 2026 from Launch Complex 39B at the Kennedy Space Center in Florida.",
    "The Space Launch System is 98 m (322 ft) high and produces 8.8 million pounds of thrust (39 MN) at liftoff.",
    "Victor Glover was the pilot of Artemis II and had flown on the first operational mission of Crew Dragon before.",
    "Orion's service module was built in Europe and carries 33 engines, four solar arrays (wings), water and oxygen for the crew.",
    "Jeremy Hansen of the Canadian Space Agency was the first person from Canada who flew around the Moon.",
    "The trajectory of Artemis II was a free return: the gravity of the Moon turned the spacecraft back to Earth without engines.",
]
QUESTIONS = ["Who flew on the mission, and from where was it launched?", "What is known about the spacecraft and its heat shield?"]


def messages(turn, question):
    """`turn` stands at the start, so that nothing after it can be kept from an earlier round."""
    system = (
        f"Guide {turn}. You answer questions of visitors of an exhibition. Answer with sentences from the given list that answer "
        "the question, copied word for word. Speak about people by name, in the third person."
    )
    numbered = "\n".join(f"{number}. {fact}" for number, fact in enumerate(FACTS[question::2], 1))
    return [
        {"role": "system", "content": system},
        {"role": "user", "content": f"Question: {QUESTIONS[question]}\n\nSentences:\n{numbered}\n\nCopy what answers it."},
    ]


class Clock:
    """Times of an answer that comes piece by piece."""

    def __init__(self, cpu):
        self.cpu, self.text, self.first, self.sentence = cpu, "", None, None
        self.cpu_start, self.start = cpu(), time.perf_counter()

    def add(self, piece):
        now = time.perf_counter() - self.start
        self.text += piece
        if self.first is None:
            self.first, self.cpu_first = now, self.cpu() - self.cpu_start
        if self.sentence is None and SENTENCE.search(self.text):
            self.sentence = now

    def figures(self, tokens):
        total = time.perf_counter() - self.start
        return {
            "first token, s": self.first, "first sentence, s": self.sentence or total,
            "tokens/s": (tokens - 1) / (total - self.first), "first token, CPU s": self.cpu_first,
            "tokens/CPU s": (tokens - 1) / (self.cpu() - self.cpu_start - self.cpu_first), "tokens": tokens, "text": self.text,
        }


class Ours:
    """diorama-llama, by its own protocol."""

    def __init__(self, program, model, threads):
        command = [program, "--model", model, "--context", "4096", "--threads", str(threads)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.id = 0
        assert self.receive()["event"] == "ready"

    def receive(self):
        while True:
            (count,) = struct.unpack("<I", self.process.stdout.read(4))
            event = json.loads(self.process.stdout.read(count))
            if event["event"] != "working":
                return event

    def cpu(self):
        threads = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def answer(self, chat, max_tokens):
        self.id += 1
        body = json.dumps({"op": "generate", "id": self.id, "messages": chat, "max_tokens": max_tokens}).encode()
        clock = Clock(self.cpu)
        self.process.stdin.write(struct.pack("<I", len(body)) + body)
        self.process.stdin.flush()
        while (event := self.receive())["event"] == "piece":
            clock.add(event["text"])
        assert event["event"] == "end", event
        return clock.figures(event["tokens"])


class Peer:
    """llama-cpp-python. It is handed the conversation as text, in the form that SmolLM2 was trained with."""

    def __init__(self, model, threads):
        import llama_cpp

        self.version = llama_cpp.__version__
        self.llama = llama_cpp.Llama(
            model_path=model, n_ctx=4096, n_threads=threads, n_threads_batch=threads, verbose=False)

    def answer(self, chat, max_tokens):
        text = "".join(f"<|im_start|>{message['role']}\n{message['content']}<|im_end|>\n" for message in chat)
        clock = Clock(time.process_time)
        tokens = 0
        for chunk in self.llama.create_completion(
            prompt=text + "<|im_start|>assistant\n", max_tokens=max_tokens, temperature=0, repeat_penalty=1.0, stream=True):
            if chunk["choices"][0]["text"]:
                tokens += 1
                clock.add(chunk["choices"][0]["text"])
        return clock.figures(tokens)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="?", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--limit", type=float, default=0.95)
    options = parser.parse_args()
    folder = options.models or pathlib.Path(
        os.environ.get("DIORAMA_MODELS") or pathlib.Path.home() / ".local/share/diorama/models")
    model = str(folder / "smollm2-135m-instruct.gguf")
    ours = Ours(str(folder / "bin/diorama-llama"), model, options.threads)
    peer = Peer(model, options.threads)
    rows = {(who, question): [] for who in ("ours", "peer") for question in range(2)}
    for turn in range(-1, options.rounds):
        for question in range(2):
            pairs = [("ours", ours), ("peer", peer)]
            for who, model in pairs if turn % 2 else pairs[::-1]:
                figures = model.answer(messages(turn, question), 48)
                if turn >= 0:
                    rows[who, question].append(figures)
    print(f"SmolLM2-135M-Instruct, {options.threads} thread(s), peer llama-cpp-python {peer.version}, {options.rounds} rounds")
    print(f"{'':38}{'peer':>12}{'ours':>12}{'ratio':>8}")
    passed = True
    for question, title in enumerate(["new instructions", "same instructions"]):
        for figure in ("first token, s", "first sentence, s", "tokens/s", "first token, CPU s", "tokens/CPU s"):
            theirs, own = (statistics.median(row[figure] for row in rows[who, question]) for who in ("peer", "ours"))
            ratios = [b[figure] / a[figure] for a, b in zip(rows["peer", question], rows["ours", question])]
            ratio = statistics.median(ratios if figure.startswith("tokens/") else [1 / x for x in ratios])
            print(f"{figure + ', ' + title:38}{theirs:>12.3f}{own:>12.3f}{ratio:>7.2f}x")
            if figure in ("first sentence, s", "tokens/s"):
                passed = passed and ratio >= options.limit
    same = sum(a["text"] == b["text"] for q in range(2) for a, b in zip(rows["ours", q], rows["peer", q]))
    print(f"same answer: {same} of {2 * options.rounds}")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
