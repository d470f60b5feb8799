#pragma once

#include "Model.h"

/// Continues a conversation, greedily: the same request always gets the same answer.
///
/// What a prompt has in common with the one before at its start isn't computed again. The first message, which rarely changes, and
/// the rest are always computed in chunks of the same size, and whole chunks are kept: rounding depends on what is computed
/// together, and so could the answer.
class Generation {
public:
    explicit Generation(Model & model) : model(model) {}

    /// Answers a request `generate`: `messages` (role, content), `max_tokens`.
    void run(const json & request);

private:
    struct Prompt {
        std::vector<llama_token> tokens;
        /// Where its chunks end.
        std::vector<size_t> ends;
    };

    Prompt prompt(const json & messages) const;
    int32_t read(const Prompt & prompt);
    llama_token best() const;
    std::string piece(llama_token token) const;

    Model & model;
    /// The chunks of the last prompt whose attention keys and values are in the cache.
    Prompt kept;
};
