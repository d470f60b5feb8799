import Foundation
import Geometry

/// A link that opens a space, or a part of it, to whoever has its address. It belongs to this device: sync does not carry it.
///
/// The address has a token of 256 random bits, of which only the SHA-256 is kept: it is shown once, when the link is made.
public struct SpaceLink: Sendable, Equatable {
    public let id: LinkID
    public let space: SpaceID
    /// What its maker calls it: 1 to 200 characters. Visitors don't see it.
    public let name: String
    public let hasPassword: Bool
    public let created: Date
    /// From when on it opens nothing; nil for never.
    public let expires: Date?
    /// The box that visitors get, in the space's metres; nil for the whole space.
    public let part: Bounds?
    /// Whether visitors see the public memories in what they get.
    public let showsMemories: Bool
    /// How often it was opened.
    public let views: Int
    public let lastViewed: Date?
    /// When it was revoked; nil where it is not.
    public let revoked: Date?
    /// Tells of a link whether it is opened by the same token and password as before, and nothing else of them.
    package let seal: String

    /// Whether it opens anything at `time`.
    public func isOpen(at time: Date = Date()) -> Bool { revoked == nil && expires.map { time < $0 } ?? true }
}

/// The id of a `SpaceLink`.
public typealias LinkID = Identifier<SpaceLink>

/// A link to be made.
public struct SpaceLinkDraft: Sendable {
    /// 1 to 200 characters without control characters.
    public var name: String
    /// 1 to 200 characters; nil for none.
    public var password: String?
    /// In the future; nil for never.
    public var expires: Date?
    /// Not empty, finite; nil for the whole space.
    public var part: Bounds?
    public var showsMemories: Bool

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
public struct SpaceLinkChange: Sendable {
    /// A value that may be taken away.
    public enum Change<Value: Sendable>: Sendable {
        case keep
        case remove
        case set(Value)
    }

    public var name: String?
    public var password: Change<String>
    public var expires: Change<Date>
    public var showsMemories: Bool?
    /// False opens a revoked link again.
    public var isRevoked: Bool?

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
