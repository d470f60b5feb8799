import ArgumentParser
import Foundation

/// The option that every command has.
struct OutputOptions: ParsableArguments {
    @Flag(name: .long, help: "Print one JSON object on standard output; progress goes to standard error.")
    var json = false

    /// Prints the result: as one JSON object, or as lines for people.
    func print(_ value: some Encodable, _ text: @autoclosure () -> String) throws {
        if json {
            let encoder = JSONEncoder()
            encoder.keyEncodingStrategy = .convertToSnakeCase
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            encoder.dateEncodingStrategy = .iso8601
            Swift.print(String(decoding: try encoder.encode(value), as: UTF8.self))
        } else {
            Swift.print(text())
        }
        // A server that goes on running has to print its address at once, also into a file or a pipe.
        fflush(nil)
    }
}
