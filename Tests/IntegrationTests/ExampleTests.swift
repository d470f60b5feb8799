import DioramaLibrary
import Foundation
import TestSupport
import Testing

/// Every example in help, README and docs is executed as it stands.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct ExampleTests {
    @Test func `every command's help has an example of it`() throws {
        let help = try Examples.ofHelp()
        #expect(help.count > 30)
        for command in help {
            #expect(command.lines.contains { $0.hasPrefix(command.source) }, "\(command.source) --help has no example")
        }
    }

    @Test func `every example works`() async throws {
        try await TestData.withTemporaryFolder { root in
            let inputs = try ExampleInputs(in: root)
            try await inputs.trashItem()
            let original = root.appendingPathComponent("original")
            try FileManager.default.createDirectory(at: original, withIntermediateDirectories: true)
            for part in Self.changing {
                try Self.copy(root.appendingPathComponent(part), to: original.appendingPathComponent(part))
            }
            var known: Set<String> = []
            for examples in try Examples.ofHelp() + Examples.ofPages() {
                let new = Set(examples.lines.filter { known.insert(Self.command($0)).inserted })
                if new.isEmpty { continue }
                // What was executed for another page is executed again only where a new example reads its output.
                let lines = examples.lines.enumerated().filter { i, line in
                    new.contains(line)
                        || examples.lines[(i + 1)...].contains { new.contains($0) && Self.reads($0, outputOf: line) }
                }.map(\.element)
                // Each help and page starts from the same files and library.
                for part in Self.changing {
                    try? FileManager.default.removeItem(at: root.appendingPathComponent(part))
                    try Self.copy(original.appendingPathComponent(part), to: root.appendingPathComponent(part))
                }
                for bucket in ["bucket", "encrypted-bucket", "other-device"] {
                    try? FileManager.default.removeItem(at: root.appendingPathComponent(bucket))
                }
                try await run(lines, of: examples.source, inputs: inputs, root: root)
            }
        }
    }

    /// What examples change.
    private static let changing = ["work", "home/.local"]

    private static func copy(_ source: URL, to target: URL) throws {
        try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: source, to: target)
    }

    /// Whether a line is a recovery phrase: 24 words and nothing else.
    private static func isPhrase(_ line: Substring) -> Bool {
        let words = line.split(separator: " ")
        return words.count == 24 && words.allSatisfy { $0.allSatisfy { ("a"..."z").contains($0) } }
    }

    private static func reads(_ line: String, outputOf other: String) -> Bool {
        let words = command(other).split(separator: " ")
        guard let option = words.firstIndex(of: "--output"), option + 1 < words.count else { return false }
        return command(line).split(separator: " ").contains(words[option + 1])
    }

    /// Without its comment.
    private static func command(_ line: String) -> String {
        line.replacing(/\s+# .*$/, with: "").trimmingCharacters(in: .whitespaces)
    }

    private func run(_ lines: [String], of source: String, inputs: ExampleInputs, root: URL) async throws {
        var phrase = ""
        if source.hasPrefix("diorama library audit") {
            try inputs.run(inputs.resolved("diorama sync --bucket s3://photos/home --encrypt"))
        }
        if source.hasPrefix("diorama library conflicts") { try await makeConflict(inputs, root) }
        for example in lines {
            var line = inputs.resolved(example)
            if Self.isServer(line) || line.contains("--watch") {
                if Self.isServer(line) { line = Self.command(line) + " --port 0" }
                let program = try Program.start(line: line, in: inputs.folder, home: inputs.home)
                let hasStarted = program.waitForOutput(
                    line.contains("--watch") ? "synchronizing with" : Self.address(line), seconds: 300)
                let result = program.interrupt()
                #expect(hasStarted && result.code == 0, "\(source): \(line): \(result.error)")
                continue
            }
            // Another device has a library of its own.
            let home = line.contains("--unlock") ? root.appendingPathComponent("other-device") : inputs.home
            if line.contains("--unlock") { try inputs.run("diorama library account --name Ada --tier premium", home: home) }
            let input = line.contains("--unlock") ? phrase : "stove\n"
            let result = try Program.start(line: line, in: inputs.folder, home: home, input: input).waitUntilExit()
            #expect(result.code == 0, "\(source): \(line): \(result.error)")
            if let words = result.error.split(separator: "\n").first(where: Self.isPhrase) {
                phrase = String(words) + "\n"
            }
        }
    }

    private static func isServer(_ line: String) -> Bool {
        let words = command(line).split(separator: " ")
        return words.count > 1 && ["open", "serve", "demo"].contains(words[1]) && !line.contains("--write")
    }

    private static func address(_ line: String) -> String { line.contains("--json") ? "\"address\":" : "Diorama is at http" }

    /// Two devices name a space before they hear of each other.
    private func makeConflict(_ inputs: ExampleInputs, _ root: URL) async throws {
        let bucket = "file://\(root.path)/bucket"
        let other = root.appendingPathComponent("other-device")
        try inputs.run("diorama library account --name Ben --tier premium", home: other)
        try inputs.run("diorama sync --bucket \(bucket)")
        try inputs.run("diorama sync --bucket \(bucket)", home: other)
        for (home, name) in [(inputs.home, "Eat-in kitchen"), (other, "Old kitchen")] {
            let library = try Library(at: home.appendingPathComponent(".local/share/diorama"))
            let id = try #require(inputs.placeholders["SPACE"].flatMap { SpaceID($0) })
            _ = try #require(try await library.rename(id, to: name))
            try library.close()
        }
        try inputs.run("diorama sync", home: other)
        try inputs.run("diorama sync")
    }
}
