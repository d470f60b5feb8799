"""Trains the network by which the guide judges without a language model how well a sentence answers a question (RelevanceNetwork).

    # for each file that begins with open or development; the first lines of all are the corpus
    diorama guide eval Tests/GuideTests/Questions/open.json --stems open.txt --no-embeddings
    python3 scripts/train-relevance.py Sources/Guide/Resources/lexicon/word-vectors.bin open.txt development-*.txt \\
        --output Sources/Guide/Resources/lexicon/relevance.json [--without 0]

First it learns from the corpus: which sentence answers a question that the corpus expects (in place of it, the next similar one is
regarded), among three others that are near; of a share of the questions the right sentence is left out, and none is to be chosen.
Then it learns from the questions of the evaluation, never the locked ones, whether the sentence that is found answers. --without
leaves out one half of them by their ids: the network of fit-guide.py has to be fitted to what this one says of questions that it
wasn't trained with (--half0 and --half1 of fit-guide.py).

With --without prints the area under the curve of the other half. Needs torch, numpy and scikit-learn. Some two minutes.
"""

import argparse
import json
import struct
import zlib

import numpy as np
import torch
from sklearn.metrics import roc_auc_score
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, normalize

# As in RelevanceNetwork: words that are regarded of a question and of a sentence.
QUESTION, SENTENCE = 14, 32
# Sentences that are near to a question, of which some are regarded.
NEAR, CHOSEN = 12, 3
# Of the questions of the corpus as many are learned without the right sentence.
LEFT_OUT = 0.3
# As in fit-guide.py.
DETAILED = ("dev-v", "dev-n")
WEIGHT = 3


class Words:
    """The vectors of a file as WordVectors reads it; row 0 is padding."""

    def __init__(self, path: str) -> None:
        data = open(path, "rb").read()
        count, dimension = struct.unpack("<II", data[8:16])
        names, weights, vectors = [], [0.0], np.zeros((count + 1, dimension), np.float32)
        position = 16
        for number in range(1, count + 1):
            end = position + 1 + data[position]
            names.append(data[position + 1 : end].decode())
            weight, scale = struct.unpack("<ff", data[end : end + 8])
            weights.append(weight)
            vectors[number] = np.frombuffer(data, np.int8, dimension, end + 8) * np.float32(scale)
            position = end + 8 + dimension
        self.numbers = {name: number for number, name in enumerate(names, 1)}
        self.weights = torch.tensor(weights)
        self.vectors = torch.tensor(vectors)
        self.units = normalize(self.vectors, dim=1)

    def rows(self, texts: list, length: int) -> Tensor:
        """The words of each text, those that count most first."""
        rows = torch.zeros(len(texts), length, dtype=torch.long)
        for row, stems in enumerate(texts):
            found = [self.numbers[stem] for stem in stems if stem in self.numbers]
            found.sort(key=lambda number: (-float(self.weights[number]), number))
            rows[row, : len(found[:length])] = torch.tensor(found[:length], dtype=torch.long)
        return rows

    def mean(self, texts: list) -> Tensor:
        """The direction of the weighted sum of each text."""
        rows = self.rows(texts, 64)
        parts = [(self.vectors[part] * self.weights[part][..., None]).sum(1) for part in rows.split(4000)]
        return normalize(torch.cat(parts), dim=1)


