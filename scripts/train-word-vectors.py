"""Trains the vectors by which the guide finds answers to questions in other words without a language model (WordVectors).

    diorama guide eval Tests/GuideTests/Questions/open.json --stems stems.txt --no-embeddings
    diorama guide eval Tests/GuideTests/Questions/open.json --texts texts.tsv --no-embeddings
    python3 scripts/train-word-vectors.py stems.txt texts.tsv MODEL Sources/Guide/Resources/artemis/adapter.gguf \\
        Sources/Guide/Resources/lexicon/word-vectors.bin

Only the corpus is used: its sentences and the questions that it expects, never the questions of the evaluation. Each stem and each
sentence gets a vector, such that the sum of a question's stems by their weights is nearer to the sentence that answers it than to
all others (softmax over all sentences). Half of what is aimed at is the softmax of all-MiniLM-L6-v2 with the adapter
(train-embedding-adapter.py), which knows how likely other sentences are. MODEL is the folder of its published weights.

The vector of a stem is a linear function of what this model says of the word, to which a part of its own is added where the
corpus has the stem. This part is left out now and then in training; so the function serves words, too, that only visitors use.

`--questions FILE` prints for how many of the questions of an evaluation file the nearest sentence is the right one, where
`stems.txt` was written with this file. Needs torch, transformers, numpy, gguf and snowballstemmer. Some 12 minutes on two cores.
"""

import argparse
import json
import pathlib
import re
import struct
from collections import Counter, defaultdict

import numpy as np
import snowballstemmer
import torch
from lowrank import Corpus, Embedder
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, log_softmax, normalize

# As in CorpusSimilarity: what cosines are multiplied by before the softmax.
SHARPNESS = 16
BATCH = 512
# Stems of a question at most.
LENGTH = 32
# The rank of the published adapter.
RANK = 16
# Sentences that the model's softmax is kept for.
NEAREST = 20


class Texts:
    """Lines `sentence passage number #name stems…`, `question passage number stems…` and `asked id` with four values and stems."""

    def __init__(self, path: str) -> None:
        self.names, self.questions, self.asked = [], [], {}
        sentences, answers, texts = {}, [], []
        for number, line in enumerate(pathlib.Path(path).read_text(encoding="utf-8").splitlines(), 1):
            kind, passage, *stems = line.split()
            if kind == "asked":
                self.asked[passage] = stems[4:]
            elif kind == "sentence":
                sentences[passage, stems[0]] = len(sentences)
                self.names += [stem for stem in stems if stem.startswith("#")]
                texts.append([stem for stem in stems[1:] if not stem.startswith("#")])
            elif kind == "question" and (passage, stems[0]) in sentences:
                self.questions.append(stems[1:])
                answers.append(sentences[passage, stems[0]])
            else:
                raise SystemExit(f"{path}, line {number}: “{kind}” isn't a sentence or a question about an earlier one")
        self.answers = torch.tensor(answers)
        self.counts = Counter(stem for stems in [*texts, *self.questions] for stem in set(stems))
        self.total = len(texts) + len(self.questions)


class Words:
    """What the embedding model says of words, by their stems: the mean of all words with the same stem."""

    def __init__(self, embedder: Embedder, texts: list[str]) -> None:
        counts = Counter(word for text in texts for word in re.findall(r"[a-zà-ÿ]+|\d[\d.]*", text.lower()))
        words = {word for word in embedder.tokenizer.get_vocab() if re.fullmatch("[a-z]{2,}", word)}
        words = sorted(words | {word for word, count in counts.items() if count > 1})
        stemmer = snowballstemmer.stemmer("english")
        vectors = embedder.all(embedder.tokens(words)).numpy()
        by_stem = defaultdict(list)
        for word, vector in zip(words, vectors):
            by_stem[stemmer.stemWord(word)].append(vector)
        mean = vectors.mean(0)
        self.vectors = {stem: np.mean(own, 0) - mean for stem, own in by_stem.items()}


