#include "Model.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace {

/// Names the reason where a model can't be loaded. Nothing is written: a cancelled request is an error for llama.cpp, too.
std::string first_error;

void log(ggml_log_level level, const char * text, void *) {
    if (level != GGML_LOG_LEVEL_ERROR || !first_error.empty()) return;
    first_error = text;
    while (!first_error.empty() && first_error.back() == '\n') first_error.pop_back();
}

/// A failed assertion of ggml, which ends the program: its message without the folder of the source file.
void failed(const char * message) {
    const std::string text = message;
    const size_t slash = text.substr(0, text.find('(')).find_last_of('/');
    fprintf(stderr, "%s\n", text.c_str() + (slash == std::string::npos ? 0 : slash + 1));
    fflush(stderr);
}

[[noreturn]] void give_up(Channel & channel, const std::string & problem) {
    channel.send({{"event", "failed"}, {"message", problem}});
    _exit(1);
}

int64_t number(const llama_model * model, const std::string & key) {
    char text[32] = "";
    if (llama_model_meta_val_str(model, key.c_str(), text, sizeof text) <= 0) return 0;
    return strtoll(text, nullptr, 10);
}

std::string architecture(const llama_model * model) {
    char text[64] = "";
    llama_model_meta_val_str(model, "general.architecture", text, sizeof text);
    return text;
}

/// How many tokens of a prompt are computed at once. Cancellation takes effect between two operations: the longest one, a matrix
/// product or the attention over the full context, is to stay below some 20 ms on one thread. More than 256 aren't faster on a CPU.
uint32_t suitable_batch(const llama_model * model, uint32_t context) {
    const int64_t width = std::max<int64_t>(1, llama_model_n_embd(model));
    const int64_t inner = std::max<int64_t>(width, number(model, architecture(model) + ".feed_forward_length"));
    const int64_t cost = width * std::max<int64_t>(inner, context);
    return static_cast<uint32_t>(std::clamp<int64_t>(500'000'000 / cost / 16 * 16, 16, 256));
}

}  // namespace

Model::Model(const Options & options, Channel & channel) : channel(channel) {
    setenv("GGML_NO_BACKTRACE", "1", 1);
    llama_log_set(log, nullptr);
    ggml_set_abort_callback(failed);
    llama_backend_init();

    llama_model_params load = llama_model_default_params();
    load.n_gpu_layers = 0;
    load.check_tensors = false;
    load.progress_callback = [](float, void * data) {
        static_cast<Channel *>(data)->sign_of_life();
        return true;
    };
    load.progress_callback_user_data = &channel;
    model = llama_model_load_from_file(options.model.c_str(), load);
    if (!model) give_up(channel, first_error.empty() ? "the model can't be loaded" : first_error);
    vocab = llama_model_get_vocab(model);

    llama_context_params parameters = llama_context_default_params();
    const auto trained = static_cast<uint32_t>(std::max(1, llama_model_n_ctx_train(model)));
    parameters.n_ctx = std::min(options.context, trained);
    batch_size = options.embedding ? parameters.n_ctx : suitable_batch(model, parameters.n_ctx);
    parameters.n_batch = parameters.n_ubatch = batch_size;
    parameters.n_threads = parameters.n_threads_batch = options.threads;
    parameters.no_perf = true;
    parameters.abort_callback = [](void * data) {
        auto * channel = static_cast<Channel *>(data);
        channel->sign_of_life();
        return channel->cancelled();
    };
    parameters.abort_callback_data = &channel;
    if (options.embedding) {
        parameters.embeddings = true;
        parameters.n_seq_max = std::min<uint32_t>(64, static_cast<uint32_t>(llama_max_parallel_sequences()));
        parameters.kv_unified = true;
        parameters.pooling_type = LLAMA_POOLING_TYPE_MEAN;
    } else {
        parameters.n_outputs_max = 1;
    }
    context = llama_init_from_model(model, parameters);
    if (!context) give_up(channel, first_error.empty() ? "the context can't be created" : first_error);
    if (!options.embedding && (!llama_model_has_decoder(model) || !llama_get_memory(context))) {
        give_up(channel, "the model writes no text");
    }
    if (options.adapter.empty()) return;
    // It is freed with the model.
    llama_adapter_lora * adapter = llama_adapter_lora_init(model, options.adapter.c_str());
    float scale = 1;
    if (!adapter || llama_set_adapters_lora(context, &adapter, 1, &scale) != 0) {
        give_up(channel, "the adapter " + options.adapter + " can't be loaded" + (first_error.empty() ? "" : ": " + first_error));
    }
}

Model::~Model() {
    llama_free(context);
    llama_model_free(model);
}

std::vector<llama_token> Model::tokenize(const std::string & text, bool add_special, bool parse_special) const {
    const auto size = static_cast<int32_t>(text.size());
    std::vector<llama_token> tokens(text.size() + 8);
    int32_t count = llama_tokenize(
        vocab, text.data(), size, tokens.data(), static_cast<int32_t>(tokens.size()), add_special, parse_special);
    if (count < 0 && count != INT32_MIN) {
        tokens.resize(static_cast<size_t>(-count));
        count = llama_tokenize(
            vocab, text.data(), size, tokens.data(), static_cast<int32_t>(tokens.size()), add_special, parse_special);
    }
    tokens.resize(static_cast<size_t>(std::max(0, count)));
    return tokens;
}
