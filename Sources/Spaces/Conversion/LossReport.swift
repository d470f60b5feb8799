import Foundation
import ModelFormats
import Support

/// What a written file does not contain of its source, for a JSON file.
public struct LossReport: Encodable, Sendable {
    /// The name of the file that was written.
    public let file: String
    /// What its format could not hold.
    public let losses: [Loss]
    /// What the reader of the source had not kept.
    public let notes: [String]

    /// A report on `file`, of which only the name is kept.
    public init(of file: URL, losses: [Loss], notes: [String]) {
        self.file = file.lastPathComponent
        self.losses = losses
        self.notes = notes
    }

    /// Writes the report, as JSON.
    /// - Throws: `FileError` where it can't be written.
    public func write(to url: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        try AtomicFile.write(Array(try encoder.encode(self)), to: url)
    }
}
