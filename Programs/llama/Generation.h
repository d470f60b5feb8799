#pragma once

#include "Model.h"

/// Continues a conversation, greedily: the same request always gets the same answer.
///
/// The first message, which rarely changes, is computed apart from the rest and kept for the next request. Apart from the rest also
/// where it isn't kept: rounding depends on what is computed together, and so could the answer.
class Generation {
public:
    explicit Generation(Model & model) : model(model) {}

    /// Answers a request `generate`: `messages` (role, content), `max_tokens`.
    void run(const json & request);

private:
    struct Prompt {
        /// All tokens.
        std::vector<llama_token> tokens;
        /// How many of them are there before the second message.
        size_t fixed = 0;
    };

    Prompt prompt(const json & messages) const;
    int32_t decode(const llama_token * tokens, size_t count);
    llama_token best() const;
    std::string piece(llama_token token) const;
    void forget();

    Model & model;
    /// The tokens of the first message whose attention keys and values are in the cache.
    std::vector<llama_token> kept;
};
