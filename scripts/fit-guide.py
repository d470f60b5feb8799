"""Fits the weights of the guide's ranking (SentenceMatch.setRank) and the network that decides whether it answers
(Sources/Guide/Resources/lexicon/confidence.json and confidence-embeddings.json, AnswerConfidence).

    # for each file that begins with open or development:
    diorama guide eval Tests/GuideTests/Questions/open.json --features open.txt --no-embeddings
    python3 scripts/fit-guide.py open.txt development-*.txt [--output confidence.json]

Files that were written with embeddings (after `make models`, without --no-embeddings) have more values in the lines of
questions that aren't follow-ups. Then only these lines are used, for the weights and the network with embeddings
(confidence-embeddings.json). The reranker and the network of train-relevance.py judge questions that they were trained with better
than others: the files have to be written twice, with what was trained --without 0 and --without 1, and are given by --half0 and
--half1. Of the first ones only the questions of the first half are used, of the second ones the others.

Needs numpy, scipy and scikit-learn. The locked questions are never used. Prints the weights of the ranking, and how well both do on
questions that were left out of fitting. Where the weights of the ranking change, the features have to be written again before the
network is fitted.
"""

import argparse
import json
import zlib

import numpy as np
from scipy.optimize import minimize
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler

RANK = "score breadth asked coverage near suitability unmatched words person own shared topic asked-vector index".split()
RANK += "others several passage-topic passage-asked trained passage-trained".split()
RANK_EMBEDDINGS = "similar-sentence similar-asked similar-several similar-topic passage-similar passage-similar-topic".split()
# As AnswerConfidence.names, wordNames and embeddingNames.
DECISION = "breadth asked total terms unmatched suitability people yesno topic asked-vector words foreign coverage near".split()
DECISION += "greatest-unmatched misses-name margin second-asked numeric others several sentence-words missing".split()
DECISION += "greatest-missing focus trained trained-margin trained-share trained-corpus trained-ten".split()
DECISION_WORDS = "lacking greatest-lacking square-lacking word-relevance".split()
DECISION_EMBEDDINGS = "similar-sentence similar-asked similar-several similar-topic similar-passage similar-margin".split()
DECISION_EMBEDDINGS += "similar-topic-margin corpus-sentence corpus-asked corpus-topic corpus-ten relevance".split()
# Hidden units of a network.
UNITS = 16
# Of the unanswerable questions as many have to be declined in cross-validation; with embeddings more, which costs few right
# answers.
REFUSAL, REFUSAL_EMBEDDINGS = 0.95, 0.97
# In fitting the network and its threshold these questions, whose writers had a passage before them and mostly ask about details,
# count once; the others, which are more like what visitors ask first, count WEIGHT times.
DETAILED = ("dev-v", "dev-n")
WEIGHT = 3


def read(paths: list[str], half: int | None = None) -> tuple[list, list]:
    """Lines `question id answerable correct values…`: `decision` of each question, `rank` of each candidate sentence."""
    kinds = {"decision": [], "rank": []}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                kind, question, answerable, correct, *values = line.split()
                if half is not None and zlib.crc32(question.encode()) % 2 != half:
                    continue
                kinds[kind].append((question, answerable == "1", correct == "1", [float(value) for value in values]))
    return kinds["decision"], kinds["rank"]


def complete(rows: list) -> list:
    """The rows with embeddings, where there are any; else all."""
    count = max(len(row[3]) for row in rows)
    return [row for row in rows if len(row[3]) == count]


