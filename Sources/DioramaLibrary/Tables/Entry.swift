import Foundation

/// A value as the catalogue keeps it: with an id, and when it was added and changed. Its properties are the value's: `entry.name`.
@dynamicMemberLookup
public struct Entry<Value: CatalogueValue>: Sendable, Equatable, Identifiable {
    public let id: Identifier<Value>
    /// When it was added, to the millisecond.
    public let created: Date
    /// When it was last changed, to the millisecond.
    public let modified: Date
    /// When it was put into the trash; nil where it is not there.
    public let trashed: Date?
    /// The stored value.
    public let content: Value

    /// A property of the stored value.
    public subscript<Property>(dynamicMember path: KeyPath<Value, Property>) -> Property { content[keyPath: path] }
}

/// A part of a list.
public struct Page<Value: CatalogueValue>: Sendable, Equatable {
    /// The entries in the order of the list.
    public let entries: [Entry<Value>]
    /// Where the next page begins; nil where this was the last.
    public let next: Cursor<Value>?
}

/// A place in a list: right behind an entry, whether or not that is still there.
public struct Cursor<Value: CatalogueValue>: Sendable, Equatable, LosslessStringConvertible {
    /// What the entry was sorted by.
    enum Key: Equatable, Sendable {
        case none
        case number(Int64)
        case text(String)
    }

    /// The name of the order.
    let order: String
    let key: Key
    let id: Identifier<Value>

    init(order: String, key: Key, id: Identifier<Value>) {
        self.order = order
        self.key = key
        self.id = id
    }

    /// Reads what `description` wrote; nil for anything else.
    public init?(_ description: String) {
        guard description.utf8.count < 8192, let data = Data(base64Encoded: description),
            let parts = try? JSONDecoder().decode([String].self, from: data), parts.count == 4, let id = Identifier<Value>(parts[3])
        else { return nil }
        switch parts[1] {
        case "number":
            guard let number = Int64(parts[2]) else { return nil }
            self.init(order: parts[0], key: .number(number), id: id)
        case "text": self.init(order: parts[0], key: .text(parts[2]), id: id)
        case "none": self.init(order: parts[0], key: .none, id: id)
        default: return nil
        }
    }

    /// One word, to be handed to a client and back.
    public var description: String {
        let (kind, text) =
            switch key {
            case .none: ("none", "")
            case .number(let number): ("number", "\(number)")
            case .text(let text): ("text", text)
            }
        return Data(JSONText.of([order, kind, text, id.description]).utf8).base64EncodedString()
    }
}
