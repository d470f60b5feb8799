#pragma once

#include "Model.h"

/// Turns texts into vectors of length 1.
class Embedding {
public:
    explicit Embedding(Model & model);
    ~Embedding();
    Embedding(const Embedding &) = delete;
    Embedding & operator=(const Embedding &) = delete;

    /// Answers a request `embed`: `texts`, each a list of parts that are read together, one after the other. Of a text longer than
    /// 256 tokens, the first 256 count.
    void run(const json & request);

private:
    std::vector<llama_token> tokens(const json & parts) const;
    void add(const std::vector<llama_token> & tokens);
    bool flush(int64_t id);

    Model & model;
    llama_batch batch;
    /// How many texts are in the batch.
    int32_t texts = 0;
};
