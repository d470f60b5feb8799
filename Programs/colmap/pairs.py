"""Which images are matched with each other."""

import sqlite3


def exhaustive(names):
    return {(a, b) for i, a in enumerate(names) for b in names[i + 1:]}


def sequential(names, overlap):
    """Each image with the next ones, and with those 2, 4, 8, … times as far away."""
    found = set()
    for i, a in enumerate(names):
        steps = set(range(1, overlap + 1)) | {2**k for k in range(12) if 2**k <= overlap * 16}
        found |= {(a, names[i + step]) for step in steps if i + step < len(names)}
    return found


def retrieval(database, names, count, alive):
    """Each image with the `count` most similar ones, by aggregated SIFT descriptors (VLAD, Jégou et al. 2010) over a vocabulary of
    64 words that is learned from these very images: no file is needed, and the words fit what is seen."""
    import numpy as np

    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        ids = dict(connection.execute("SELECT name, image_id FROM images"))

        def descriptors(name):
            row = connection.execute(
                "SELECT rows, cols, data FROM descriptors WHERE image_id = ?", (ids.get(name, -1),)).fetchone()
            if not row or row[0] == 0 or row[1] != 128 or not row[2]:
                return np.zeros((0, 128), np.float32)
            values = np.frombuffer(row[2], np.uint8).reshape(row[0], 128).astype(np.float32)
            return values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1)

        random = np.random.default_rng(1)
        share = max(20, 20000 // max(1, len(names)))
        sample = []
        for name in names:
            alive()
            values = descriptors(name)
            sample.append(values[random.permutation(len(values))[:share]])
        sample = np.concatenate(sample)
        if len(sample) < 64:
            return exhaustive(names) if len(names) < 200 else set()
        words = sample[random.permutation(len(sample))[:64]]
        for _ in range(8):
            alive()
            nearest = np.argmax(sample @ words.T, axis=1)
            for k in range(len(words)):
                members = sample[nearest == k]
                if len(members):
                    mean = members.mean(axis=0)
                    words[k] = mean / max(np.linalg.norm(mean), 1e-6)
        vectors = np.zeros((len(names), 64 * 128), np.float32)
        for i, name in enumerate(names):
            alive()
            values = descriptors(name)
            nearest = np.argmax(values @ words.T, axis=1) if len(values) else np.zeros(0, int)
            for k in set(nearest.tolist()):
                rest = (values[nearest == k] - words[k]).sum(axis=0)
                vectors[i, 128 * k:128 * k + 128] = rest / max(np.linalg.norm(rest), 1e-6)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
        similarity = vectors @ vectors.T
        np.fill_diagonal(similarity, -2)
        found = set()
        for i, a in enumerate(names):
            for j in np.argsort(-similarity[i])[:count]:
                if i != j:
                    found.add(tuple(sorted((a, names[j]))))
        return found
