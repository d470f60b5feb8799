#pragma once

#include "Model.h"

/// Continues a conversation, greedily: the same request always gets the same answer.
///
/// What a prompt has in common with the one before at its start isn't computed again. A prompt is always computed in chunks of the
/// same size, and only whole chunks are kept: rounding depends on what is computed together, and so could the answer.
class Generation {
public:
    explicit Generation(Model & model) : model(model) {}

    /// Answers a request `generate`: `messages` (role, content), `max_tokens`.
    void run(const json & request);

private:
    std::vector<llama_token> prompt(const json & messages) const;
    int32_t read(const std::vector<llama_token> & prompt);
    llama_token best() const;
    std::string piece(llama_token token) const;

    Model & model;
    /// The tokens of the last prompt whose attention keys and values are in the cache: whole chunks.
    std::vector<llama_token> kept;
};
