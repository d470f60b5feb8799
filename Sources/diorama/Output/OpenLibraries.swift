import DioramaLibrary
import Foundation
import Spaces
import Synchronization

/// The libraries that the command has opened. They are closed at its end, also where something still refers to them: one that was
/// not closed looks like that of a killed program when it is opened the next time.
enum OpenLibraries {
    private static let libraries = Mutex<[Library]>([])

    /// Closes `library` at the end of the program.
    static func register(_ library: Library) { libraries.withLock { $0.append(library) } }

    /// Closes the libraries. One that the command wrote into gets the automatic backup where its latest is older than a day; a
    /// failure of that is reported and changes nothing of the command's result.
    static func close() async {
        let opened = libraries.withLock { libraries in
            defer { libraries = [] }
            return libraries
        }
        for library in opened {
            if library.hasWritten && !library.isDemo { await backUp(library) }
            do {
                try library.close()
            } catch {
                Terminal.line("warning: \(Terminal.oneLine(error))")
            }
        }
    }

    private static func backUp(_ library: Library) async {
        do {
            let options = BackupOptions(application: "Diorama \(DioramaVersion.current)")
            guard let made = try await library.backUpIfOlder(than: 86_400, options) else {
                try await library.expireBackups(options)
                return
            }
            Terminal.line("backup \(made.id): \(Terminal.bytes(made.byteCount)) in \(library.backupFolder.path)")
        } catch {
            Terminal.line("warning: no backup was made: \(Terminal.oneLine(error))")
        }
    }
}
