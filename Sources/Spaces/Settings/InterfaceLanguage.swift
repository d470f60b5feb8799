/// A language that the pages are written in.
public enum InterfaceLanguage: String, Sendable, CaseIterable, Codable {
    /// English.
    case english = "en"
    /// German.
    case german = "de"
    /// French.
    case french = "fr"
    /// Spanish.
    case spanish = "es"
    /// Czech.
    case czech = "cs"

    /// The tags (BCP 47) in the order of the cases.
    public static let tags = allCases.map(\.rawValue)
}
