"""Trains the low-rank adapter and the weights by which all-MiniLM-L6-v2 judges whether a sentence answers a question
(Resources/artemis/reranker.gguf and reranker.json, LlamaReranker).

    diorama guide eval Tests/GuideTests/Questions/open.json --texts texts.tsv --no-embeddings
    python3 scripts/train-reranker.py texts.tsv MODEL Sources/Guide/Resources/artemis/adapter.gguf first
    # for each file that begins with open or development, with first.gguf and first.json installed as the corpus' reranker:
    diorama guide eval Tests/GuideTests/Questions/open.json --candidates open.tsv
    python3 scripts/train-reranker.py texts.tsv MODEL ADAPTER Sources/Guide/Resources/artemis/reranker \\
        --start first --questions open.tsv development-*.tsv [--without 0]

MODEL is the folder of the published weights, as for train-embedding-adapter.py. The model reads a question, a sentence and the
expected question of that sentence that is most similar. First it learns from the corpus: which sentence answers a question that the
corpus expects (in place of it, the next similar one is read), among three others that are similar by embeddings; of a share of the
questions the right sentence is left out, and no sentence is to be chosen. Then, with --questions, it learns the same from the best
sentences for questions of the evaluation, never the locked ones. --without leaves out one half of these questions by their ids: the
network of fit-guide.py has to be fitted to what a model says of questions that it wasn't trained with, so features are written with
the model of the other half (--half0 and --half1 of fit-guide.py).

What is learned is added to the similarity, or to the rank, which decide alone at first. Needs torch, transformers, numpy and gguf.
Some 20 minutes on two cores for the corpus, 5 for the questions.
"""

import argparse
import json
import pathlib
import random
import time
import zlib

import numpy as np
import torch
from lowrank import Corpus, Embedder
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, normalize

# Sentences that are similar to a question, among which others than the right one are chosen: most of them among the most similar.
SIMILAR, MOST_SIMILAR = 40, 8
# How much a sentence's topic and the most similar of its questions count in a similarity.
TOPIC, ASKED = 0.4, 0.6
# Sentences that are more similar than this mostly state the same.
SAME = 0.93
# Questions of a step.
BATCH = 16
# Sentences of a question of the evaluation, as in Guide.rerankingData.
JUDGED = 6


class Reranker:
    """The model with its adapter, and a linear function of the vector."""

    def __init__(self, folder: str, rank: int) -> None:
        self.embedder = Embedder(folder, rank)
        self.weights = nn.Parameter(10 * torch.randn(384) / 384**0.5)
        self.bias = nn.Parameter(torch.zeros(1))

    def tokens(self, texts: list[str]) -> list[list[int]]:
        """Without the mark of the beginning."""
        return [tokens[1:] for tokens in self.embedder.tokens(texts)]

    def scores(self, texts: list[list[list[int]]]) -> Tensor:
        start = self.embedder.tokenizer.cls_token_id
        with torch.autocast("cpu", torch.bfloat16):
            vectors = self.embedder.embed([[start, *(token for part in parts for token in part)] for parts in texts])
        return vectors.float() @ self.weights + self.bias

    def save(self, path: str) -> None:
        self.embedder.write(f"{path}.gguf")
        weights = {"weights": [round(x, 5) for x in self.weights.tolist()], "bias": round(self.bias.item(), 5)}
        pathlib.Path(f"{path}.json").write_text(json.dumps(weights) + "\n", encoding="utf-8")

    def load(self, path: str) -> None:
        self.embedder.read(f"{path}.gguf")
        weights = json.loads(pathlib.Path(f"{path}.json").read_text(encoding="utf-8"))
        self.weights.data = torch.tensor(weights["weights"])
        self.bias.data = torch.tensor([weights["bias"]])


