/// The id of a `Kind`: a KSUID that can't be mistaken for the id of something else. Ids sort by the time they were made.
public struct Identifier<Kind>: Hashable, Sendable {
    /// The untyped id.
    public let ksuid: KSUID

    /// A new id, greater than every one made before in this process.
    public init() { ksuid = KSUID() }

    /// Types an id. Whether a row with this id exists is not checked.
    public init(_ ksuid: KSUID) { self.ksuid = ksuid }

    /// Reads the 27 base62 digits of an id; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard let ksuid = KSUID(text) else { return nil }
        self.ksuid = ksuid
    }
}

/// The id of a `Space`.
public typealias SpaceID = Identifier<Space>
/// The id of a `CaptureRecord`.
public typealias CaptureID = Identifier<CaptureRecord>
/// The id of a `JobRecord`.
public typealias JobID = Identifier<JobRecord>

extension Identifier: Comparable {
    public static func < (a: Self, b: Self) -> Bool { a.ksuid < b.ksuid }
}

extension Identifier: CustomStringConvertible {
    /// The 27 base62 digits.
    public var description: String { ksuid.description }
}

extension Identifier: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let ksuid = KSUID(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "an id has 27 letters and digits")
        }
        self.ksuid = ksuid
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
