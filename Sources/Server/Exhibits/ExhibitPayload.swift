import Exhibits
import Foundation
import Spaces

/// An exhibit in a list.
struct ExhibitSummaryPayload: Encodable {
    let id: String
    let title: String
    let summary: String
    @EncodesNull var image: String?
    let models: Int
    let cards: Int
    @EncodesNull var created: String?
    @EncodesNull var modified: String?
    let isBuiltIn: Bool
    let canEdit: Bool

    init(_ stored: StoredExhibit, visitor: Visitor) {
        id = stored.id
        title = stored.exhibit.title
        summary = stored.exhibit.summary
        image = stored.image.map { path in
            let address = ExhibitFilePayload.address(of: path, in: stored)
            return stored.isBuiltIn && stored.file(path)?.byteCount == 0 ? address + "&draft=true" : address
        }
        models = stored.exhibit.models.count
        cards = stored.exhibit.cards.count
        created = stored.created?.payload
        modified = stored.modified?.payload
        isBuiltIn = stored.isBuiltIn
        canEdit = visitor.isOwner && !stored.isBuiltIn
    }
}

/// All exhibits.
struct ExhibitListPayload: Encodable {
    let exhibits: [ExhibitSummaryPayload]
    /// Those whose documents can't be read, for the owner.
    let unreadable: [Unreadable]

    struct Unreadable: Encodable {
        let id: String
        let title: String
        let problem: String
    }
}

/// An exhibit with its document.
struct ExhibitPayload: Encodable {
    let id: String
    let revision: String
    let isBuiltIn: Bool
    let canEdit: Bool
    @EncodesNull var created: String?
    @EncodesNull var modified: String?
    let document: Exhibit
    let files: [ExhibitFilePayload]

    init(_ stored: StoredExhibit, visitor: Visitor) {
        self.init(stored, canEdit: visitor.isOwner && !stored.isBuiltIn, files: stored.files) {
            ExhibitFilePayload.address(of: $0, in: stored)
        }
    }

    /// The answer in an exported folder: only the files that the document names, at addresses relative to the page.
    init(exported stored: StoredExhibit) {
        let named = Set(stored.exhibit.files)
        self.init(stored, canEdit: false, files: stored.files.filter { named.contains($0.path) }) { "./files/\($0)" }
    }

    private init(_ stored: StoredExhibit, canEdit: Bool, files: [StoredExhibit.File], address: (String) -> String) {
        id = stored.id
        revision = stored.revision
        isBuiltIn = stored.isBuiltIn
        self.canEdit = canEdit
        created = stored.created?.payload
        modified = stored.modified?.payload
        document = stored.exhibit
        self.files = files.map { ExhibitFilePayload($0, url: address($0.path)) }
    }
}

/// A file of an exhibit.
struct ExhibitFilePayload: Encodable {
    let path: String
    let url: String
    let contentType: String
    let byteCount: Int64

    init(_ file: StoredExhibit.File, url: String) {
        path = file.path
        self.url = url
        contentType = file.contentType
        byteCount = file.byteCount
    }

    /// The address names the content, so that browsers keep it: another file of the same name has another address.
    static func address(of path: String, in stored: StoredExhibit) -> String {
        let version = stored.file(path)?.hash.map { $0.description.prefix(12) } ?? "\(BuiltInExhibit.revision)"
        return "/api/v1/exhibits/\(stored.id)/files/\(path)?v=\(version)"
    }
}

/// The body of a new exhibit.
struct NewExhibitBody: Decodable {
    let title: String?
    let copyOf: String?
}

/// The body of a model of the library.
struct LibraryModelBody: Decodable {
    let space: String?
    let thing: String?
}

/// How far a model is that is being added.
struct AdditionPayload: Encodable {
    /// 0…1 of the whole work.
    let fraction: Double
    /// What is being done, in plain words.
    let what: String
    /// Seconds left by the pace so far.
    @EncodesNull var remaining: Double?
}