class Similar:
    """The sentences that are most similar to each question of the corpus by the embeddings that the guide uses, the question that
    is nearest to each of them, and the similarities. Of its own sentence a question is left out."""

    def __init__(self, corpus: Corpus, embedder: Embedder) -> None:
        sentences = embedder.all(embedder.tokens(corpus.sentences))
        questions = embedder.all(embedder.tokens(corpus.questions))
        sums = torch.zeros_like(sentences).index_add_(0, corpus.answers, questions)

        def topics(sums: Tensor, counts: Tensor, own: Tensor) -> Tensor:
            return normalize(sums / counts.clamp(min=1)[:, None] + 0.5 * own, dim=1)

        known = topics(sums, corpus.counts, sentences)
        of_sentence = [torch.tensor(numbers, dtype=torch.long) for numbers in corpus.by_sentence]
        parts = []
        for chunk in torch.arange(len(questions)).split(500):
            own = corpus.answers[chunk]
            rows = torch.arange(len(chunk))
            asked = questions[chunk] @ questions.T
            asked[rows, chunk] = -2
            topic = questions[chunk] @ known.T
            without = topics(sums[own] - questions[chunk], corpus.counts[own] - 1, sentences[own])
            topic[rows, own] = (questions[chunk] * without).sum(1)
            nearest = torch.full_like(topic, -1).scatter_reduce_(1, corpus.answers[None].expand(len(chunk), -1), asked, "amax")
            best = (TOPIC * topic + ASKED * nearest).topk(SIMILAR, 1)
            near = [
                [int(of_sentence[s][asked[row, of_sentence[s]].argmax()]) if len(of_sentence[s]) else -1 for s in chosen]
                for row, chosen in enumerate(best.indices.tolist())
            ]
            parts.append((best.indices, torch.tensor(near), best.values))
        self.sentences, self.questions, self.values = (torch.cat(values) for values in zip(*parts))


def step(reranker: Reranker, optimizer: torch.optim.Optimizer, loss: Tensor) -> None:
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_([*reranker.embedder.parameters, reranker.weights, reranker.bias], 1)
    optimizer.step()


def optimizer(reranker: Reranker, base: Tensor, rate: float) -> torch.optim.Optimizer:
    learned = [*reranker.embedder.parameters, reranker.bias]
    rates = [(learned, rate), ([reranker.weights], 10 * rate), ([base], 0.02)]
    return torch.optim.AdamW([{"params": parameters, "rate": rate} for parameters, rate in rates], weight_decay=0)


def set_rate(optimizer: torch.optim.Optimizer, number: int, count: int) -> None:
    for group in optimizer.param_groups:
        group["lr"] = group["rate"] * min(1, (number + 1) / 50) * (1 - number / count)


def learn_corpus(reranker: Reranker, corpus: Corpus, similar: Similar, options: argparse.Namespace) -> None:
    """A softmax over the right sentence, three others, and none of them."""
    sentences, questions = reranker.tokens(corpus.sentences), reranker.tokens(corpus.questions)
    base = nn.Parameter(torch.tensor([20.0, -6.5]))
    steps = optimizer(reranker, base, 1e-3)
    left, losses, start = [], [], time.time()
    reranker.embedder.model.train()
    for number in range(options.steps):
        set_rate(steps, number, options.steps)
        texts, similarities, targets = [], [], []
        while len(targets) < BATCH:
            if not left:
                left = random.sample(range(len(questions)), len(questions))
            asked = left.pop()
            own = int(corpus.answers[asked])
            found, near, values = (x[asked].tolist() for x in (similar.sentences, similar.questions, similar.values))
            others = [place for place in range(SIMILAR) if found[place] != own and values[place] < SAME]
            if own not in found or len(others) <= MOST_SIMILAR:
                continue
            is_left_out = random.random() < options.left_out
            chosen = random.sample(others[:MOST_SIMILAR], 3 if is_left_out else 2) + [random.choice(others[MOST_SIMILAR:])]
            if not is_left_out:
                chosen.append(found.index(own))
            for place in chosen:
                expected = [questions[near[place]]] if near[place] >= 0 else []
                texts.append([questions[asked], sentences[found[place]], *expected])
                similarities.append(values[place])
            targets.append(0 if is_left_out else 4)
        scores = reranker.scores(texts) + torch.tensor(similarities) * base[0] + base[1]
        scores = torch.cat([torch.zeros(BATCH, 1), scores.reshape(BATCH, 4)], 1)
        loss = cross_entropy(scores, torch.tensor(targets))
        step(reranker, steps, loss)
        losses.append(loss.item())
        if number % 100 == 99:
            print(f"{number + 1} steps, loss {np.mean(losses[-100:]):.3f}, {time.time() - start:.0f} s", flush=True)


