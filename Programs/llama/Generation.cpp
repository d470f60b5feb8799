#include "Generation.h"

#include <algorithm>

namespace {

/// How many bytes at the start of `text` are complete characters of UTF-8. Bytes that can't become a character count as complete.
size_t complete(const std::string & text) {
    for (size_t back = 1; back <= std::min<size_t>(3, text.size()); back++) {
        const auto byte = static_cast<uint8_t>(text[text.size() - back]);
        if ((byte & 0xC0) == 0x80) continue;
        const size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
        return length > back ? text.size() - back : text.size();
    }
    return text.size();
}

std::string trimmed(const std::string & text) {
    const size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string::npos) return "";
    return text.substr(start, text.find_last_not_of(" \t\r\n") - start + 1);
}

/// Stands for the content of a message in the model's chat template.
std::string mark(size_t index) { return "\x01" + std::to_string(index) + "\x02"; }

/// The conversation as the model was trained with it, with marks for the contents; a plain form where its template isn't known.
std::string rendered(const llama_model * model, const json & messages) {
    std::vector<std::string> texts;
    for (const json & message : messages) {
        texts.push_back(message.at("role").get<std::string>());
        texts.push_back(mark(texts.size() / 2));
    }
    std::vector<llama_chat_message> chat;
    for (size_t i = 0; i < texts.size(); i += 2) chat.push_back({texts[i].c_str(), texts[i + 1].c_str()});
    if (const char * pattern = llama_model_chat_template(model, nullptr)) {
        std::string text(4096, '\0');
        int32_t count = llama_chat_apply_template(
            pattern, chat.data(), chat.size(), true, &text[0], static_cast<int32_t>(text.size()));
        if (count > static_cast<int32_t>(text.size())) {
            text.resize(static_cast<size_t>(count));
            count = llama_chat_apply_template(pattern, chat.data(), chat.size(), true, &text[0], count);
        }
        if (count > 0) return text.substr(0, static_cast<size_t>(count));
    }
    std::string plain;
    for (size_t i = 0; i < chat.size(); i++) plain += mark(i) + "\n\n";
    return plain + "Answer:";
}

}  // namespace

/// Contents become tokens apart from the template: what looks like a special token in a question is text.
Generation::Prompt Generation::prompt(const json & messages) const {
    const std::string text = rendered(model.model, messages);
    Prompt prompt;
    std::vector<llama_token> & all = prompt.tokens;
    if (llama_vocab_get_add_bos(model.vocab)) all.push_back(llama_vocab_bos(model.vocab));
    const auto append = [&](const std::string & part, bool is_template) {
        if (part.empty()) return;
        const std::vector<llama_token> tokens = model.tokenize(part, false, is_template);
        all.insert(all.end(), tokens.begin(), tokens.end());
    };
    size_t start = 0;
    const auto end_section = [&] {
        for (; start < all.size(); start = prompt.ends.back()) {
            prompt.ends.push_back(std::min<size_t>(all.size(), start + model.batch_size));
        }
    };
    size_t from = 0;
    for (size_t i = 0; i < messages.size(); i++) {
        const std::string place = mark(i);
        const size_t found = text.find(place, from);
        if (found == std::string::npos) continue;
        append(text.substr(from, found - from), true);
        if (i == 1) end_section();
        append(trimmed(messages[i].at("content").get<std::string>()), false);
        from = found + place.size();
    }
    append(text.substr(from), true);
    end_section();
    return prompt;
}

/// Computes a prompt, without the chunks that are in the cache.
int32_t Generation::read(const Prompt & prompt) {
    size_t chunk = 0;
    size_t done = 0;
    while (chunk + 1 < prompt.ends.size() && chunk < kept.ends.size() && prompt.ends[chunk] == kept.ends[chunk]) {
        const auto first = prompt.tokens.begin() + static_cast<ptrdiff_t>(done);
        const auto last = prompt.tokens.begin() + static_cast<ptrdiff_t>(prompt.ends[chunk]);
        if (!std::equal(first, last, kept.tokens.begin() + static_cast<ptrdiff_t>(done))) break;
        done = prompt.ends[chunk++];
    }
    llama_memory_t memory = llama_get_memory(model.context);
    if (done == 0 || !llama_memory_seq_rm(memory, 0, static_cast<llama_pos>(done), -1)) {
        chunk = done = 0;
        llama_memory_clear(memory, true);
    }
    kept.tokens = prompt.tokens;
    kept.ends.resize(chunk);
    for (; chunk < prompt.ends.size(); chunk++) {
        if (model.channel.cancelled()) return 2;
        auto * tokens = const_cast<llama_token *>(prompt.tokens.data()) + done;
        const auto size = static_cast<int32_t>(prompt.ends[chunk] - done);
        const int32_t result = llama_decode(model.context, llama_batch_get_one(tokens, size));
        if (result != 0) return result;
        done = prompt.ends[chunk];
        kept.ends.push_back(done);
    }
    return 0;
}

llama_token Generation::best() const {
    const float * logits = llama_get_logits_ith(model.context, -1);
    return static_cast<llama_token>(std::max_element(logits, logits + llama_vocab_n_tokens(model.vocab)) - logits);
}

std::string Generation::piece(llama_token token) const {
    std::string text(64, '\0');
    int32_t count = llama_token_to_piece(model.vocab, token, &text[0], static_cast<int32_t>(text.size()), 0, false);
    if (count < 0) {
        text.resize(static_cast<size_t>(-count));
        count = llama_token_to_piece(model.vocab, token, &text[0], static_cast<int32_t>(text.size()), 0, false);
    }
    text.resize(static_cast<size_t>(std::max(0, count)));
    return text;
}

void Generation::run(const json & request) {
    const int64_t id = request.at("id");
    const auto max_tokens = static_cast<size_t>(std::clamp<int64_t>(request.value("max_tokens", int64_t(160)), 1, 1 << 20));
    const Prompt prompt = this->prompt(request.at("messages"));
    const size_t limit = llama_n_ctx(model.context);
    if (prompt.tokens.empty() || prompt.tokens.size() + max_tokens > limit) {
        model.channel.send({{"event", "too_long"}, {"id", id}, {"prompt_tokens", prompt.tokens.size()}, {"limit", limit}});
        return;
    }
    const auto end = [&](const char * reason, size_t tokens) {
        model.channel.send(
            {{"event", "end"}, {"id", id}, {"reason", reason}, {"prompt_tokens", prompt.tokens.size()}, {"tokens", tokens}});
    };

    int32_t result = read(prompt);
    std::string pending;
    const char * reason = "length";
    size_t count = 0;
    for (; result == 0 && count < max_tokens; count++) {
        llama_token token = best();
        if (llama_vocab_is_eog(model.vocab, token)) {
            reason = "end";
            break;
        }
        pending += piece(token);
        const size_t whole = complete(pending);
        if (whole > 0) model.channel.send({{"event", "piece"}, {"id", id}, {"text", pending.substr(0, whole)}});
        pending.erase(0, whole);
        if (count + 1 < max_tokens) result = llama_decode(model.context, llama_batch_get_one(&token, 1));
    }
    if (result == 2 || model.channel.cancelled()) return end("cancelled", count);
    if (result != 0) {
        kept.ends.clear();
        return model.channel.send({{"event", "error"}, {"id", id}, {"message", "llama.cpp can't decode the prompt"}});
    }
    if (!pending.empty()) model.channel.send({{"event", "piece"}, {"id", id}, {"text", pending}});
    end(reason, count);
}
