import Foundation
import Synchronization
import Support

#if canImport(Glibc)
    import Glibc
#endif

/// What the program says to people: lines and a progress bar on standard error. Standard output is for results.
enum Terminal {
    /// Whether standard error is a terminal that people look at.
    static let isInteractive = isatty(2) == 1

    static func line(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    /// An error's text in one line.
    static func oneLine(_ error: any Error) -> String {
        // Our own errors describe themselves; Foundation's are told in Foundation's words.
        let text = error is CocoaError ? error.localizedDescription : "\(error)"
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// A reporter that draws a bar on a terminal, and elsewhere tells each tenth of the way in a line.
    static func progress() -> ProgressReporter {
        let bar = ProgressBar()
        return ProgressReporter { bar.show($0) }
    }

    /// Seconds as people say them.
    static func duration(_ seconds: Double) -> String {
        switch seconds {
        case ..<9.5: String(format: "%.1f s", seconds)
        case ..<90: "\(Int(seconds.rounded())) s"
        default: "\(Int((seconds / 60).rounded())) min"
        }
    }

    /// Bytes as people say them.
    static func bytes(_ count: Int64) -> String {
        ByteCountFormatter.string(fromByteCount: count, countStyle: .decimal)
    }
}

private final class ProgressBar: Sendable {
    private struct State {
        var drawn = Date.distantPast
        var tenth = -1
        var finished = false
    }
    private let state = Mutex(State())

    func show(_ p: WorkProgress) {
        state.withLock { state in
            guard !state.finished else { return }
            state.finished = p.fraction >= 1
            if Terminal.isInteractive {
                guard state.finished || Date().timeIntervalSince(state.drawn) > 0.1 else { return }
                state.drawn = Date()
                let width = 24
                let full = Int(p.fraction * Double(width))
                let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
                let rest = p.remaining.map { " · \(Terminal.duration($0)) left" } ?? ""
                let text = state.finished ? "\r\u{1B}[K" : "\r\u{1B}[K\(bar) \(Int(p.fraction * 100)) % \(p.what)\(rest)"
                FileHandle.standardError.write(Data(text.utf8))
            } else if Int(p.fraction * 10) > state.tenth {
                state.tenth = Int(p.fraction * 10)
                Terminal.line("\(Int(p.fraction * 100)) % \(p.what)")
            }
        }
    }
}

/// Runs `work` as a task that Ctrl-C and SIGTERM cancel, so that it can tidy up; a second Ctrl-C ends the program at once.
func cancellable<R: Sendable>(_ work: @escaping @Sendable () async throws -> R) async throws -> R {
    let task = Task { try await work() }
    let sources = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        let count = Mutex(0)
        source.setEventHandler {
            if count.withLock({
                $0 += 1
                return $0
            }) > 1 {
                exit(130)
            }
            task.cancel()
        }
        source.resume()
        return source
    }
    defer {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
    do {
        return try await task.value
    } catch {
        // Some modules wrap the cancellation into an error of their own.
        throw task.isCancelled ? CancellationError() : error
    }
}
