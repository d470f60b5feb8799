import ArgumentParser
import DioramaLibrary
import DioramaSync
import Foundation

/// The option of every command that uses the library.
struct LibraryOptions: ParsableArguments {
    @Option(name: .customLong("library"), help: ArgumentHelp("The library's folder.", valueName: "folder"))
    var path: String?

    var folder: URL { path.map { URL(fileURLWithPath: $0) } ?? Library.defaultFolder }

    func open() throws -> Library { try Library(at: folder) }
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
    /// The library's media; originals that are only in its bucket are downloaded when they are needed.
    var mediaStore: MediaStore { SyncClient(self, identity: LayeredIdentityStore.standard()).mediaStore() }
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
