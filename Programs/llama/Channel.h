#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>

using json = nlohmann::json;

/// Requests on standard input and events on standard output: JSON objects, each after its length in bytes (32 bits, little endian).
/// A thread of its own reads, so that a request is cancelled while another thread computes. The program ends with its input.
class Channel {
public:
    /// Starts to read.
    void start();

    /// The next request; waits for it.
    json next();

    /// Writes an event.
    void send(const json & event);

    /// Reports that the program works, where nothing else was written for some seconds: a silent program counts as hanging.
    void sign_of_life();

    /// Whether the request that is computed was cancelled.
    bool cancelled() const { return cancelled_id.load(std::memory_order_relaxed) == current_id.load(std::memory_order_relaxed); }

private:
    void read_all();

    std::mutex queue_mutex;
    std::condition_variable queue_changed;
    std::deque<json> queue;
    std::atomic<int64_t> current_id{0};
    std::atomic<int64_t> cancelled_id{-1};
    std::mutex output_mutex;
    std::atomic<std::chrono::steady_clock::rep> last_output{0};
};
