import DioramaLibrary
import Foundation
import Geometry
import Spaces

/// A thing as lists show it.
struct ThingItemPayload: Encodable {
    let id: String
    let name: String
    @EncodesNull var category: String?
    @EncodesNull var brand: String?
    @EncodesNull var model: String?
    @EncodesNull var serial: String?
    let quantity: Int
    @EncodesNull var value: Money?
    @EncodesNull var place: String?
    let path: [String]
    @EncodesNull var space: String?
    @EncodesNull var position: [Double]?
    @EncodesNull var object: String?
    let tags: [String]
    @EncodesNull var warrantyUntil: String?
    let insured: Bool
    let lent: Bool
    @EncodesNull var cover: String?
    let created: String
    let modified: String
    @EncodesNull var trashed: String?

    init(_ item: ThingCatalogue.Item) {
        let thing = item.thing
        id = thing.id.description
        name = thing.name
        category = thing.category
        brand = thing.brand
        model = thing.model
        serial = thing.serial
        quantity = thing.quantity
        value = thing.value
        place = thing.place?.description
        path = item.path
        space = thing.space?.description
        position = thing.position?.payload
        object = thing.object
        tags = thing.tags
        warrantyUntil = thing.warrantyUntil?.payload
        insured = thing.isInsured
        lent = item.isLent
        cover = item.cover?.id.description
        created = thing.created.payload
        modified = thing.modified.payload
        trashed = thing.trashed?.payload
    }
}

/// A page of things.
struct ThingListPayload: Encodable {
    let things: [ThingItemPayload]
    @EncodesNull var next: String?
    let total: Int
}

/// A thing with everything that belongs to it.
struct ThingPayload: Encodable {
    private let details: ThingCatalogue.Details

    init(_ details: ThingCatalogue.Details) { self.details = details }

    private struct More: Encodable {
        @EncodesNull var condition: String?
        @EncodesNull var purchased: String?
        @EncodesNull var price: Money?
        @EncodesNull var seller: String?
        @EncodesNull var warrantyNotes: String?
        @EncodesNull var spaceName: String?
        let fields: [ThingFieldPayload]
        let notes: String
        let media: [ThingMediaPayload]
        let loans: [LoanPayload]
        let maintenance: [MaintenancePayload]
        let recordings: [Recorded]
    }

    private struct Recorded: Encodable {
        let id: String
        let title: String
        let created: String
    }

    func encode(to encoder: any Encoder) throws {
        try ThingItemPayload(details.item).encode(to: encoder)
        let thing = details.item.thing
        try More(
            condition: thing.condition, purchased: thing.purchased?.payload, price: thing.price, seller: thing.seller,
            warrantyNotes: thing.warrantyNotes, spaceName: details.spaceName,
            fields: thing.fields.map(ThingFieldPayload.init), notes: thing.notes,
            media: details.media.map(ThingMediaPayload.init), loans: details.loans.map(LoanPayload.init),
            maintenance: details.maintenance.map(MaintenancePayload.init),
            recordings: details.recordings.map {
                Recorded(id: $0.id.description, title: $0.title, created: $0.created.payload)
            }
        ).encode(to: encoder)
    }
}

/// A file of a thing.
struct ThingMediaPayload: Encodable {
    let id: String
    let kind: String
    @EncodesNull var role: String?
    let contentType: String
    let fileName: String
    let byteCount: Int64
    @EncodesNull var width: Int?
    @EncodesNull var height: Int?
    let caption: String
    let alternative: String
    let position: Int

    init(_ media: Entry<Media>) {
        id = media.id.description
        let known: [Media.Kind] = [.photo, .audio, .video, .document, .model]
        kind = known.contains(media.kind) ? media.kind.rawValue : Media.Kind.document.rawValue
        role = media.role.flatMap { ThingMediaBody.roles.contains($0.rawValue) ? $0.rawValue : nil }
        contentType = media.contentType
        fileName = media.fileName
        byteCount = media.byteCount
        width = media.width
        height = media.height
        caption = media.caption
        alternative = media.alternative
        position = media.position
    }
}

/// A loan of a thing.
struct LoanPayload: Encodable {
    let id: String
    let thing: String
    let borrower: String
    @EncodesNull var lent: String?
    @EncodesNull var due: String?
    @EncodesNull var returned: String?
    let notes: String

    init(_ loan: Entry<Loan>) {
        id = loan.id.description
        thing = loan.thing?.description ?? ""
        borrower = loan.borrower
        lent = loan.lent?.payload
        due = loan.due?.payload
        returned = loan.returned?.payload
        notes = loan.notes
    }
}

/// An entry of a maintenance log.
struct MaintenancePayload: Encodable {
    let id: String
    let thing: String
    let title: String
    @EncodesNull var due: String?
    @EncodesNull var done: String?
    @EncodesNull var cost: Money?
    let notes: String

    init(_ entry: Entry<Maintenance>) {
        id = entry.id.description
        thing = entry.thing?.description ?? ""
        title = entry.title
        due = entry.due?.payload
        done = entry.done?.payload
        cost = entry.cost
        notes = entry.notes
    }
}

/// What was done to many things, and the action to be undone.
struct UndoablePayload: Encodable {
    let changed: Int
    @EncodesNull var undo: String?
}

/// A thing that others were merged into.
struct MergedThingPayload: Encodable {
    let thing: ThingPayload
    let undo: String
}

extension Vector3 {
    /// x, y, z in metres.
    var payload: [Double] { [Double(x), Double(y), Double(z)] }
}
