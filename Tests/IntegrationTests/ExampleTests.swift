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
        if lines.contains(where: { $0.contains("account join") }) && !lines.contains(where: { $0.contains("sync --bucket") }) {
            try inputs.run(inputs.resolved("diorama sync --bucket file:///media/disk/diorama"))
            let encrypted = try inputs.run(inputs.resolved("diorama sync --bucket s3://photos/home --encrypt"))
            phrase = Self.phrase(in: encrypted) ?? ""
        }
        if source.hasPrefix("diorama library conflicts") { try await makeConflict(inputs, root) }
        for example in lines
        where !Self.needsOtherDevice(example) && !Self.takesMinutes(example) && !Self.needsDatabase(example) {
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
            let home = Self.device(for: line).map { root.appendingPathComponent($0) } ?? inputs.home
            let input = line.contains("--phrase -") ? phrase : "stove\n"
            let result = try Program.start(line: line, in: inputs.folder, home: home, input: input).waitUntilExit()
            #expect(result.code == 0, "\(source): \(line): \(result.error)")
            phrase = Self.phrase(in: result) ?? phrase
        }
    }

    /// Whether an example needs a second device or a server that runs meanwhile, or its id: `PairCommandTests` and the journeys
    /// run these.
    private static func needsOtherDevice(_ line: String) -> Bool {
        line.contains("DEVICE") || line.contains("live join") || line.contains("live record") || line.contains("--pair ")
            || line.contains("diorama pair") && !line.contains("pair list")
    }

    /// Whether an example needs a PostgreSQL server, or the service beside it: the journeys of the multi-user service run these.
    private static func needsDatabase(_ line: String) -> Bool {
        line.contains("postgres://") || line.contains("diorama remote ")
    }

    /// Whether an example computes for minutes: `SplatCommandTests` and the journey of photos run these with less.
    private static func takesMinutes(_ line: String) -> Bool { line.contains("~/photos") || line.contains("diorama splat ") }

    /// The recovery phrase that a command has shown, as it is typed.
    private static func phrase(in outcome: Program.Outcome) -> String? {
        outcome.error.split(separator: "\n").first(where: isPhrase).map { String($0) + "\n" }
    }

    /// The device of an example that begins a library: each has a home folder of its own; nil for the one of the others.
    private static func device(for line: String) -> String? {
        if line.contains("account create") { return "new-device" }
        if line.contains("account join") { return line.contains("--phrase") ? "third-device" : "other-device" }
        return nil
    }

    private static func isServer(_ line: String) -> Bool {
        let words = Examples.command(line).split(separator: " ")
        if words.count > 2, words[1...2] == ["live", "host"] { return true }
        return words.count > 1 && ["open", "serve", "demo"].contains(words[1]) && !line.contains("--write")
    }

    private static func address(_ line: String) -> String { line.contains("--json") ? "\"address\":" : "Diorama is at http" }

    /// Two devices name a space before they hear of each other.
    private func makeConflict(_ inputs: ExampleInputs, _ root: URL) async throws {
        let bucket = "file://\(root.path)/bucket"
        let other = root.appendingPathComponent("other-device")
        try inputs.run("diorama sync --bucket \(bucket)")
        try inputs.run("diorama account join --bucket \(bucket)", home: other)
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
