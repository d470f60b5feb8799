import Foundation
import GRDB
import Geometry

/// What a link opens.
public enum ShareTarget: Sendable, Equatable {
    /// A space of the library.
    case space(SpaceID)
    /// An exhibit of the library.
    case exhibit(ExhibitID)
    /// The exhibit of this name that comes with the program.
    case builtInExhibit(String)

    /// The space; nil where it is an exhibit.
    public var space: SpaceID? {
        if case .space(let id) = self { id } else { nil }
    }

    /// The id of the exhibit, or the name of the built-in one; nil where it is a space.
    public var exhibit: String? {
        switch self {
        case .space: nil
        case .exhibit(let id): id.description
        case .builtInExhibit(let name): name
        }
    }

    /// What `space` and `exhibit` of a row name; nil where that is nothing.
    init?(space: DatabaseValue, exhibit: DatabaseValue) {
        if let id = SpaceID(cell: space) {
            self = .space(id)
        } else if let id = ExhibitID(cell: exhibit) {
            self = .exhibit(id)
        } else if let name = String(cell: exhibit), !name.isEmpty {
            self = .builtInExhibit(name)
        } else {
            return nil
        }
    }
}

/// A link that opens a space, a part of it, or an exhibit to anyone who has its address. It belongs to this device and is not
/// synchronized.
///
/// The address has a token of 256 random bits, of which only the SHA-256 is kept: it is shown once, when the link is made.
public struct ShareLink: Sendable, Equatable {
    /// Identifies the link. It is not the token of the address.
    public let id: LinkID
    /// What it opens.
    public let target: ShareTarget
    /// What its maker calls it: 1 to 200 characters. Visitors don't see it.
    public let name: String
    /// Whether visitors must enter a password.
    public let hasPassword: Bool
    /// The space that it opens; nil where it opens an exhibit.
    public var space: SpaceID? { target.space }
    /// The exhibit that it opens, by its id or name; nil where it opens a space.
    public var exhibit: String? { target.exhibit }
    /// When it was created, to the millisecond.
    public let created: Date
    /// From when on it opens nothing; nil for never.
    public let expires: Date?
    /// The box that visitors get, in the space's metres; nil for the whole space and for exhibits.
    public let part: Bounds?
    /// Whether visitors see the public memories in what they get of a space.
    public let showsMemories: Bool
    /// How often it was opened.
    public let views: Int
    /// When it was last opened; nil where it never was.
    public let lastViewed: Date?
    /// When it was revoked; nil where it is not.
    public let revoked: Date?
    /// Fingerprint of token and password: changes when either does, and reveals nothing else.
    package let seal: String

    /// Whether it opens anything at `time`.
    public func isOpen(at time: Date = Date()) -> Bool { revoked == nil && expires.map { time < $0 } ?? true }
}

/// The id of a `ShareLink`.
public typealias LinkID = Identifier<ShareLink>

/// A link to be made.
public struct ShareLinkDraft: Sendable {
    /// 1 to 200 characters without control characters.
    public var name: String
    /// 1 to 200 characters; nil for none.
    public var password: String?
    /// In the future; nil for never.
    public var expires: Date?
    /// Not empty, finite; nil for the whole space. Links to exhibits have none.
    public var part: Bounds?
    /// Whether visitors see the public memories.
    public var showsMemories: Bool

    /// Creates a draft; `addLink` checks the values.
    public init(
        name: String, password: String? = nil, expires: Date? = nil, part: Bounds? = nil, showsMemories: Bool = true
    ) {
        self.name = name
        self.password = password
        self.expires = expires
        self.part = part
        self.showsMemories = showsMemories
    }
}

/// What is to be changed of a link; what is nil stays. A link's part never changes: what was sent of another part can't be taken
/// back.
public struct ShareLinkChange: Sendable {
    /// A value that may be taken away.
    public enum Change<Value: Sendable>: Sendable {
        /// Leaves the value as it is.
        case keep
        /// Clears the value.
        case remove
        /// Replaces the value.
        case set(Value)
    }

    /// A new name of 1 to 200 characters; nil keeps the current one.
    public var name: String?
    /// The password that visitors must enter.
    public var password: Change<String>
    /// The end of validity; a new one must be in the future.
    public var expires: Change<Date>
    /// Whether visitors see the public memories; nil keeps the current setting.
    public var showsMemories: Bool?
    /// False opens a revoked link again.
    public var isRevoked: Bool?

    /// Creates a change; by default nothing is changed.
    public init(
        name: String? = nil, password: Change<String> = .keep, expires: Change<Date> = .keep, showsMemories: Bool? = nil,
        isRevoked: Bool? = nil
    ) {
        self.name = name
        self.password = password
        self.expires = expires
        self.showsMemories = showsMemories
        self.isRevoked = isRevoked
    }
}
