/// The moods of memories. Each has a name, a hue and a shape. The one definition for library, server and browser:
/// Web/src/core/generated.ts and the hues in Web/css/tokens.css are generated from it.
public enum Mood: Int8, CaseIterable, Sendable {
    /// Joy.
    case joy = 0
    /// Calm.
    case calm = 1
    /// Wonder.
    case wonder = 2
    /// Longing.
    case longing = 3
    /// Sorrow.
    case sorrow = 4
    /// Courage.
    case courage = 5

    /// The name in the database and in the HTTP interface.
    public var name: String {
        switch self {
        case .joy: "joy"
        case .calm: "calm"
        case .wonder: "wonder"
        case .longing: "longing"
        case .sorrow: "sorrow"
        case .courage: "courage"
        }
    }

    /// The hue on dark ground: sRGB, 0xRRGGBB.
    public var color: UInt32 {
        switch self {
        case .joy: 0xFFC94D
        case .calm: 0x5FD3BC
        case .wonder: 0xB48CFF
        case .longing: 0xFF8FB1
        case .sorrow: 0x6FA8FF
        case .courage: 0xFF7A4D
        }
    }

    /// The hue on light ground: sRGB, 0xRRGGBB.
    public var colorOnLight: UInt32 {
        switch self {
        case .joy: 0xC98A00
        case .calm: 0x0F8A76
        case .wonder: 0x7447D1
        case .longing: 0xC43A6B
        case .sorrow: 0x2C66C4
        case .courage: 0xCF4415
        }
    }

    /// The hue of a memory without a mood, on dark ground: sRGB, 0xRRGGBB.
    public static let colorWithoutMood: UInt32 = 0xFFB454
}
