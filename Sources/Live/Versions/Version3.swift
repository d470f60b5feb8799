/// What version 3 has instead of the messages of version 4. All of its layouts are those of version 4.
enum Version3 {
    /// The change that version 3 has for `later`; nil where it has none: it doesn't know measurements.
    static func change(_ later: Change) -> Change? {
        switch later {
        case .measure, .removeMeasurement: nil
        default: later
        }
    }
}
