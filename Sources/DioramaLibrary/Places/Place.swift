import Foundation
import GRDB

/// A room, a shelf, a box: the location of things. Places are nested, and may be in a space.
public struct Place: CatalogueValue {
    /// The owner; nil for nobody.
    public var account: AccountID?
    /// 1 to 200 characters.
    public var name: String
    /// The space that it is in, or nil.
    public var space: SpaceID?
    /// The place that contains it, or nil. A place can't contain itself, directly or indirectly.
    public var parent: PlaceID?
    /// Notes, at most 100,000 characters.
    public var notes: String

    /// Creates a place to be added; the limits are those of the properties.
    public init(name: String, space: SpaceID? = nil, parent: PlaceID? = nil, notes: String = "", account: AccountID? = nil) {
        self.name = name
        self.space = space
        self.parent = parent
        self.notes = notes
        self.account = account
    }

    public static let layout = TableLayout<Place>(
        "places", noun: "place", blank: Place(name: ""),
        checked: { (place) throws(LibraryError) in
            var place = place
            place.name = try Check.line(place.name, "a place's name", characters: 200)
            place.notes = try Check.text(place.notes, "a place's notes")
            return place
        },
        permit: { new, old, db in
            guard let old, let parent = new.parent, parent != old.content.parent else { return }
            if try PlaceTree.ancestors(parent, db).contains(old.id) {
                throw LibraryError(.invalidValue, "\"\(new.name)\" can't lie in itself, nor in what lies in it")
            }
        }
    ) { column in
        column("account", \.account, references: "accounts")
        column("name", \.name)
        column("space", \.space, references: "spaces")
        column("parent", \.parent, references: "places")
        column("notes", \.notes)
    }
}

/// Places in places. Two devices can each have moved one into the other: a circle ends where it comes back.
enum PlaceTree {
    /// The ids of a place (`?`) and of all places in it, as SQL.
    static let below = """
        WITH RECURSIVE below (id) AS (VALUES (?) UNION SELECT places.id FROM places JOIN below ON places.parent = below.id)
        SELECT id FROM below
        """

    /// A place and the places that contain it, the innermost first. A missing place ends the path.
    static func ancestors(_ place: PlaceID, _ db: Database) throws -> [PlaceID] {
        var path: [PlaceID] = []
        var next: PlaceID? = place
        while let id = next, !path.contains(id) {
            path.append(id)
            next = try Place.layout.fetch(id, db)?.content.parent
        }
        return path
    }
}

extension Library {
    /// A place and the places that contain it, the outermost first; empty where there is no such place.
    public func path(to place: PlaceID) async throws(LibraryError) -> [Entry<Place>] {
        try await query(to: "find the place \(place)") { db in
            let ids = try PlaceTree.ancestors(place, db).reversed().map(\.description)
            return try Place.layout.fetch(ids, db)
        }
    }
}

extension Condition where Value == Place {
    /// Directly in a place; nil for top-level places.
    public static func parent(_ parent: PlaceID?) -> Self { indexed("parent", parent.cell) }
    /// In a space; nil for those in none.
    public static func space(_ space: SpaceID?) -> Self { indexed("space", space.cell) }
}
