import Foundation
import Support
import Synchronization

/// A progress bar on a terminal; elsewhere a line per tenth of the work.
final class ProgressBar: Sendable {
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
