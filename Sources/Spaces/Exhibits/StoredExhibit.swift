import Crypto
import DioramaLibrary
import Exhibits
import Foundation

/// An exhibit of a library, or the built-in one.
public struct StoredExhibit: Sendable {
    /// The id in the library, or the name of the built-in exhibit.
    public let id: String
    /// Nil for the built-in exhibit.
    public let record: ExhibitID?
    /// When it was added; nil for the built-in one.
    public let created: Date?
    /// When it was last changed; nil for the built-in one.
    public let modified: Date?
    /// The document.
    public let exhibit: Exhibit
    /// The files, also those that the document doesn't name.
    public let files: [File]

    /// Whether it comes with the program and can't be changed.
    public var isBuiltIn: Bool { record == nil }

    /// What a link to it opens.
    public var shareTarget: ShareTarget { record.map { .exhibit($0) } ?? .builtInExhibit(id) }

    /// A file of an exhibit.
    public struct File: Sendable, Equatable {
        /// As the document names it: `models/NAME` or `images/NAME`.
        public let path: String
        /// The media type.
        public let contentType: String
        /// Size in bytes.
        public let byteCount: Int64
        /// The name of the file in the library; nil for files of the built-in exhibit.
        public let hash: AssetHash?
    }

    /// Changes with the document: the first 16 digits of its SHA-256.
    public var revision: String { Self.revision(of: exhibit) }

    /// The same without the files that the document doesn't name, as an image that was replaced: what others than the owner get.
    public var published: StoredExhibit {
        let named = Set(exhibit.files)
        return StoredExhibit(
            id: id, record: record, created: created, modified: modified, exhibit: exhibit,
            files: files.filter { named.contains($0.path) })
    }

    static func revision(of exhibit: Exhibit) -> String {
        let json = (try? exhibit.json()) ?? Data()
        return SHA256.hash(data: json).prefix(8).map { String(format: "%02x", $0) }.joined()
    }

    /// The first image of a model, or of a card.
    public var image: String? {
        exhibit.models.lazy.compactMap(\.image).first ?? exhibit.cards.lazy.compactMap(\.image).first
    }

    /// The file of this path; nil where there is none.
    public func file(_ path: String) -> File? { files.first { $0.path == path } }
}

/// The exhibits of a library.
public struct ExhibitList: Sendable {
    /// Those that can be shown.
    public var exhibits: [StoredExhibit]
    /// Those whose documents can't be read, as of a later version of the schema on another device.
    public var unreadable: [Unreadable]

    /// An exhibit whose document can't be read.
    public struct Unreadable: Sendable, Equatable {
        /// The id in the library.
        public let id: String
        /// The title of its row.
        public let title: String
        /// What is wrong with the document.
        public let problem: String
    }
}

extension StoredExhibit.File {
    /// - Returns: nil for media that are no files of an exhibit.
    init?(_ media: Media) {
        let folder: ExhibitFile.Folder
        switch media.kind {
        case .model: folder = .models
        case .photo: folder = .images
        default: return nil
        }
        self.init(
            path: "\(folder.rawValue)/\(media.fileName)", contentType: media.contentType, byteCount: media.byteCount,
            hash: media.hash)
    }
}

extension ExhibitFileDraft {
    /// - Throws: `SpacesError` of kind `invalidInput` for a path that no file of an exhibit has.
    init(_ path: String, _ file: URL) throws(SpacesError) {
        guard let parts = ExhibitFile.split(path), let type = ExhibitFile.contentType(path) else {
            throw SpacesError(
                .invalidInput, "it is not the path of a file in an exhibit", input: path,
                remedy: "use models/NAME.glb, models/NAME.usdz, or images/NAME with jpg, png or webp")
        }
        self.init(kind: parts.folder == .models ? .model : .photo, fileName: parts.name, contentType: type, file: file)
    }
}