class Teacher:
    """How likely each of the most similar sentences answers each expected question, when this question isn't known."""

    def __init__(self, corpus: Corpus, embedder: Embedder) -> None:
        sentences = embedder.all(embedder.tokens(corpus.sentences))
        questions = embedder.all(embedder.tokens(corpus.questions))
        sums = torch.zeros_like(sentences).index_add_(0, corpus.answers, questions)

        def topics(sums: Tensor, counts: Tensor, sentences: Tensor) -> Tensor:
            return normalize(sums / counts.clamp(min=1)[:, None] + 0.5 * sentences, dim=1)

        all_topics = topics(sums, corpus.counts, sentences)
        numbers, shares = [], []
        for chosen in torch.arange(len(questions)).split(BATCH):
            vectors, own, rows = questions[chosen], corpus.answers[chosen], torch.arange(len(chosen))
            similar = vectors @ questions.T
            similar[rows, chosen] = -1
            nearest = torch.full((len(chosen), len(sentences)), -1.0)
            nearest.scatter_reduce_(1, corpus.answers[None].expand(len(chosen), -1), similar, "amax")
            topic = vectors @ all_topics.T
            topic[rows, own] = (vectors * topics(sums[own] - vectors, corpus.counts[own] - 1, sentences[own])).sum(1)
            best = (20 * (0.4 * topic + 0.6 * nearest)).softmax(1).topk(NEAREST, 1)
            numbers.append(best.indices.short())
            shares.append(best.values.half())
        self.numbers, self.shares = torch.cat(numbers), torch.cat(shares)


class Vectors(nn.Module):
    """Vectors of stems and sentences."""

    def __init__(self, texts: Texts, words: Words, options: argparse.Namespace) -> None:
        super().__init__()
        known = {stem for stem, count in texts.counts.items() if count > 1}
        self.stems = sorted(known | set(words.vectors), key=lambda stem: stem.encode())
        self.numbers = {stem: number for number, stem in enumerate(self.stems, 1)}
        base = torch.zeros(len(self.stems) + 1, 384)
        idf = torch.zeros(len(self.stems) + 1)
        for stem, number in self.numbers.items():
            if stem in words.vectors:
                base[number] = torch.tensor(words.vectors[stem])
            # A word that the corpus doesn't have counts as much as one that it has twice.
            idf[number] = float(np.log(texts.total / (max(2, texts.counts[stem]) + 0.5)))
        self.register_buffer("base", base)
        self.register_buffer("idf", idf / 5)
        self.register_buffer("known", torch.tensor([0.0] + [float(stem in known) for stem in self.stems]))
        self.register_buffer("has_base", (base.abs().sum(1) > 0).float())
        self.function = nn.Linear(384, options.dimension, bias=False)
        self.own = nn.Parameter(torch.randn(len(self.stems) + 1, options.dimension) * 0.1)
        # Weights as a multiple of the inverse document frequency.
        self.factors = nn.Parameter(torch.ones(len(self.stems) + 1))
        self.sentences = nn.Parameter(torch.randn(len(texts.names), options.dimension) / options.dimension**0.5)
        self.dropout, self.hidden = options.dropout, options.hidden

    def rows(self, texts: list[list[str]]) -> Tensor:
        rows = torch.zeros(len(texts), LENGTH, dtype=torch.long)
        for row, stems in enumerate(texts):
            numbers = [self.numbers[stem] for stem in stems if stem in self.numbers][:LENGTH]
            rows[row, : len(numbers)] = torch.tensor(numbers, dtype=torch.long)
        return rows

    def table(self) -> tuple[Tensor, Tensor]:
        """Vectors and weights of all stems."""
        factors = torch.where(self.known > 0, self.factors.relu(), torch.ones(()))
        return self.function(self.base) + self.known[:, None] * self.own, self.idf * factors

    def forward(self, rows: Tensor) -> Tensor:
        functions = self.function(self.base)
        own = self.known[rows]
        weights = (rows > 0).float()
        if self.training:
            weights = weights * (torch.rand_like(weights) > self.dropout)
            # As if the corpus didn't have the stem.
            own = own * (1 - (torch.rand_like(own) < self.hidden).float() * self.has_base[rows])
        factors = torch.where(own > 0, self.factors.relu()[rows], torch.ones(()))
        vectors = functions[rows] + own[..., None] * self.own[rows]
        return normalize((vectors * (weights * self.idf[rows] * factors)[..., None]).sum(1), dim=1)

    def similarities(self, rows: Tensor) -> Tensor:
        return self(rows) @ normalize(self.sentences, dim=1).T


