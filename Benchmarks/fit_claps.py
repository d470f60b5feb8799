#!/usr/bin/env python3
"""Trains the network that tells claps from other sudden sounds, and writes Sources/Live/Triggers/Clap/ClapWeights.swift.

    ClapBenchmark candidates FILE 6000 1 FOLDER
    fit_claps.py FILE [FILE ...] [--hidden 48 16] [--folds 3] [--seed 1] [--write]

FOLDER has the recordings of `clap_recordings.py FOLDER --set train`. With --folds, first networks are trained without a part of the
clips (recorded claps: without some of the people and rooms), and the recall and the false triggers in 10 minutes of that part are
printed by threshold. Without --write the file remains as it is. Deterministic for the same input.
"""

import argparse
import pathlib

import numpy as np

TARGET = pathlib.Path(__file__).resolve().parent.parent / "Sources/Live/Triggers/Clap/ClapWeights.swift"
BATCH = 256
# Claps against other sounds of a class: a false trigger is worse than a missed clap.
WEIGHT_OF_OTHERS = 4.0
DECAY = 4e-4
# Deviation of the noise that is added to the normalized properties, so that small differences between them don't decide.
NOISE = 0.4
# Solo drums can't be told from claps by 90 ms of sound; they count less, so that the others are.
WEIGHT_OF_DRUMS = 0.3
# The properties that are unknown in a part of the training: the level, and what was heard in the second before.
OPTIONAL = [7, *range(43, 50)]


class Candidates:
    """The sudden sounds of clips."""

    def __init__(self, paths):
        self.names, self.seconds, self.claps, self.sources = [], [], [], []
        rows = []
        for path in paths:
            lines = pathlib.Path(f"{path}.clips").read_text().splitlines()
            data = np.fromfile(f"{path}.f32", np.float32)
            width = 3 + 167
            data = data.reshape(-1, width)
            data[:, 0] += len(self.names)
            rows.append(data)
            for line in lines:
                name, seconds, source, *claps = line.split(",")
                self.names.append(name)
                self.seconds.append(float(seconds))
                self.sources.append(source)
                self.claps.append([float(clap) for clap in claps])
        rows = np.concatenate(rows)
        self.clip = rows[:, 0].astype(int)
        self.time = rows[:, 1]
        self.x = rows[:, 3:]
        self.names, self.seconds = np.array(self.names), np.array(self.seconds)
        # Which clap of its clip a sound is, or −1.
        self.clap = np.full(len(rows), -1)
        for i, (clip, time) in enumerate(zip(self.clip, self.time)):
            for number, clap in enumerate(self.claps[clip]):
                if clap - 0.02 < time < clap + 0.06:
                    self.clap[i] = number
        self.is_clap = (self.clap >= 0).astype(np.float32)


