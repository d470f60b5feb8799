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

    /// Each help and page starts from the same files and library.
    @Test(arguments: try Examples.once())
    func `every example works`(examples: Examples) async throws {
        let inputs = try await Self.inputs.value
        try await TestData.withTemporaryFolder { root in
            try await run(examples.lines, of: examples.source, inputs: inputs.copied(to: root), root: root)
        }
    }

    private static let inputs = Task { try await ExampleInputs(in: TestData.folderUntilExit.get()) }

    /// Whether a line is a recovery phrase: 24 words and nothing else.
    private static func isPhrase(_ line: Substring) -> Bool {
        let words = line.split(separator: " ")
        return words.count == 24 && words.allSatisfy { $0.allSatisfy { ("a"..."z").contains($0) } }
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
                if Self.isServer(line) { line = Examples.command(line) + " --port 0" }
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
        let words = Examples.command(line).split(separator: " ")
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
            let library = try Library(at: home.appendingPathComponent(ExampleInputs.library))
            let id = try #require(inputs.placeholders["SPACE"].flatMap { SpaceID($0) })
            _ = try #require(try await library.rename(id, to: name))
            try library.close()
        }
        try inputs.run("diorama sync", home: other)
        try inputs.run("diorama sync")
    }
}
