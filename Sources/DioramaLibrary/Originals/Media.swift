import Foundation
import GRDB

/// A photo, video, sound, document or model: an original file and what is known of it. It belongs to a recording, a thing, a
/// memory, a space or an exhibit. The file lies on this device, or only in the bucket.
public struct Media: CatalogueValue {
    /// The recording that it belongs to. At least one of the five owners must be set.
    public var recording: RecordingID?
    /// The thing that it belongs to.
    public var thing: ThingID?
    /// The memory that it belongs to.
    public var memory: MemoryID?
    /// The space that it belongs to.
    public var space: SpaceID?
    /// The exhibit that it belongs to.
    public var exhibit: ExhibitID?
    /// Its index among the others of its owner.
    public var position: Int
    /// The type of the medium.
    public var kind: Kind
    /// What it is to its owner, as `receipt` or `manual`; nil for nothing special.
    public var role: Role?
    /// The name of the file.
    public var hash: AssetHash
    /// Size of the file in bytes.
    public var byteCount: Int64
    /// The media type, as `image/jpeg`.
    public var contentType: String
    /// The name that a download gets.
    public var fileName: String
    /// Width in pixels as displayed.
    public var width: Int?
    /// Height in pixels as displayed.
    public var height: Int?
    /// Seconds.
    public var duration: Double?
    /// When it was taken.
    public var taken: Date?
    /// Degrees, north and east positive (WGS 84).
    public var latitude: Double?
    /// Longitude in degrees, east positive (WGS 84).
    public var longitude: Double?
    /// Caption, at most 10,000 characters.
    public var caption: String
    /// What it shows or sounds like, for those who don't see or hear it.
    public var alternative: String
    /// What is said in it.
    public var transcript: String

    /// Media of these properties. `hash` and `byteCount` are left out where the file is added with it; see `Library.add(_:file:)`.
    public init(
        kind: Kind, contentType: String, fileName: String, hash: AssetHash = .ofNothing, byteCount: Int64 = 0,
        recording: RecordingID? = nil, thing: ThingID? = nil, memory: MemoryID? = nil, space: SpaceID? = nil,
        exhibit: ExhibitID? = nil, position: Int = 0, role: Role? = nil,
        width: Int? = nil, height: Int? = nil, duration: Double? = nil, taken: Date? = nil, latitude: Double? = nil,
        longitude: Double? = nil, caption: String = "", alternative: String = "", transcript: String = ""
    ) {
        self.recording = recording
        self.thing = thing
        self.memory = memory
        self.space = space
        self.exhibit = exhibit
        self.position = position
        self.role = role
        self.kind = kind
        self.hash = hash
        self.byteCount = byteCount
        self.contentType = contentType
        self.fileName = fileName
        self.width = width
        self.height = height
        self.duration = duration
        self.taken = taken
        self.latitude = latitude
        self.longitude = longitude
        self.caption = caption
        self.alternative = alternative
        self.transcript = transcript
    }

    /// What sort of file it is.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// An image.
        public static let photo = Kind(rawValue: "photo")
        /// A video.
        public static let video = Kind(rawValue: "video")
        /// A sound recording.
        public static let audio = Kind(rawValue: "audio")
        /// A document, as a receipt.
        public static let document = Kind(rawValue: "document")
        /// A 3D model.
        public static let model = Kind(rawValue: "model")
        /// The events of a live session.
        public static let session = Kind(rawValue: "session")
    }

    /// What a file is to its owner.
    public struct Role: RawRepresentable, Sendable, Hashable, Codable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The proof of a purchase.
        public static let receipt = Role(rawValue: "receipt")
        /// Instructions for use.
        public static let manual = Role(rawValue: "manual")
        /// The label with brand, model and serial number.
        public static let label = Role(rawValue: "label")
        /// The terms of a warranty or an insurance.
        public static let warranty = Role(rawValue: "warranty")
        /// The image that a space is shown by in lists.
        public static let cover = Role(rawValue: "cover")
    }

    public static let layout = TableLayout<Media>(
        "media", noun: "media", blank: Media(kind: .document, contentType: "", fileName: ""), mediaColumn: "id",
        checked: { (media) throws(LibraryError) in try media.checked() }
    ) { column in
        column("recording", \.recording, references: "recordings")
        column("thing", \.thing, references: "things")
        column("memory", \.memory, references: "memories")
        column("space", \.space, references: "spaces")
        column("exhibit", \.exhibit, references: "exhibits")
        column("position", \.position)
        column("kind", \.kind)
        column("role", \.role)
        column("hash", \.hash)
        column("byte_count", \.byteCount)
        column("content_type", \.contentType)
        column("file_name", \.fileName)
        column("width", \.width)
        column("height", \.height)
        column("duration", \.duration)
        column("taken", \.taken)
        column("latitude", \.latitude)
        column("longitude", \.longitude)
        column("caption", \.caption)
        column("alternative", \.alternative)
        column("transcript", \.transcript)
    }

    private func checked() throws(LibraryError) -> Media {
        var media = self
        try Check.word(kind.rawValue, "a kind of media")
        if let role { try Check.word(role.rawValue, "the role of a file") }
        try Check.contentType(contentType)
        try Check.fileName(fileName)
        try Check.count(position, "the position of a file")
        if recording == nil && thing == nil && memory == nil && space == nil && exhibit == nil {
            throw LibraryError(.invalidValue, "\(fileName) must belong to a recording, a thing, a memory, a space or an exhibit")
        }
        if (hash == .ofNothing) != (byteCount == 0) || byteCount < 0 {
            throw LibraryError(.invalidValue, "\(fileName): \(byteCount) bytes do not go with the hash \(hash)")
        }
        try width.map { (width) throws(LibraryError) in try Check.count(width, "a width in pixels") }
        try height.map { (height) throws(LibraryError) in try Check.count(height, "a height in pixels") }
        try duration.map { (duration) throws(LibraryError) in try Check.amount(duration, "a duration in seconds") }
        try Check.time(taken, "the time of a recording")
        if latitude.map({ !(-90...90).contains($0) }) ?? false || longitude.map({ !(-180...180).contains($0) }) ?? false {
            throw LibraryError(
                .invalidValue, "a latitude must be between -90 and 90 degrees, a longitude between -180 and 180 degrees")
        }
        media.caption = try Check.text(caption, "a caption", characters: 10_000)
        media.alternative = try Check.text(alternative, "an alternative text", characters: 2000)
        media.transcript = try Check.text(transcript, "a transcript", characters: 100_000)
        return media
    }
}

extension Media.Kind: CellValue {}
extension Media.Role: CellValue {}

extension Condition where Value == Media {
    /// Media of a recording.
    public static func recording(_ recording: RecordingID) -> Self { indexed("recording", recording.cell) }
    /// Media of a thing.
    public static func thing(_ thing: ThingID) -> Self { indexed("thing", thing.cell) }
    /// Media of a memory.
    public static func memory(_ memory: MemoryID) -> Self { indexed("memory", memory.cell) }
    /// Media that belong to a space directly.
    public static func space(_ space: SpaceID) -> Self { indexed("space", space.cell) }
    /// Media of an exhibit.
    public static func exhibit(_ exhibit: ExhibitID) -> Self { indexed("exhibit", exhibit.cell) }
    /// Media of a type.
    public static func kind(_ kind: Media.Kind) -> Self { equals("kind", kind.cell) }
}

extension Order where Value == Media {
    /// As they were arranged.
    public static var position: Self { Self("position", "position") }
}