def train(texts: Texts, teacher: Teacher, model: Vectors, options: argparse.Namespace) -> None:
    rows = model.rows(texts.questions)
    optimizer = torch.optim.Adam(model.parameters())
    steps = options.epochs * -(-len(rows) // BATCH)
    step = 0
    model.train()
    for epoch in range(options.epochs):
        losses = []
        for chosen in torch.randperm(len(rows)).split(BATCH):
            for group in optimizer.param_groups:
                group["lr"] = 3e-3 * (1 - step / steps) + 1e-5
            step += 1
            values = SHARPNESS * model.similarities(rows[chosen])
            taught = log_softmax(values, 1).gather(1, teacher.numbers[chosen].long())
            loss = 0.5 * cross_entropy(values, texts.answers[chosen]) - 0.5 * (teacher.shares[chosen] * taught).sum(1).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        print(f"epoch {epoch + 1} of {options.epochs}, loss {np.mean(losses):.3f}", flush=True)
    model.eval()


@torch.no_grad()
def hits(corpus: Corpus, texts: Texts, model: Vectors, file: str) -> None:
    """For how many questions the nearest sentence is the right one."""
    entries = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    asked = [entry for entry in entries if entry.get("passages") and entry.get("contains") and entry["id"] in texts.asked]
    best = model.similarities(model.rows([texts.asked[entry["id"]] for entry in asked])).argmax(1).tolist()
    for name, is_english in (("English", True), ("other", False)):
        right = [
            any(text.lower() in corpus.sentences[number].lower() for text in entry["contains"][0])
            for number, entry in zip(best, asked) if (entry.get("language", "en") == "en") == is_english
        ]
        print(f"{name}: the nearest sentence is right for {np.mean(right):.1%} of {len(right)} questions", flush=True)


@torch.no_grad()
def write(path: str, texts: Texts, model: Vectors) -> None:
    table, weights = model.table()
    entries = {stem: (float(weights[number]), table[number].numpy()) for stem, number in model.numbers.items()}
    for name, vector in zip(texts.names, normalize(model.sentences, dim=1).numpy()):
        entries[name] = (0.0, vector)
    with open(path, "wb") as file:
        file.write(b"DIOVEC01" + struct.pack("<II", len(entries), table.shape[1]))
        for name, (weight, vector) in sorted(entries.items(), key=lambda entry: entry[0].encode()):
            scale = float(np.abs(vector).max()) / 127 or 1.0
            file.write(bytes([len(name.encode())]) + name.encode() + struct.pack("<ff", weight, scale))
            file.write(np.rint(vector / scale).astype(np.int8).tobytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stems")
    parser.add_argument("texts")
    parser.add_argument("model")
    parser.add_argument("adapter")
    parser.add_argument("output")
    parser.add_argument("--dimension", type=int, default=128)
    parser.add_argument("--epochs", type=int, default=24)
    parser.add_argument("--dropout", type=float, default=0.5)
    parser.add_argument("--hidden", type=float, default=0.1, help="how often a stem is taught as if the corpus didn't have it")
    parser.add_argument("--questions")
    options = parser.parse_args()
    torch.manual_seed(1)
    texts, corpus = Texts(options.stems), Corpus(options.texts)
    if len(texts.questions) != len(corpus.questions) or len(texts.names) != len(corpus.sentences):
        raise SystemExit(f"{options.stems} and {options.texts} are of different corpora; write both again")
    embedder = Embedder(options.model, RANK)
    embedder.read(options.adapter)
    words = Words(embedder, corpus.sentences + corpus.questions)
    teacher = Teacher(corpus, embedder)
    model = Vectors(texts, words, options)
    train(texts, teacher, model, options)
    if options.questions:
        hits(corpus, texts, model, options.questions)
    write(options.output, texts, model)


if __name__ == "__main__":
    main()
