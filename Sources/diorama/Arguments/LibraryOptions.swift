import ArgumentParser
import DioramaLibrary
import DioramaSync
import Foundation
import Pairing

/// The option of every command that uses the library.
struct LibraryOptions: ParsableArguments {
    @Option(name: .customLong("library"), help: ArgumentHelp("The library's folder.", valueName: "folder"))
    var path: String?

    @Flag(
        help: """
            Open the library without writing in its folder: for a disk that can't be written, or to rescue data from a damaged one.
            """)
    var readOnly = false

    var folder: URL { path.map { URL(fileURLWithPath: $0) } ?? Library.defaultFolder }

    /// The library; none is created.
    func open() throws -> Library {
        if readOnly { return try Library(readOnly: folder) }
        let library = try Library(existing: folder)
        try library.warnOfClock()
        OpenLibraries.register(library)
        return library
    }

    /// The library. Where there is none, asks in a terminal who the user is, and creates it or joins theirs.
    func openOrStart() async throws -> Library {
        try await startIfMissing()
        return try open()
    }

    /// Asks in a terminal who the user is, where there is no library, and creates it or joins theirs.
    /// - Throws: `LibraryError` of kind `notFound` where there is none and nobody can be asked.
    func startIfMissing() async throws {
        if readOnly || Library.exists(at: folder) { return }
        guard StartPrompt.canAsk else { throw Library.missing(in: folder) }
        try await StartPrompt(folder).ask().library.close()
    }

    /// The library with sync and media; none is created.
    func client() async throws -> LibraryClient {
        if readOnly { throw CommandFailure("this command writes into the library; call it without --read-only") }
        guard Library.exists(at: folder) else { throw Library.missing(in: folder) }
        let client = try await LibraryClient(.init(folder: folder))
        OpenLibraries.register(client.database)
        try client.database.warnOfClock()
        return client
    }
}

extension Library {
    /// The space with an id from the command line.
    /// - Throws: `CommandFailure` where `text` is not an id, or there is no such space outside the trash.
    func space(argument text: String) async throws -> Space {
        guard let id = SpaceID(text) else { throw CommandFailure("'\(text)' is not an id; 'diorama library list' prints the ids") }
        guard let space = try await space(id), space.trashed == nil else {
            throw CommandFailure("there is no space \(text) in \(folder.path); 'diorama library list' prints the spaces")
        }
        return space
    }
}

extension Library {
    /// Prints a warning on standard error where this computer's clock is not used for changes.
    func warnOfClock() throws {
        if let finding = try clockFinding() { Terminal.line("warning: \(finding.line)") }
    }

    /// The library's media; originals that are only in its bucket or on a paired device are downloaded when they are needed.
    var mediaStore: MediaStore { PairingClient(SyncClient(self, identity: LayeredIdentityStore.standard())).mediaStore() }
}

/// The file, capture or space that a command works on.
enum InputArgument {
    case path(String)
    case space(Space, Library)

    /// A space if `text` is an id that no file has as its name. The library is only opened then.
    init(_ text: String, _ library: LibraryOptions) async throws {
        guard SpaceID(text) != nil, !FileManager.default.fileExists(atPath: text) else {
            self = .path(text)
            return
        }
        let library = try library.open()
        self = .space(try await library.space(argument: text), library)
    }
}
