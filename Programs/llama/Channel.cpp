#include "Channel.h"

#include <cerrno>
#include <cstdlib>
#include <thread>
#include <unistd.h>

namespace {

/// Longer requests are refused: texts of a question and its evidence are far shorter.
const uint32_t max_request = 16 << 20;

bool read_exactly(void * target, size_t count) {
    auto * bytes = static_cast<char *>(target);
    while (count > 0) {
        const ssize_t got = ::read(STDIN_FILENO, bytes, count);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        bytes += got;
        count -= static_cast<size_t>(got);
    }
    return true;
}

void write_exactly(const std::string & bytes) {
    size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t count = ::write(STDOUT_FILENO, bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) _exit(0);  // nobody reads any more
        done += static_cast<size_t>(count);
    }
}

std::chrono::steady_clock::rep now() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

}  // namespace

void Channel::start() {
    last_output = now();
    std::thread([this] { read_all(); }).detach();
}

void Channel::read_all() {
    for (;;) {
        uint8_t head[4];
        if (!read_exactly(head, 4)) _exit(0);
        const uint32_t count = head[0] | head[1] << 8 | head[2] << 16 | static_cast<uint32_t>(head[3]) << 24;
        if (count > max_request) _exit(2);
        std::string text(count, '\0');
        if (!read_exactly(&text[0], count)) _exit(0);
        json request = json::parse(text, nullptr, false);
        if (!request.is_object()) _exit(2);
        if (request.value("op", "") == "cancel") {
            cancelled_id = request.value("id", int64_t(-1));
            continue;
        }
        const std::lock_guard<std::mutex> lock(queue_mutex);
        queue.push_back(std::move(request));
        queue_changed.notify_one();
    }
}

json Channel::next() {
    std::unique_lock<std::mutex> lock(queue_mutex);
    queue_changed.wait(lock, [this] { return !queue.empty(); });
    json request = std::move(queue.front());
    queue.pop_front();
    current_id = request.value("id", int64_t(0));
    return request;
}

void Channel::send(const json & event) {
    const std::string text = event.dump(-1, ' ', false, json::error_handler_t::replace);
    const auto count = static_cast<uint32_t>(text.size());
    std::string frame;
    for (int shift = 0; shift < 32; shift += 8) frame.push_back(static_cast<char>(count >> shift & 255));
    frame += text;
    const std::lock_guard<std::mutex> lock(output_mutex);
    write_exactly(frame);
    last_output = now();
}

void Channel::sign_of_life() {
    const std::chrono::steady_clock::duration silent(now() - last_output.load(std::memory_order_relaxed));
    if (silent > std::chrono::seconds(5)) send({{"event", "working"}});
}
