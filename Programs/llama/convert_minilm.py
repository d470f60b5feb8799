#!/usr/bin/env python3
"""Converts all-MiniLM-L6-v2 from its safetensors file to a GGUF file that llama.cpp reads: matrices in 16 bits, vectors in 32.

usage: convert_minilm.py FOLDER OUTPUT

FOLDER holds model.safetensors, config.json and vocab.txt. The same input gives the same bytes.
"""

import json
import pathlib
import struct
import sys

import gguf
import numpy as np

LAYER = {
    "attention.self.query": "attn_q",
    "attention.self.key": "attn_k",
    "attention.self.value": "attn_v",
    "attention.output.dense": "attn_output",
    "attention.output.LayerNorm": "attn_output_norm",
    "intermediate.dense": "ffn_up",
    "output.dense": "ffn_down",
    "output.LayerNorm": "layer_output_norm",
}
INPUT = {
    "embeddings.word_embeddings": "token_embd",
    "embeddings.token_type_embeddings": "token_types",
    "embeddings.position_embeddings": "position_embd",
    "embeddings.LayerNorm": "token_embd_norm",
}
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def tensors(path):
    """The names and 32-bit arrays of a safetensors file."""
    data = path.read_bytes()
    (size,) = struct.unpack_from("<Q", data)
    for name, entry in json.loads(data[8 : 8 + size]).items():
        if entry.get("dtype") == "F32":
            begin, end = (8 + size + offset for offset in entry["data_offsets"])
            yield name, np.frombuffer(data[begin:end], dtype="<f4").reshape(entry["shape"])


def renamed(name):
    """The name in a GGUF file; None for what embeddings don't use."""
    stem, _, suffix = name.rpartition(".")
    if stem in INPUT:
        return f"{INPUT[stem]}.{suffix}"
    if stem.startswith("encoder.layer."):
        number, _, part = stem.removeprefix("encoder.layer.").partition(".")
        return f"blk.{number}.{LAYER[part]}.{suffix}"
    return None


def tokens(path):
    """Words begin with U+2581 in llama.cpp's vocabulary, where those of BERT mark what continues a word by ##."""
    for token in path.read_text(encoding="utf-8").splitlines():
        if token in SPECIAL:
            yield token, gguf.TokenType.UNKNOWN if token == "[UNK]" else gguf.TokenType.CONTROL
        else:
            yield token[2:] if token.startswith("##") else "\u2581" + token, gguf.TokenType.NORMAL


def main():
    folder, output = map(pathlib.Path, sys.argv[1:3])
    config = json.loads((folder / "config.json").read_text())
    writer = gguf.GGUFWriter(output, "bert")
    writer.add_name("all-MiniLM-L6-v2")
    writer.add_license("apache-2.0")
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_layer_norm_eps(config["layer_norm_eps"])
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    writer.add_causal_attention(False)
    writer.add_pooling_type(gguf.PoolingType.MEAN)
    words, types = zip(*tokens(folder / "vocab.txt"))
    writer.add_tokenizer_model("bert")
    writer.add_tokenizer_pre("bert-bge")
    writer.add_token_type_count(config["type_vocab_size"])
    writer.add_token_list(words)
    writer.add_token_types(types)
    writer.add_unk_token_id(words.index("[UNK]"))
    writer.add_sep_token_id(words.index("[SEP]"))
    writer.add_pad_token_id(words.index("[PAD]"))
    writer.add_bos_token_id(words.index("[CLS]"))
    writer.add_mask_token_id(words.index("[MASK]"))
    for name, values in tensors(folder / "model.safetensors"):
        target = renamed(name)
        if target:
            is_matrix = values.ndim == 2 and not target.startswith(("token_types", "position_embd"))
            writer.add_tensor(target, values.astype(np.float16) if is_matrix else values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


main()
