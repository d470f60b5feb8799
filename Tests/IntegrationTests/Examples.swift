import Foundation
import TestSupport
import Testing

/// The examples of one help text or one page, in their order: later ones use what earlier ones wrote.
struct Examples: Sendable, CustomTestStringConvertible {
    /// "diorama measure" or "docs/links.md".
    var source: String
    /// Command lines that begin with `diorama`.
    var lines: [String]

    var testDescription: String { source }

    /// All examples, each once: what ran for one page runs again for a later one only where a new example reads its output. Of the
    /// pages in docs, `make test` takes every third, and `make soak` all.
    static func once() throws -> [Examples] {
        guard Program.isBuilt else { return [] }
        var known: Set<String> = []
        return try (ofHelp() + ofPages()).compactMap { examples in
            let new = Set(examples.lines.filter { known.insert(command($0)).inserted })
            if new.isEmpty { return nil }
            let lines = examples.lines.enumerated().filter { i, line in
                new.contains(line)
                    || examples.lines[(i + 1)...].contains { new.contains($0) && reads($0, outputOf: line) }
            }.map(\.element)
            return Examples(source: examples.source, lines: lines)
        }
    }

    private static func reads(_ line: String, outputOf other: String) -> Bool {
        let words = command(other).split(separator: " ")
        guard let option = words.firstIndex(of: "--output"), option + 1 < words.count else { return false }
        return command(line).split(separator: " ").contains(words[option + 1])
    }

    /// An example without its comment.
    static func command(_ line: String) -> String {
        line.replacing(/\s+# .*$/, with: "").trimmingCharacters(in: .whitespaces)
    }

    /// Of the help of every command. Commands without an example have no lines.
    static func ofHelp() throws -> [Examples] {
        let dump = try Program.run(["--experimental-dump-help"])
        guard let root = dump.json?["command"] as? [String: Any] else { return [] }
        return ofCommand(root, path: "")
    }

    private static func ofCommand(_ command: [String: Any], path: String) -> [Examples] {
        let name = command["commandName"] as? String ?? ""
        let whole = path.isEmpty ? name : "\(path) \(name)"
        let own = Examples(source: whole, lines: lines(in: command["discussion"] as? String ?? ""))
        let subcommands = (command["subcommands"] as? [[String: Any]] ?? []).filter {
            // Commands that only the program itself uses are not shown.
            $0["commandName"] as? String != "help" && $0["shouldDisplay"] as? Bool != false
        }
        return [own] + subcommands.flatMap { ofCommand($0, path: whole) }
    }

    /// Of README and the pages in docs.
    static func ofPages() throws -> [Examples] {
        let docs = TestData.root.appendingPathComponent("docs")
        let pages = try FileManager.default.contentsOfDirectory(atPath: docs.path).filter { $0.hasSuffix(".md") }.sorted()
        let sample = pages.enumerated().filter { isSoak || $0.offset.isMultiple(of: 6) }.map { "docs/\($0.element)" }
        return try (["README.md"] + sample).map { page in
            Examples(
                source: page, lines: lines(in: try String(contentsOf: TestData.root.appendingPathComponent(page), encoding: .utf8)))
        }
    }

    private static func lines(in text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            let line = line.trimmingCharacters(in: .whitespaces).replacing(/^\.build\/release\//, with: "")
            return line.hasPrefix("diorama ") ? line : nil
        }
    }
}
