"""Fits the weights of the guide's ranking (SentenceMatch.setRank) and of its decision to answer (AnswerConfidence).

    # for each file that begins with open or development:
    diorama guide eval Tests/GuideTests/Questions/open.json --features open.txt
    python3 scripts/fit-guide.py open.txt development-answerable.txt development-unanswerable.txt

Needs numpy, scipy and scikit-learn. The locked questions are never used. Prints the weights, and how well they do on questions
that were left out of fitting.
"""

import sys

import numpy as np
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

RANK = "score breadth asked coverage near suitability unmatched words person own shared topic asked-vector meaning index".split()
RANK += ["others"]
DECISION = "breadth asked total terms unmatched suitability people yesno topic asked-vector words".split()


def read(paths: list[str]) -> tuple[list, list]:
    """Lines `question id answerable correct values…`: `decision` of each question, `rank` of each candidate sentence."""
    kinds = {"decision": [], "rank": []}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                kind, question, answerable, correct, *values = line.split()
                kinds[kind].append((question, answerable == "1", correct == "1", [float(value) for value in values]))
    return kinds["decision"], kinds["rank"]


def decision(rows: list) -> None:
    data = np.array([row[3] for row in rows])
    answerable = np.array([row[1] for row in rows])
    correct = np.array([row[2] for row in rows])
    model = make_pipeline(StandardScaler(), LogisticRegression())
    folds = StratifiedKFold(10, shuffle=True, random_state=1)
    scores = cross_val_predict(model, data, answerable, cv=folds, method="predict_proba")[:, 1]
    print(f"decision: area under the curve {roc_auc_score(answerable, scores):.3f}")
    for share in (0.85, 0.9, 0.95):
        threshold = np.quantile(scores[~answerable], share)
        right = ((scores > threshold) & correct & answerable).sum() / answerable.sum()
        print(f"  {share:.0%} of the unanswerable declined at {threshold:.2f}: {right:.1%} of the others answered rightly")
    model.fit(data, answerable)
    scale, fitted = model[0], model[1]
    weights = fitted.coef_[0] / scale.scale_
    print("  " + " ".join(f"{name} {weight:.3f}" for name, weight in zip(DECISION, weights)))
    print(f"  constant {fitted.intercept_[0] - (fitted.coef_[0] * scale.mean_ / scale.scale_).sum():.3f}")


def rank(rows: list) -> None:
    ids = np.array([row[0] for row in rows])
    correct = np.array([row[2] for row in rows])
    data = np.array([row[3] for row in rows])
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
    names = [*RANK, "breadth*asked", "asked^2", "words>20"]
    print("  " + " ".join(f"{name} {weight:.3f}" for name, weight in zip(names, fit(groups) / scale)))


if __name__ == "__main__":
    decisions, ranks = read(sys.argv[1:])
    decision(decisions)
    rank(ranks)