class Network:
    """Two hidden layers; softsign and a logistic function with base 2, as ClapClassifier computes them."""

    def __init__(self, sizes, random):
        self.parts = []
        for inputs, outputs in zip(sizes, sizes[1:]):
            self.parts.append((random.normal(size=(inputs, outputs)) / np.sqrt(inputs)).astype(np.float32))
            self.parts.append(np.zeros(outputs, np.float32))

    def forward(self, x):
        values = [x]
        for layer in range(0, len(self.parts), 2):
            sums = values[-1] @ self.parts[layer] + self.parts[layer + 1]
            values.append(sums if layer == len(self.parts) - 2 else sums / (1 + np.abs(sums)))
        return values

    def probability(self, x):
        return 1 / (1 + np.exp2(-np.clip(self.forward(x)[-1][:, 0], -30, 30)))

    def gradients(self, x, y, weights):
        values = self.forward(x)
        error = (1 / (1 + np.exp2(-np.clip(values[-1], -30, 30))) - y[:, None]) * weights[:, None]
        gradients = []
        for layer in range(len(self.parts) - 2, -1, -2):
            inputs = values[layer // 2]
            gradients += [error.sum(0), inputs.T @ error + DECAY * self.parts[layer] * len(x)]
            if layer > 0:
                # The derivative of the softsign from its value.
                error = (error @ self.parts[layer].T) * (1 - np.abs(inputs)) ** 2
        return gradients[::-1]


def train(network, x, y, weights, random, epochs):
    """Adam."""
    first = [np.zeros_like(part) for part in network.parts]
    second = [np.zeros_like(part) for part in network.parts]
    step = 0
    for epoch in range(epochs):
        rate = 0.004 * 0.5 * (1 + np.cos(np.pi * epoch / epochs))
        order = random.permutation(len(x))
        for start in range(0, len(x), BATCH):
            batch = order[start : start + BATCH]
            inputs = x[batch] + NOISE * random.standard_normal((len(batch), x.shape[1]), np.float32)
            unknown = random.random(len(batch)) < 0.3
            inputs[np.ix_(unknown, OPTIONAL)] = 0
            step += 1
            for i, gradient in enumerate(network.gradients(inputs, y[batch], weights[batch])):
                gradient = gradient / len(batch)
                first[i] = 0.9 * first[i] + 0.1 * gradient
                second[i] = 0.999 * second[i] + 0.001 * gradient**2
                change = rate * (first[i] / (1 - 0.9**step)) / (np.sqrt(second[i] / (1 - 0.999**step)) + 1e-8)
                network.parts[i] -= change.astype(np.float32)


def quantized(network):
    """The weights as numbers from −127 to 127 and a scale for each unit."""
    result = []
    for layer in range(0, len(network.parts), 2):
        weights = network.parts[layer]
        scales = np.maximum(np.abs(weights).max(0), 1e-6) / 127
        whole = np.rint(weights / scales)
        result.append((whole.astype(int), scales, network.parts[layer + 1]))
        network.parts[layer] = (whole * scales).astype(np.float32)
    return result


def weights_of(data, chosen):
    """Claps and other sounds, synthesized and recorded ones: each a quarter, but for the weight of the others."""
    recorded = np.char.startswith(data.names[data.clip], "recorded/")
    weights = np.zeros(len(data.clip), np.float32)
    for part in (recorded, ~recorded):
        for label, weight in ((1, 1.0), (0, WEIGHT_OF_OTHERS)):
            mask = chosen & part & (data.is_clap == label)
            if mask.any():
                weights[mask] = weight / mask.sum()
    # People of whom there are many recordings count less.
    sources = np.array(data.sources)[data.clip]
    for source in sorted(set(data.sources) - {""}):
        weights[sources == source] /= np.sqrt(max(1, (chosen & (sources == source) & (data.is_clap == 1)).sum()))
    is_clap = chosen & recorded & (data.is_clap == 1)
    if is_clap.any():
        weights[is_clap] /= weights[is_clap].sum()
    weights[(np.char.find(data.names[data.clip], "drums") >= 0)] *= WEIGHT_OF_DRUMS
    return weights * (chosen.sum() / weights[chosen].sum())


def parts_of(data, folds):
    """A number for each clip: clips with recorded claps of the same person have the same."""
    numbers = np.random.default_rng(7).integers(0, folds, len(data.names))
    # Only recorded claps have the name of a person; that of other recordings is empty.
    people = sorted({source for source in data.sources if source})
    return np.array([people.index(source) % folds if source else number for source, number in zip(data.sources, numbers)])


# The classes of the aim; the others are reported, too.
AIM = ["claps", "claps-mixed", "speech", "espeak", "music", "general-midi", "doors", "noise"]


def report(data, probability, chosen_clips, thresholds, refractory=0.2):
    """Recall and false triggers in 10 minutes by threshold, and the false triggers by class."""
    is_recorded = np.char.startswith(data.names, "recorded/")
    classes = np.array([name.removeprefix("recorded/") for name in data.names])
    for title, mask in (("synthesized", ~is_recorded), ("recorded", is_recorded)):
        use = mask & chosen_clips
        total = sum(len(data.claps[i]) for i in np.flatnonzero(use))
        for threshold in thresholds:
            found, false = tally(data, probability, threshold, refractory)
            rates = []
            for part in (use & np.isin(classes, AIM), use & (classes != "drums")):
                rates.append(false[part].sum() / max(data.seconds[part].sum() / 600, 1e-9))
            by_class = [f"{name} {false[use & (classes == name)].sum()}" for name in sorted(set(classes[use]))]
            print(f"{title} {threshold:5}: recall {found[use].sum() / max(total, 1):.3f} of {total}, false in 10 min: "
                  f"{rates[0]:.2f} of the aim's classes, {rates[1]:.2f} without drums;", ", ".join(by_class))


def tally(data, probability, threshold, refractory):
    found, false = np.zeros(len(data.names), int), np.zeros(len(data.names), int)
    last, clip, seen = -1.0, -1, set()
    for i in np.flatnonzero(probability > threshold):
        if data.clip[i] != clip:
            clip, last, seen = data.clip[i], -1.0, set()
        if data.time[i] - last < refractory:
            continue
        last = data.time[i]
        if data.clap[i] >= 0 and data.clap[i] not in seen:
            seen.add(data.clap[i])
            found[clip] += 1
        else:
            false[clip] += 1
    return found, false


def swift(mean, inverse, layers):
    lines = ["// Generated by Benchmarks/fit_claps.py: change that, not this file.", "", "/// The weights of ``ClapClassifier``.",
             "enum ClapWeights {"]

    def add(name, values, form, width, kind):
        lines.append(f"    static let {name}: [{kind}] = [")
        for start in range(0, len(values), width):
            lines.append("        " + ", ".join(form(value) for value in values[start : start + width]) + ",")
        lines.append("    ]")

    def short(value):
        return f"{value:.5g}"

    lines.append("    /// Units of each layer, from the properties to the output.")
    units = [layers[0][0].shape[0], *[weights.shape[1] for weights, _, _ in layers]]
    lines.append(f"    static let units = [{', '.join(map(str, units))}]")
    lines.append("    /// The usual value of each property, and the inverse of its deviation.")
    add("mean", mean, short, 10, "Float")
    add("inverse", inverse, short, 10, "Float")
    lines.append("    /// For each unit of each layer the scale of its weights and its bias.")
    add("scales", [value for _, scales, _ in layers for value in scales], short, 10, "Float")
    add("biases", [value for _, _, biases in layers for value in biases], short, 10, "Float")
    lines.append("    /// For each unit of each layer the weights of its inputs.")
    whole = [value for weights, _, _ in layers for unit in range(weights.shape[1]) for value in weights[:, unit]]
    add("weights", whole, str, 24, "Int8")
    return "\n".join([*lines, "}", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--hidden", type=int, nargs="+", default=[48, 16])
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=pathlib.Path, nargs="?", const=TARGET)
    options = parser.parse_args()
    random = np.random.default_rng(options.seed)
    data = Candidates(options.files)
    mean, deviation = np.nanmean(data.x, axis=0), np.nanstd(data.x, axis=0)
    # As they are written.
    mean = np.array([float(f"{value:.5g}") for value in mean], np.float32)
    inverse = np.array([float(f"{value:.5g}") for value in 1 / np.maximum(deviation, 1e-2)], np.float32)
    x = np.nan_to_num(np.clip((data.x - mean) * inverse, -5, 5)).astype(np.float32)
    print(f"{len(x)} sounds, {int(data.is_clap.sum())} claps of {sum(len(claps) for claps in data.claps)}")
    sizes = [x.shape[1], *options.hidden, 1]
    part = parts_of(data, max(options.folds, 1))
    thresholds = (0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.99)
    if options.folds:
        probability = np.zeros(len(x))
        done = np.zeros(len(data.names), bool)
        for fold in range(options.folds):
            held_out = part[data.clip] == fold
            network = Network(sizes, random)
            train(network, x[~held_out], data.is_clap[~held_out], weights_of(data, ~held_out)[~held_out], random, options.epochs)
            quantized(network)
            probability[held_out] = network.probability(x[held_out])
            done |= part == fold
        report(data, probability, done, thresholds)
    if options.write:
        network = Network(sizes, random)
        everything = np.ones(len(x), bool)
        train(network, x, data.is_clap, weights_of(data, everything), random, options.epochs)
        layers = quantized(network)
        print("on the training data itself")
        report(data, network.probability(x), np.ones(len(data.names), bool), thresholds)
        options.write.write_text(swift(mean, inverse, layers))


if __name__ == "__main__":
    main()
