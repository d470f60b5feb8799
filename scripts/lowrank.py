"""Low-rank adapters of all-MiniLM-L6-v2, and the texts of a corpus that they are trained with: what train-embedding-adapter.py and
train-reranker.py have in common. Needs torch, transformers, numpy and gguf."""

import pathlib

import gguf
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import normalize
from transformers import AutoModel, AutoTokenizer

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
        self.rank = rank
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

    def write(self, path: str) -> None:
        """Writes the adapter as GGUF file."""
        writer = gguf.GGUFWriter(path, "bert")
        writer.add_type(gguf.GGUFType.ADAPTER)
        writer.add_string(gguf.Keys.Adapter.TYPE, "lora")
        writer.add_float32(gguf.Keys.Adapter.LORA_ALPHA, self.rank)
        for name, part in self.adapter.items():
            writer.add_tensor(f"{name}.lora_a", part.a.detach().numpy().astype(np.float16))
            writer.add_tensor(f"{name}.lora_b", part.b.detach().numpy().astype(np.float16))
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()

    def read(self, path: str) -> None:
        """Takes the adapter of a GGUF file."""
        tensors = {tensor.name: torch.tensor(np.array(tensor.data, np.float32)) for tensor in gguf.GGUFReader(path).tensors}
        for name, part in self.adapter.items():
            part.a.data, part.b.data = tensors[f"{name}.lora_a"], tensors[f"{name}.lora_b"]
