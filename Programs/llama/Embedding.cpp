#include "Embedding.h"

#include <algorithm>
#include <cmath>

namespace {

/// What all-MiniLM-L6-v2 was trained with.
const size_t max_tokens = 256;

}  // namespace

Embedding::Embedding(Model & model) : model(model), batch(llama_batch_init(static_cast<int32_t>(model.batch_size), 0, 1)) {}

Embedding::~Embedding() { llama_batch_free(batch); }

/// Each part ends with the separator; the mark of the beginning stands before the first one only.
std::vector<llama_token> Embedding::tokens(const json & parts) const {
    std::vector<llama_token> all;
    for (const json & part : parts) {
        const std::vector<llama_token> own = model.tokenize(part.get<std::string>(), true, false);
        const bool is_marked = !all.empty() && !own.empty() && own.front() == llama_vocab_bos(model.vocab);
        all.insert(all.end(), own.begin() + (is_marked ? 1 : 0), own.end());
    }
    return all;
}

void Embedding::add(const std::vector<llama_token> & tokens) {
    for (size_t i = 0; i < tokens.size(); i++) {
        const int32_t n = batch.n_tokens++;
        batch.token[n] = tokens[i];
        batch.pos[n] = static_cast<llama_pos>(i);
        batch.n_seq_id[n] = 1;
        batch.seq_id[n][0] = texts;
        batch.logits[n] = 1;
    }
    texts++;
}

/// Computes the batch and writes its vectors.
bool Embedding::flush(int64_t id) {
    if (texts == 0) return true;
    if (llama_memory_t memory = llama_get_memory(model.context)) llama_memory_clear(memory, true);
    const int32_t result = llama_decode(model.context, batch);
    const int32_t size = llama_model_n_embd_out(model.model);
    for (int32_t i = 0; result == 0 && i < texts; i++) {
        const float * values = llama_get_embeddings_seq(model.context, i);
        if (!values) return false;
        double sum = 0;
        for (int32_t k = 0; k < size; k++) sum += double(values[k]) * values[k];
        const float scale = sum > 0 ? static_cast<float>(1 / std::sqrt(sum)) : 0;
        std::vector<float> vector(values, values + size);
        for (float & value : vector) value *= scale;
        model.channel.send({{"event", "vector"}, {"id", id}, {"vector", vector}});
    }
    batch.n_tokens = 0;
    texts = 0;
    return result == 0;
}

void Embedding::run(const json & request) {
    const int64_t id = request.at("id");
    const size_t limit = std::min<size_t>(max_tokens, model.batch_size);
    const auto max_texts = static_cast<int32_t>(llama_n_seq_max(model.context));
    batch.n_tokens = 0;
    texts = 0;
    bool works = true;
    for (const json & text : request.at("texts")) {
        std::vector<llama_token> tokens = this->tokens(text);
        if (tokens.size() > limit) {
            const llama_token last = tokens.back();
            tokens.resize(limit);
            tokens.back() = last;
        }
        if (tokens.empty()) tokens.push_back(0);
        const bool is_full = static_cast<size_t>(batch.n_tokens) + tokens.size() > model.batch_size || texts == max_texts;
        if (is_full && !(works = flush(id))) break;
        add(tokens);
    }
    works = works && flush(id);
    if (model.channel.cancelled()) return model.channel.send({{"event", "end"}, {"id", id}, {"reason", "cancelled"}});
    if (!works) return model.channel.send({{"event", "error"}, {"id", id}, {"message", "llama.cpp can't embed the texts"}});
    model.channel.send({{"event", "end"}, {"id", id}, {"reason", "end"}});
}
