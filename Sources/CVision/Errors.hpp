#pragma once
#include <exception>
#include <string>

namespace cvision {

/// The message of the last error of this thread.
extern thread_local std::string message;

/// Runs `body`; an exception becomes -1 and a message.
template <typename Body> auto guarded(Body body) noexcept -> decltype(body()) {
    try {
        return body();
    } catch (const std::exception &error) {
        try {
            message = error.what();
        } catch (...) {
        }
    } catch (...) {
        try {
            message = "unknown exception";
        } catch (...) {
        }
    }
    return -1;
}

}  // namespace cvision