def half(question: str) -> int:
    return zlib.crc32(question.encode()) % 2


def judged(paths: list[str], without: int | None) -> list[list[tuple[bool, float, list[str]]]]:
    """For each question that has a right sentence among the best ones, or none at all: is it right, rank, texts."""
    questions = {}
    for path in paths:
        for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
            name, answerable, right, rank, *texts = line.split("\t")
            questions.setdefault((name, answerable == "1"), []).append((right == "1", float(rank), [x for x in texts if x]))
    return [
        rows for (name, answerable), rows in questions.items()
        if len(rows) == JUDGED and half(name) != without and answerable == any(right for right, _, _ in rows)
    ]


def learn_questions(reranker: Reranker, questions: list, options: argparse.Namespace) -> None:
    """A softmax over the best sentences and none of them; several may be right."""
    texts = [[reranker.tokens(texts) for _, _, texts in rows] for rows in questions]
    mean = np.mean([rows[0][1] for rows in questions])
    base = nn.Parameter(torch.tensor([0.5, -3.0]))
    steps = optimizer(reranker, base, 3e-4)
    count = options.epochs * len(questions) // BATCH
    left, losses, start = [], [], time.time()
    reranker.embedder.model.train()
    for number in range(count):
        set_rate(steps, number, count)
        if len(left) < BATCH:
            left = random.sample(range(len(questions)), len(questions))
        batch, left = left[:BATCH], left[BATCH:]
        ranks = torch.tensor([[rank - mean for _, rank, _ in questions[asked]] for asked in batch], dtype=torch.float32)
        right = torch.tensor([[is_right for is_right, _, _ in questions[asked]] for asked in batch])
        right = torch.cat([~right.any(1, keepdim=True), right], 1)
        scores = reranker.scores([parts for asked in batch for parts in texts[asked]]).reshape(BATCH, JUDGED)
        scores = torch.cat([torch.zeros(BATCH, 1), scores + ranks * base[0] + base[1]], 1)
        loss = -torch.logsumexp(torch.log_softmax(scores, 1).masked_fill(~right, -1e9), 1).mean()
        step(reranker, steps, loss)
        losses.append(loss.item())
        if number % 100 == 99:
            print(f"{number + 1} of {count} steps, loss {np.mean(losses[-100:]):.3f}, {time.time() - start:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts")
    parser.add_argument("model")
    parser.add_argument("adapter", help="of the embeddings")
    parser.add_argument("output", help="without .gguf and .json")
    parser.add_argument("--start", help="a trained reranker, without .gguf and .json: the corpus isn't learned again")
    parser.add_argument("--questions", nargs="+", default=[])
    parser.add_argument("--without", type=int, choices=[0, 1])
    parser.add_argument("--rank", type=int, default=32)
    parser.add_argument("--steps", type=int, default=1400)
    parser.add_argument("--left-out", type=float, default=0.3, help="share of the questions without the right sentence")
    parser.add_argument("--epochs", type=int, default=3)
    options = parser.parse_args()
    torch.manual_seed(1)
    random.seed(1)
    reranker = Reranker(options.model, options.rank)
    if options.start:
        reranker.load(options.start)
    else:
        corpus = Corpus(options.texts)
        embedder = Embedder(options.model, 16)
        embedder.read(options.adapter)
        learn_corpus(reranker, corpus, Similar(corpus, embedder), options)
    if options.questions:
        learn_questions(reranker, judged(options.questions, options.without), options)
    reranker.save(options.output)


if __name__ == "__main__":
    main()
