import Foundation
import Support

/// Keeps the identity in the desktop's keyring (freedesktop.org Secret Service), through the program `secret-tool`, where both are
/// there.
public struct SecretServiceIdentityStore: IdentityStore {
    private let program: String
    private let attributes = ["application", "diorama", "item", "identity"]

    /// - Parameter program: the program to call, by name or path.
    public init(program: String = "secret-tool") { self.program = program }

    /// Whether there is a session with a keyring to ask: a message bus, and the program.
    public static var isAvailable: Bool {
        let environment = ProcessInfo.processInfo.environment
        guard environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false else { return false }
        return (environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/secret-tool")
        }
    }

    public func load() async throws(LibraryError) -> Identity? {
        let (status, output, diagnostic) = try await run(["lookup"] + attributes, input: nil)
        // It ends with 1 both where nothing is kept and where the keyring can't be reached; only then it says something.
        if status != 0 {
            if diagnostic.isEmpty { return nil }
            throw LibraryError(.failed, "couldn't read the identity in the keyring\(diagnostic)")
        }
        guard
            let data = Data(base64Encoded: String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        else { throw LibraryError(.damaged, "the identity in the keyring can't be read; remove it there to begin with a new one") }
        return try Identity(decoding: data, from: "the keyring")
    }

    public func save(_ identity: Identity) async throws(LibraryError) {
        // Through its input: arguments can be seen by everyone on the machine.
        let text = try identity.encoded().base64EncodedString()
        let (status, _, diagnostic) = try await run(["store", "--label=Diorama"] + attributes, input: Array(text.utf8))
        if status != 0 { throw LibraryError(.failed, "couldn't save the identity in the keyring\(diagnostic)") }
    }

    public func erase() async throws(LibraryError) {
        let (status, _, diagnostic) = try await run(["clear"] + attributes, input: nil)
        if status != 0 && !diagnostic.isEmpty {
            throw LibraryError(.failed, "couldn't erase the identity in the keyring\(diagnostic)")
        }
    }

    private func run(
        _ arguments: [String], input: [UInt8]?
    ) async throws(LibraryError) -> (status: Int32, output: [UInt8], diagnostic: String) {
        let program = program
        do {
            return try await Blocking.run {
                let process = try ChildProcess(program, arguments, hasInput: input != nil)
                if let input { try input.withUnsafeBytes { try process.write($0) } }
                process.endInput()
                let output = try process.readAll(limit: 1 << 20)
                return (process.wait(), output, process.diagnostic)
            }
        } catch let error as ChildProcess.Failure {
            throw LibraryError(
                .failed, "the keyring can't be used: \(error.problem)\(error.remedy.isEmpty ? "" : "; \(error.remedy)")")
        } catch {
            throw LibraryError(.failed, "the keyring can't be used: \(error)")
        }
    }
}
