import Foundation

/// An error as one line for people.
public enum ErrorLine {
    /// Longer lines are cut.
    static let maximumCharacters = 500

    /// The error's description without line breaks, cut after 500 characters.
    public static func text(_ error: any Error) -> String {
        let isFoundation = error is CocoaError || error is POSIXError || error is URLError
        let text = isFoundation ? error.localizedDescription : String(describing: error)
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count > maximumCharacters ? line.prefix(maximumCharacters - 1) + "…" : line
    }
}
