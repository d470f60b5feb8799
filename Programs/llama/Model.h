#pragma once

#include "Channel.h"
#include "llama.h"

#include <string>
#include <vector>

/// What the program was started with.
struct Options {
    std::string model;
    uint32_t context = 4096;
    int32_t threads = 1;
    bool embedding = false;
    /// A low-rank adapter of the model; empty without one.
    std::string adapter;
};

/// A model with its context, loaded once. The program ends with an event that says why where that fails.
struct Model {
    Model(const Options & options, Channel & channel);
    ~Model();
    Model(const Model &) = delete;
    Model & operator=(const Model &) = delete;

    /// The tokens of a text. Special tokens in it are text where `parse_special` is false.
    std::vector<llama_token> tokenize(const std::string & text, bool add_special, bool parse_special) const;

    Channel & channel;
    llama_model * model = nullptr;
    llama_context * context = nullptr;
    const llama_vocab * vocab = nullptr;
    /// How many tokens are computed at once.
    uint32_t batch_size = 256;
};
