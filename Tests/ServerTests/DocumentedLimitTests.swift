import DioramaLibrary
import Foundation
import Testing

/// The limits in docs/openapi.yaml, from which those of the web client are generated, are the limits that the library applies.
struct DocumentedLimitTests {
    private func document() throws -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return try String(contentsOf: folder.appendingPathComponent("../../docs/openapi.yaml").standardizedFileURL, encoding: .utf8)
    }

    @Test func `the largest files of a memory`() throws {
        let sizes = [("photo", Media.Kind.photo), ("audio", .audio), ("video", .video), ("session", .session)]
        let text = sizes.map { "\($0): \(MediaIntake.byteLimit($1))" }.joined(separator: ", ")
        #expect(try document().contains("x-maxBytes: { \(text) }"))
    }

    @Test func `the longest text of a memory`() throws {
        #expect(try document().contains("text: { type: string, maxLength: \(Memory.textLimit),"))
    }
}