class Texts:
    """Lines as diorama guide eval --stems writes them."""

    def __init__(self, paths: list, words: Words) -> None:
        sentences, names, texts, questions, answers = {}, [], [], [], []
        self.asked = []
        for path in paths:
            for line in open(path, encoding="utf-8"):
                kind, *values = line.split()
                if kind == "asked":
                    place = sentences.get((values[3], values[4]))
                    if place is not None:
                        self.asked.append((values[0], values[1] == "1", values[2] == "1", place, values[5:]))
                elif path != paths[0]:
                    continue
                elif kind == "sentence":
                    sentences[values[0], values[1]] = len(texts)
                    names.append(next(value for value in values if value.startswith("#")))
                    texts.append([value for value in values[2:] if not value.startswith("#")])
                else:
                    questions.append(values[2:])
                    answers.append(sentences[values[0], values[1]])
        self.answers = torch.tensor(answers)
        self.sentences = words.rows(texts, SENTENCE)
        self.topics = words.units[[words.numbers[name] for name in names]]
        self.questions = words.rows(questions, QUESTION)
        self.means = words.mean(questions)
        # The questions of each sentence; -1 after the last one.
        order = torch.argsort(self.answers, stable=True)
        counts = torch.bincount(self.answers, minlength=len(texts))
        self.of = torch.full((len(texts), int(counts.max())), -1)
        for sentence, part in enumerate(order.split(counts.tolist())):
            self.of[sentence, : len(part)] = part

    def nearest(self, means: Tensor, sentences: Tensor, own: Tensor | None = None) -> Tensor:
        """Of each question and sentence the number of the most similar expected question, besides `own`; -1 without one."""
        members = self.of[sentences]
        similar = torch.einsum("bd,bkmd->bkm", means, self.means[members.clamp(min=0)])
        similar[members < 0] = -2
        if own is not None:
            similar[members == own[:, None, None]] = -2
        best = similar.max(2)
        chosen = members.gather(2, best.indices[..., None])[..., 0]
        return torch.where(best.values > -2, chosen, -1)

    def expected(self, numbers: Tensor) -> Tensor:
        return self.questions[numbers.clamp(min=0)] * (numbers >= 0)[..., None]


class Relevance(nn.Module):
    """As RelevanceNetwork."""

    def __init__(self, words: Words, options: argparse.Namespace) -> None:
        super().__init__()
        self.words = words
        size, units = options.projection, options.units
        self.projection = nn.Linear(words.vectors.shape[1], size)
        self.asked = nn.Linear(6 + size, units)
        self.expected = nn.Linear(3 + size, units)
        self.hidden = nn.Linear(4 * units + 3, 64)
        self.output = nn.Linear(64, 1)

    def forward(self, question: Tensor, sentence: Tensor, expected: Tensor) -> Tensor:
        units, weights = self.words.units, self.words.weights / 2

        def nearness(some: Tensor, others: Tensor) -> tuple[Tensor, Tensor]:
            """Of each word the greatest cosine to other words, -1 without any, and whether it is one of them."""
            cosines = (units[some] @ units[others].transpose(1, 2)).masked_fill((others == 0)[:, None], -1)
            present = (some[:, :, None] == others[:, None]) & (some > 0)[:, :, None]
            return cosines.max(2).values, present.any(2).float()

        def pooled(layer: nn.Linear, properties: list, words: Tensor) -> list:
            values = torch.cat([torch.stack(properties, 2), self.projection(units[words])], 2)
            values = layer(values).relu() * (words > 0)[..., None]
            return [values.sum(1) / 4, values.max(1).values]

        sentence_cosine, in_sentence = nearness(question, sentence)
        expected_cosine, in_expected = nearness(question, expected)
        weight = weights[question] * (question > 0)
        present = torch.maximum(in_sentence, in_expected)
        asked = [sentence_cosine, expected_cosine, in_sentence, in_expected, weight, present * weight]
        cosine, in_question = nearness(expected, question)
        total = weight.sum(1).clamp(min=0.1)
        whole = [
            (present * weight).sum(1) / total, (torch.maximum(sentence_cosine, expected_cosine) * weight).sum(1) / total,
            (question > 0).float().sum(1) / 8,
        ]
        values = pooled(self.asked, asked, question) + pooled(self.expected, [cosine, in_question, weights[expected]], expected)
        return self.output(self.hidden(torch.cat([*values, torch.stack(whole, 1)], 1)).relu())[:, 0]

    def write(self, path: str) -> None:
        layers = {}
        for name in ("projection", "asked", "expected", "hidden", "output"):
            layer = getattr(self, name)
            layers[name] = {
                "weights": [[round(value, 4) for value in row] for row in layer.weight.tolist()],
                "biases": [round(value, 4) for value in layer.bias.tolist()],
            }
        with open(path, "w", encoding="utf-8") as file:
            json.dump(layers, file, separators=(",", ":"))
            file.write("\n")


