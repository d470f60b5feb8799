"""Trains the vectors of words by which the guide finds answers to questions in other words (WordVectors).

    diorama guide eval Tests/GuideTests/Questions/open.json --stems stems.txt --no-embeddings
    python3 scripts/train-word-vectors.py stems.txt Sources/Guide/Resources/lexicon/word-vectors.bin

Only the corpus is used: its sentences and the questions that it expects, never the questions of the evaluation. Each stem gets a
vector such that the mean over a question's stems, weighted by inverse document frequency, is near the mean of the sentence
that answers it and of the other questions about it, and far from all other sentences (softmax over all sentences). In each
epoch one half of the questions describes the sentences, the other half is asked, and the other way round.

`--held-out` trains with four fifths of the questions and prints for how many of the others the right sentence is the nearest; by
that dimension, dropout and number of epochs were chosen. Needs numpy and scipy. The result is the same on each run with the same
versions of these.
"""

import argparse
import struct
from collections import Counter

import numpy as np
import scipy.sparse as sparse

# As in PassageVectors.sentenceWeight.
SENTENCE_WEIGHT = 0.5
# What cosines are multiplied by before the softmax.
SHARPNESS = 16
BATCH = 512


class Corpus:
    """Lines `sentence passage number stems…` and `question passage number stems…`."""

    def __init__(self, path: str) -> None:
        sentences, asked, self.answers = {}, [], []
        texts = []
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                kind, passage, index, *stems = line.split()
                if kind == "sentence":
                    sentences[passage, index] = len(sentences)
                    texts.append(stems)
                elif kind == "question" and (passage, index) in sentences:
                    asked.append(stems)
                    self.answers.append(sentences[passage, index])
                else:
                    raise SystemExit(f"{path}, line {number}: “{kind}” isn't a sentence or a question about an earlier one")
        counts = Counter(stem for stems in [*texts, *asked] for stem in set(stems))
        self.vocabulary = sorted((stem for stem, count in counts.items() if count > 1), key=lambda stem: stem.encode())
        total = len(texts) + len(asked)
        self.weights = np.array([np.log(total / (counts[stem] + 0.5)) for stem in self.vocabulary], dtype=np.float32)
        numbers = {stem: number for number, stem in enumerate(self.vocabulary)}
        self.sentences = self.matrix(texts, numbers)
        self.questions = self.matrix(asked, numbers)
        self.answers = np.array(self.answers)

    def matrix(self, texts: list, numbers: dict) -> sparse.csr_matrix:
        """A row of length 1 for each text: the weights of its stems."""
        rows, columns = [], []
        for row, stems in enumerate(texts):
            for number in sorted({numbers[stem] for stem in stems if stem in numbers}):
                rows.append(row)
                columns.append(number)
        values = self.weights[columns]
        matrix = sparse.csr_matrix((values, (rows, columns)), shape=(len(texts), len(numbers)), dtype=np.float32)
        lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(1))).ravel() + 1e-6
        return (sparse.diags(1 / lengths).astype(np.float32) @ matrix).tocsr()

    def topics(self, chosen: np.ndarray) -> sparse.csr_matrix:
        """Each sentence with the mean of the chosen questions that it answers."""
        count = self.sentences.shape[0]
        ones = np.ones(len(chosen), dtype=np.float32)
        members = sparse.csr_matrix((ones, (self.answers[chosen], np.arange(len(chosen)))), shape=(count, len(chosen)))
        sizes = np.maximum(np.asarray(members.sum(1)).ravel(), 1)
        means = sparse.diags((1 / sizes).astype(np.float32)) @ members @ self.questions[chosen]
        return (means + SENTENCE_WEIGHT * self.sentences).tocsr()


def unit(vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-6
    return vectors / lengths, lengths


def gradient(vectors: np.ndarray, asked: sparse.csr_matrix, topics: sparse.csr_matrix, answers: np.ndarray) -> np.ndarray:
    """Of the cross-entropy of the softmax over all sentences."""
    question, question_length = unit(asked @ vectors)
    topic, topic_length = unit(topics @ vectors)
    error = SHARPNESS * (question @ topic.T)
    error = np.exp(error - error.max(1, keepdims=True))
    error /= error.sum(1, keepdims=True)
    error[np.arange(len(answers)), answers] -= 1
    error *= SHARPNESS / len(answers)
    by_question = error @ topic
    by_topic = error.T @ question
    by_question = (by_question - question * (by_question * question).sum(1, keepdims=True)) / question_length
    by_topic = (by_topic - topic * (by_topic * topic).sum(1, keepdims=True)) / topic_length
    return asked.T @ by_question + topics.T @ by_topic


def train(corpus: Corpus, chosen: np.ndarray, options: argparse.Namespace) -> np.ndarray:
    """The vectors, by Adam."""
    random = np.random.default_rng(1)
    vectors = (random.standard_normal((len(corpus.vocabulary), options.dimension)) / np.sqrt(options.dimension)).astype(np.float32)
    first = np.zeros_like(vectors)
    second = np.zeros_like(vectors)
    step = 0
    for epoch in range(options.epochs):
        rate = 0.01 * (1 - epoch / options.epochs) + 1e-4
        order = random.permutation(chosen)
        halves = order[: len(order) // 2], order[len(order) // 2 :]
        for described, asked in (halves, halves[::-1]):
            topics = corpus.topics(described)
            for start in range(0, len(asked), BATCH):
                batch = asked[start : start + BATCH]
                questions = corpus.questions[batch]
                questions.data = questions.data * (random.random(len(questions.data)) > options.dropout)
                change = gradient(vectors, questions.astype(np.float32), topics, corpus.answers[batch])
                step += 1
                first += 0.1 * (change - first)
                second += 0.001 * (change * change - second)
                mean = first / (1 - 0.9**step)
                deviation = np.sqrt(second / (1 - 0.999**step)) + 1e-8
                vectors -= rate * mean / deviation
    return vectors


def hits(corpus: Corpus, vectors: np.ndarray, known: np.ndarray, asked: np.ndarray) -> float:
    topics = unit(corpus.topics(known) @ vectors)[0]
    questions = unit(corpus.questions[asked] @ vectors)[0]
    return float(np.mean((questions @ topics.T).argmax(1) == corpus.answers[asked]))


def write(path: str, corpus: Corpus, vectors: np.ndarray) -> None:
    with open(path, "wb") as file:
        file.write(b"DIOVEC01" + struct.pack("<II", *vectors.shape))
        for stem, weight, vector in zip(corpus.vocabulary, corpus.weights, vectors):
            name = stem.encode()
            scale = float(np.abs(vector).max()) / 127 or 1.0
            file.write(bytes([len(name)]) + name + struct.pack("<ff", weight, scale))
            file.write(np.rint(vector / scale).astype(np.int8).tobytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stems")
    parser.add_argument("output", nargs="?")
    parser.add_argument("--dimension", type=int, default=96)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--dropout", type=float, default=0.2)
    parser.add_argument("--held-out", action="store_true")
    options = parser.parse_args()
    corpus = Corpus(options.stems)
    everything = np.arange(len(corpus.answers))
    if options.held_out:
        is_held = np.random.default_rng(2).random(len(everything)) < 0.2
        vectors = train(corpus, everything[~is_held], options)
        print(f"nearest sentence is right: {hits(corpus, vectors, everything[~is_held], everything[is_held]):.1%}")
    elif options.output:
        write(options.output, corpus, train(corpus, everything, options))
    else:
        parser.error("name an output file, or use --held-out")


if __name__ == "__main__":
    main()
