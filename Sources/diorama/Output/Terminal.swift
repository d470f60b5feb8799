import Foundation
import Support

#if canImport(Glibc)
    import Glibc
#endif

/// Messages to people, on standard error. Standard output is for results.
enum Terminal {
    /// Whether standard error is a terminal.
    static let isInteractive = isatty(2) == 1

    static func line(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    /// An error's text in one line.
    static func oneLine(_ error: any Error) -> String {
        // Our own errors describe themselves; Foundation's have a localized text.
        let text = error is CocoaError ? error.localizedDescription : "\(error)"
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// A reporter that draws a bar on a terminal, and elsewhere prints a line per tenth of the work.
    static func progress() -> ProgressReporter {
        let bar = ProgressBar()
        return ProgressReporter { bar.show($0) }
    }

    /// "2.5 s", "40 s" or "12 min".
    static func duration(_ seconds: Double) -> String {
        switch seconds {
        case ..<9.5: String(format: "%.1f s", seconds)
        case ..<90: "\(Int(seconds.rounded())) s"
        default: "\(Int((seconds / 60).rounded())) min"
        }
    }

    /// "12.3 MB".
    static func bytes(_ count: Int64) -> String {
        ByteCountFormatter.string(fromByteCount: count, countStyle: .decimal)
    }
}
