import Geometry

/// What a participant may do in a room.
public enum Role: UInt8, CaseIterable, Sendable {
    /// Everything; may also kick participants, lock the room and mute effects. Orphaned companions pass to a host.
    case host = 0
    /// May create companions and effects, and change its own companions.
    case guest = 1
    /// May watch, be seen and react.
    case viewer = 2
}

/// What a companion does for a time.
public enum CompanionAction: UInt8, CaseIterable, Sendable {
    /// Stands and breathes.
    case idle = 0
    /// Walks.
    case walk = 1
    /// Waves.
    case wave = 2
    /// Dances.
    case dance = 3
    /// Turns about its axis.
    case twirl = 4
    /// Jumps.
    case jump = 5
    /// Sparkles.
    case sparkle = 6
}

/// The appearance of an effect.
public enum EffectStyle: UInt8, CaseIterable, Sendable {
    /// Small lights.
    case sparkles = 0
    /// Falling snow.
    case snow = 1
    /// Rising soap bubbles.
    case bubbles = 2
    /// Falling confetti.
    case confetti = 3
    /// Rising hearts.
    case hearts = 4
}

/// A reaction of a participant: a symbol that is shown above its avatar briefly. There is no free text.
public enum ReactionSymbol: UInt8, CaseIterable, Sendable {
    /// A heart.
    case heart = 0
    /// A laughing face.
    case laugh = 1
    /// Clapping hands.
    case clap = 2
    /// A surprised face.
    case surprise = 3
    /// A raised thumb.
    case thumbsUp = 4
    /// A waving hand.
    case wave = 5
}

/// One of the six companion models.
public struct CompanionModel: Hashable, Sendable {
    /// 0 to 5.
    public let index: UInt8

    /// The number of models.
    public static let count: UInt8 = 6

    /// The model with this index; nil where there is none.
    public init?(_ index: UInt8) {
        guard index < Self.count else { return nil }
        self.index = index
    }
}

/// The colour of an avatar: sRGB, 8 bits a channel.
public struct AvatarColor: Hashable, Sendable {
    /// Red, sRGB.
    public var red: UInt8
    /// Green, sRGB.
    public var green: UInt8
    /// Blue, sRGB.
    public var blue: UInt8

    /// The colour of its sRGB channels.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}

/// A name as others see it: 1 to 64 bytes of UTF-8 without control characters and without characters that change the direction of
/// the text around them.
///
/// The bytes are kept, not a `String`: names are compared byte by byte, which needs no Unicode tables in the browser.
public struct DisplayName: Hashable, Sendable {
    /// The name in UTF-8.
    public let utf8: [UInt8]

    /// The name of these bytes; nil where a rule is broken.
    public init?(utf8: [UInt8]) {
        guard (1...LiveLimits.maxNameBytes).contains(utf8.count), let text = String(validating: utf8, as: UTF8.self) else {
            return nil
        }
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: return nil
            default: continue
            }
        }
        self.utf8 = utf8
    }

    /// The name of this text; nil where a rule is broken.
    public init?(_ text: String) { self.init(utf8: [UInt8](text.utf8)) }

    /// The name as a text.
    public var text: String { String(decoding: utf8, as: UTF8.self) }
}

/// Optional parts of the protocol that a client wants to receive.
public struct Capabilities: OptionSet, Hashable, Sendable {
    /// The bits; unknown ones are kept and ignored.
    public let rawValue: UInt32

    /// The capabilities of these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Receives the presence of others.
    public static let presence = Capabilities(rawValue: 1)
    /// Receives reactions.
    public static let reactions = Capabilities(rawValue: 2)
    /// All capabilities of this version.
    public static let all: Capabilities = [.presence, .reactions]
}
