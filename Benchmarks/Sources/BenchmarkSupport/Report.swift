import Foundation

/// One measurement as one line of JSON on standard output, for `table.py`.
public enum Report {
    public static func print(_ values: [String: Any]) throws {
        Swift.print(String(decoding: try JSONSerialization.data(withJSONObject: values, options: [.sortedKeys]), as: UTF8.self))
        fflush(nil)
    }
}

/// What went wrong, in one line.
public struct BenchmarkError: Error, CustomStringConvertible {
    public let description: String
    public init(_ text: String) { description = text }
}