class Networks:
    """The mean of several networks that differ by their first weights, before the sigmoid: together they are one network with as
    many hidden units as all have."""

    def __init__(self, data: np.ndarray, answerable: np.ndarray, count: int) -> None:
        self.scale = StandardScaler().fit(data)
        values = self.scale.transform(data)
        # Questions are divided into batches of one size: a last batch of a few would weigh each of its questions and the penalty on
        # large weights many times as much as the others, which costs three percentage points.
        batches = -(-len(data) // 200)
        self.members = [
            MLPClassifier((UNITS,), alpha=1, batch_size=-(-len(data) // batches), max_iter=1000, random_state=number).fit(
                values, answerable)
            for number in range(count)
        ]
        self.hidden = np.hstack([member.coefs_[0] for member in self.members])
        self.biases = np.hstack([member.intercepts_[0] for member in self.members])
        self.output = np.vstack([member.coefs_[1] for member in self.members])[:, 0] / count
        self.constant = np.mean([member.intercepts_[1][0] for member in self.members])

    def scores(self, data: np.ndarray) -> np.ndarray:
        units = np.maximum(self.scale.transform(data) @ self.hidden + self.biases, 0)
        return 1 / (1 + np.exp(-units @ self.output - self.constant))


def decision(rows: list, count: int, output: str | None) -> None:
    data = np.array([row[3] for row in rows])
    answerable = np.array([row[1] for row in rows])
    correct = np.array([row[2] for row in rows])
    has_embeddings = data.shape[1] > len(DECISION + DECISION_WORDS)
    names = DECISION + (DECISION_EMBEDDINGS if has_embeddings else DECISION_WORDS)
    # Questions whose best passage doesn't hold the answer teach neither to answer nor to decline: without them more of the answers
    # are right at the same share of declined questions.
    usable = correct | ~answerable
    weights = np.where([row[0].startswith(DETAILED) for row in rows], 1, WEIGHT)

    def network(chosen: np.ndarray) -> Networks:
        chosen = np.repeat(chosen, weights[chosen] * usable[chosen])
        return Networks(data[chosen], answerable[chosen], count)

    scores = np.zeros(len(rows))
    for known, asked in StratifiedKFold(10, shuffle=True, random_state=1).split(data, answerable):
        scores[asked] = network(known).scores(data[asked])
    print(f"decision: {data.shape[1]} properties of {answerable.sum()} answerable and {(~answerable).sum()} other questions,")
    print(f"  area under the curve {roc_auc_score(answerable, scores):.3f}")
    # Each as often as it counts.
    unanswerable = np.repeat(scores[~answerable], weights[~answerable])
    is_general = weights > 1
    for share in (0.85, 0.9, 0.95, 0.97):
        threshold = np.quantile(unanswerable, share)
        answered = (scores > threshold) & answerable
        right = (answered & correct).sum()
        general = (answered & correct & is_general).sum() / (answerable & is_general).sum()
        print(
            f"  {share:.0%} of the unanswerable declined at {threshold:.2f}: {right / answerable.sum():.1%} of the others answered "
            f"rightly, {right / answered.sum():.1%} of those that are answered, {general:.1%} of the general ones")
    if output is None:
        return
    fitted = network(np.arange(len(rows)))
    share = REFUSAL_EMBEDDINGS if has_embeddings else REFUSAL

    def rounded(values: np.ndarray) -> list:
        return np.round(values.astype(float), 4).tolist()

    with open(output, "w", encoding="utf-8") as file:
        json.dump(
            {
                "names": names, "means": rounded(fitted.scale.mean_), "scales": rounded(fitted.scale.scale_),
                "hidden": rounded(fitted.hidden.T), "biases": rounded(fitted.biases),
                "output": rounded(fitted.output), "constant": round(float(fitted.constant), 4),
                "threshold": round(float(np.quantile(unanswerable, share)), 4),
            }, file)
        file.write("\n")


def rank(rows: list) -> None:
    ids = np.array([row[0] for row in rows])
    correct = np.array([row[2] for row in rows])
    data = np.array([row[3] for row in rows])
    count = data.shape[1]
    breadth, asked, words = data[:, 1], data[:, 2], data[:, 7]
    data = np.column_stack([data, breadth * asked, asked**2, np.maximum(words - 20, 0)])
    scale = data.std(0) + 1e-9
    groups = [np.where(ids == question)[0] for question in sorted(set(ids))]

    def fit(chosen: list) -> np.ndarray:
        """Maximizes the probability of a right sentence by a softmax over all sentences of its question."""
        usable = [group for group in chosen if correct[group].any()]
        index = np.concatenate(usable)
        values, right = data[index] / scale, correct[index]
        values = values - values.mean(0)
        starts = np.cumsum([0] + [len(group) for group in usable])[:-1]
        owner = np.repeat(np.arange(len(usable)), [len(group) for group in usable])

        def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
            scores = values @ weights
            scores = np.exp(scores - np.maximum.reduceat(scores, starts)[owner])
            everything = np.add.reduceat(scores, starts)
            found = np.add.reduceat(scores * right, starts) + 1e-12
            slope = values.T @ (scores / everything[owner] - scores * right / found[owner])
            return (np.log(everything) - np.log(found)).sum() + 1.5 * weights @ weights, slope + 3 * weights

        return minimize(loss, np.zeros(data.shape[1]), jac=True, method="L-BFGS-B").x

    order = np.random.RandomState(0).permutation(len(groups))
    hits = []
    for fold in range(5):
        left_out = set(order[fold::5])
        weights = fit([group for number, group in enumerate(groups) if number not in left_out])
        for number in left_out:
            hits.append(correct[groups[number][np.argmax(data[groups[number]] / scale @ weights)]])
    print(f"rank: the best sentence is right for {np.mean(hits):.1%} of the questions")
    names = [*RANK, *(RANK_EMBEDDINGS if count > len(RANK) else []), "breadth*asked", "asked^2", "words>20"]
    print("  " + " ".join(f"{name} {weight:.3f}" for name, weight in zip(names, fit(groups) / scale)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("features", nargs="*", default=[])
    parser.add_argument("--half0", nargs="+", default=[])
    parser.add_argument("--half1", nargs="+", default=[])
    parser.add_argument("--networks", type=int, default=8, help="how many networks are averaged")
    parser.add_argument("--output")
    options = parser.parse_args()
    parts = [read(options.features), read(options.half0, 0), read(options.half1, 1)]
    decisions, ranks = (complete([row for part in parts for row in part[kind]]) for kind in (0, 1))
    decision(decisions, options.networks, options.output)
    rank(ranks)


if __name__ == "__main__":
    main()
