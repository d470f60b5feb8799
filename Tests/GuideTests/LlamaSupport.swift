import Foundation
import Guide

/// A folder that goes with its object.
final class ScratchFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-guide-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file.
    func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return file
    }

    /// A program in the place of `diorama-llama`: lines of shell, with `event JSON` to write an event, `request` to wait for a
    /// request, and `$n`, how often the program was started.
    func program(_ lines: String) throws -> URL {
        let file = try self.file(
            "program",
            Array(
                """
                #!/bin/sh
                event() { printf "\\\\$(printf %03o ${#1})\\\\0\\\\0\\\\0%s" "$1"; }
                request() { head -c 4 >/dev/null; }
                echo >>"$0.starts"
                n=$(wc -l <"$0.starts")
                \(lines)

                """.utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        return file
    }
}

/// Prompts for tests.
enum LlamaPrompts {
    static let persona = Persona(
        id: "koch", name: "Christina Koch", role: "Mission specialist", isReal: true,
        style: .init(
            guide: "Friendly and clear.", openers: .init(fact: [], number: [], date: [], list: [], reason: []), joiners: [],
            closers: [], declines: []))

    static func evidence(_ sentences: [String]) -> [Evidence] {
        sentences.enumerated().map { index, sentence in
            let passage = Passage(id: "test/p\(index)", title: "Test", text: sentence, source: .init(name: "Test", date: "2026"))
            return Evidence(passage: passage, sentence: sentence, index: 0, score: 1)
        }
    }

    static func prompt(_ question: String, _ sentences: [String], maxTokens: Int = 60) -> GuidePrompt {
        GuidePrompt(persona: persona, question: question, evidence: evidence(sentences), maxTokens: maxTokens)
    }

    /// A prompt with three sentences.
    static let space = prompt(
        "How long was Christina Koch in space?",
        [
            "Christina Koch spent 328 days in space on her first flight.", "Orion's heat shield is 5 m wide.",
            "Artemis II was launched on 1 April 2026.",
        ])

    /// Many sentences, each with a number of its own.
    static func sentences(_ count: Int) -> [String] {
        (0..<count).map { "The instrument number \($0) of the spacecraft measures the temperature every \($0 + 2) seconds." }
    }

    /// The whole answer.
    static func answer(_ model: LlamaLanguageModel, _ prompt: GuidePrompt) async throws -> String {
        var text = ""
        for try await piece in model.generate(prompt) { text += piece }
        return text
    }
}
