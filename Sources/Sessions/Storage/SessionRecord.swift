import DioramaLibrary
import Foundation

/// A live session in a space, as it is stored: everything but the state of its room.
public struct SessionRecord: Codable, Sendable, Equatable {
    /// The code by which people join.
    public let code: SessionCode
    /// The space.
    public let space: String
    /// The link by which guests see the space.
    public let link: String
    /// The account that created the session; nil for the library's owner without an account.
    public let host: String?
    /// When it began: the start of the session clock.
    public let created: Date
    /// When it ends by itself.
    public var expires: Date
    /// What its host permits.
    public var settings: SessionSettings
    /// Whether events are recorded.
    public var isRecording: Bool
    /// The memory that the recording becomes when it ends. Its id is chosen when recording begins, so that it is added once even
    /// where the program ends in between. Nil without a recording, and where it couldn't be kept.
    public var memory: String?
}

/// What the host of a session permits.
public struct SessionSettings: Codable, Sendable, Equatable {
    /// Minutes from the beginning until the session ends by itself: 1 to 1,440.
    public var maxMinutes: Int
    /// Whether people with the code may take part; false: they may only watch.
    public var allowsGuests: Bool
    /// Whether names are those of `ListedNames`, so that no free text is in the session; the room replaces others.
    public var reactionsOnly: Bool

    /// Settings; the defaults are those of a new session.
    public init(maxMinutes: Int = 120, allowsGuests: Bool = true, reactionsOnly: Bool = false) {
        self.maxMinutes = maxMinutes
        self.allowsGuests = allowsGuests
        self.reactionsOnly = reactionsOnly
    }

    /// The permitted range of ``maxMinutes``.
    public static let minutes = 1...1_440
}

/// Six characters that name a session while it lasts: letters and digits without those that look alike (0 and O, 1, I and L).
public struct SessionCode: Codable, Sendable, Hashable, CustomStringConvertible {
    /// The characters, upper case.
    public let description: String

    private static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ")
    static let length = 6

    /// A random code.
    public static func random() -> SessionCode {
        SessionCode(unchecked: String((0..<length).compactMap { _ in alphabet.randomElement() }))
    }

    private init(unchecked text: String) { description = text }

    /// The code that somebody typed: case, spaces and hyphens don't matter. Nil where it can't be one.
    public init?(_ text: String) {
        let characters = text.uppercased().filter { $0 != " " && $0 != "-" }
        guard characters.count == Self.length, characters.allSatisfy({ Self.alphabet.contains($0) }) else { return nil }
        description = characters
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let code = SessionCode(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a session code")
        }
        self = code
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
