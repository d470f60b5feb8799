import Foundation
import Pairing
import Support

#if canImport(Glibc)
    import Glibc
#endif

/// Asks the person whether both devices show the same six digits.
enum DigitsPrompt {
    /// In a terminal by a question; else by the digits of the other device, in one line of standard input.
    /// - Throws: `CommandFailure` where standard input ends without an answer.
    static func confirms(_ session: PairingSession) async throws -> Bool {
        let isTerminal = isatty(0) == 1
        if isTerminal { Terminal.line("Does \(session.name) show the same digits? [y/N] ") }
        guard let line = try await Blocking.run({ readLine(strippingNewline: true) }) else {
            if isTerminal { return false }
            throw CommandFailure("no digits were given on standard input: write those that \(session.name) shows")
        }
        let answer = line.trimmingCharacters(in: .whitespaces).lowercased()
        if isTerminal { return ["y", "yes"].contains(answer) }
        return answer.filter { !$0.isWhitespace } == session.shortCode.filter { !$0.isWhitespace }
    }
}
