// Runs a language model or an embedding model for `diorama`, which starts this program and speaks with it through standard input
// and output. A program of its own, because llama.cpp ends the process that it is in where a model file is damaged.

#include "Embedding.h"
#include "Generation.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace {

// The form of requests and events; as LlamaEvent.currentProtocol.
constexpr int protocol = 2;

const char * usage =
    "usage: diorama-llama --model FILE [--context TOKENS] [--threads N] [--embedding] [--adapter FILE]\n"
    "  --model FILE       the model, a GGUF file\n"
    "  --context TOKENS   tokens of prompt and answer together at most (default 4096)\n"
    "  --threads N        threads that compute (default 1)\n"
    "  --embedding        turn texts into vectors instead of writing answers\n"
    "  --adapter FILE     a low-rank adapter that is added to the model, a GGUF file\n";

[[noreturn]] void refuse(const std::string & problem) {
    fprintf(stderr, "diorama-llama: %s\n%s", problem.c_str(), usage);
    exit(2);
}

long number(const char * name, const char * text, long max) {
    char * end = nullptr;
    const long value = strtol(text, &end, 10);
    if (*text == '\0' || *end != '\0' || value < 1 || value > max) {
        refuse(std::string(name) + " must be a number from 1 to " + std::to_string(max) + ", not '" + text + "'");
    }
    return value;
}

Options parsed(int count, char ** arguments) {
    Options options;
    for (int i = 1; i < count; i++) {
        const char * name = arguments[i];
        if (!strcmp(name, "--embedding")) {
            options.embedding = true;
            continue;
        }
        if (!strcmp(name, "--help")) {
            fputs(usage, stdout);
            exit(0);
        }
        if (i + 1 == count) refuse(std::string(name) + " is unknown or lacks its value");
        const char * value = arguments[++i];
        if (!strcmp(name, "--model")) {
            options.model = value;
        } else if (!strcmp(name, "--adapter")) {
            options.adapter = value;
        } else if (!strcmp(name, "--context")) {
            options.context = static_cast<uint32_t>(number(name, value, 1 << 20));
        } else if (!strcmp(name, "--threads")) {
            options.threads = static_cast<int32_t>(number(name, value, 256));
        } else {
            refuse(std::string("unknown option ") + name);
        }
    }
    if (options.model.empty()) refuse("--model is missing");
    return options;
}

}  // namespace

int main(int count, char ** arguments) {
    const Options options = parsed(count, arguments);
    Channel channel;
    channel.start();
    Model model(options, channel);
    Generation generation(model);
    Embedding embedding(model);
    channel.send({{"event", "ready"},
                  {"protocol", protocol},
                  {"context", llama_n_ctx(model.context)},
                  {"batch", model.batch_size}});
    for (;;) {
        const json request = channel.next();
        try {
            const std::string operation = request.at("op");
            if (operation == "generate" && !options.embedding) {
                generation.run(request);
            } else if (operation == "embed" && options.embedding) {
                embedding.run(request);
            } else {
                throw std::invalid_argument("unknown operation " + operation);
            }
        } catch (const std::exception & error) {
            channel.send({{"event", "error"}, {"id", request.value("id", int64_t(0))}, {"message", error.what()}});
        }
    }
}
