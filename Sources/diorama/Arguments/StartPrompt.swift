import DioramaLibrary
import DioramaSync
import Foundation
import Spaces

/// The first start in a terminal: asks once who the user is.
struct StartPrompt {
    let start: LibraryStart

    init(_ folder: URL) { start = LibraryStart(folder: folder) }

    /// The error where a library has no account and nobody can be asked.
    static func noAccount(in folder: URL) -> String {
        "the library in \(folder.path) has no account yet; create one with 'diorama account create --name NAME', or join yours "
            + "with 'diorama account join --bucket URL'"
    }

    /// Whether somebody can be asked.
    static var canAsk: Bool { isatty(0) == 1 && Terminal.isInteractive }

    /// Asks until a library is there, or the input ends.
    func ask() async throws -> LibraryStart.Outcome {
        Terminal.line(
            """
            There is no library in \(start.folder.path) yet.
              1  I am new here: create an account
              2  I already have a library on another device
            """)
        while true {
            let answer = try Self.line("1 or 2: ")
            do {
                switch answer {
                case "1": return try await start.createAccount(name: try Self.line("Your name: "))
                case "2": return try await join()
                default: continue
                }
            } catch let error as CommandFailure {
                throw error
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                Terminal.line("\(Terminal.oneLine(error)). Try again, or end with Ctrl-C.")
            }
        }
    }

    private func join() async throws -> LibraryStart.Outcome {
        let remembered = try await start.rememberedBucket()
        let typed = try Self.line("Address of the bucket\(remembered.map { " [\($0)]" } ?? ""): ")
        var join = LibraryStart.Join(bucket: typed.isEmpty ? remembered : typed)
        while true {
            do {
                let request = join
                let outcome = try await cancellable { try await start.join(request, progress: Terminal.progress()) }
                outcome.notes.forEach(Terminal.line)
                return outcome
            } catch let error as SyncError where error.kind == .noPermission && join.phrase == nil {
                join.phrase = try RecoveryPhrase(try Self.line("The library is encrypted. The 24 words of its recovery phrase: "))
            }
        }
    }

    private static func line(_ question: String) throws -> String {
        FileHandle.standardError.write(Data(question.utf8))
        guard let line = readLine() else { throw CommandFailure("the input ended; nothing was created") }
        return line.trimmingCharacters(in: .whitespaces)
    }
}