def learn_corpus(model: Relevance, texts: Texts, epochs: int) -> None:
    sentences, expected = [], []
    for chosen in torch.arange(len(texts.questions)).split(500):
        similar = texts.means[chosen] @ texts.topics.T
        similar[torch.arange(len(chosen)), texts.answers[chosen]] = -2
        others = torch.stack([torch.randperm(NEAR)[:CHOSEN] for _ in chosen])
        candidates = torch.cat([texts.answers[chosen][:, None], similar.topk(NEAR, 1).indices.gather(1, others)], 1)
        sentences.append(candidates)
        expected.append(texts.nearest(texts.means[chosen], candidates, chosen))
    sentences, expected = torch.cat(sentences), torch.cat(expected)
    optimizer = torch.optim.Adam(model.parameters())
    batches = -(-len(sentences) // 256)
    for epoch in range(epochs):
        losses = []
        for number, chosen in enumerate(torch.randperm(len(sentences)).split(256)):
            for group in optimizer.param_groups:
                group["lr"] = 2e-3 * (1 - (epoch * batches + number) / (epochs * batches)) + 1e-5
            count = len(chosen)
            scores = model(
                texts.questions[chosen].repeat_interleave(CHOSEN + 1, 0), texts.sentences[sentences[chosen].reshape(-1)],
                texts.expected(expected[chosen].reshape(-1)))
            scores = torch.cat([torch.zeros(count, 1), scores.reshape(count, -1)], 1)
            is_left_out = torch.rand(count) < LEFT_OUT
            scores[is_left_out, 1] = -1e4
            loss = cross_entropy(scores, (~is_left_out).long())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        print(f"epoch {epoch + 1} of {epochs}, loss {np.mean(losses):.3f}", flush=True)


def learn_questions(model: Relevance, words: Words, texts: Texts, options: argparse.Namespace) -> None:
    ids = [entry[0] for entry in texts.asked]
    answerable, correct = (torch.tensor([entry[place] for entry in texts.asked]) for place in (1, 2))
    sentences = torch.tensor([entry[3] for entry in texts.asked])
    questions = words.rows([entry[4] for entry in texts.asked], QUESTION)
    expected = texts.expected(texts.nearest(words.mean([entry[4] for entry in texts.asked]), sentences[:, None])[:, 0])
    halves = torch.tensor([zlib.crc32(name.encode()) % 2 for name in ids])
    usable = ~answerable | correct
    weights = torch.tensor([1 if name.startswith(DETAILED) else WEIGHT for name in ids])
    chosen = torch.nonzero(usable & (halves != (2 if options.without is None else options.without)))[:, 0]
    chosen = chosen.repeat_interleave(weights[chosen])
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=0.02)
    for _ in range(options.question_epochs):
        for part in chosen[torch.randperm(len(chosen))].split(64):
            scores = model(questions[part], texts.sentences[sentences[part]], expected[part])
            wanted = answerable[part].float()
            loss = binary_cross_entropy_with_logits(scores, wanted, weight=2 - wanted)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    if options.without is not None:
        other = usable & (halves == options.without)
        with torch.no_grad():
            scores = model(questions[other], texts.sentences[sentences[other]], expected[other])
        print(f"other half: area under the curve {roc_auc_score(answerable[other], scores):.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vectors")
    parser.add_argument("stems", nargs="+")
    parser.add_argument("--output", required=True)
    parser.add_argument("--without", type=int, choices=[0, 1])
    parser.add_argument("--projection", type=int, default=24)
    parser.add_argument("--units", type=int, default=48)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--question-epochs", type=int, default=8)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    options = parser.parse_args()
    torch.manual_seed(1)
    words = Words(options.vectors)
    texts = Texts(options.stems, words)
    model = Relevance(words, options)
    learn_corpus(model, texts, options.epochs)
    learn_questions(model, words, texts, options)
    model.write(options.output)


if __name__ == "__main__":
    main()
