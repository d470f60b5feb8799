import Foundation

/// The metadata that a camera wrote with an image: its orientation, when and where it was taken.
public struct ImageMetadata: Sendable, Equatable {
    /// How the decoded pixels are to be rotated. HEIC images are rotated by their decoder: theirs is always `up`.
    public var orientation: Orientation
    /// When it was taken. Cameras that don't write their time zone are taken to be in UTC, unless they write GPS time.
    public var taken: Date?
    /// Where it was taken.
    public var location: Location?

    /// A location on Earth, WGS 84.
    public struct Location: Sendable, Equatable {
        /// Degrees, north positive, -90…90.
        public var latitude: Double
        /// Degrees, east positive, -180…180.
        public var longitude: Double
        /// Metres above the sea, where it is known.
        public var altitude: Double?

        /// A location in degrees (WGS 84), with its altitude in metres where that is known.
        public init(latitude: Double, longitude: Double, altitude: Double? = nil) {
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
        }
    }

    /// Metadata of known parts; what is left out is unknown.
    public init(orientation: Orientation = .up, taken: Date? = nil, location: Location? = nil) {
        self.orientation = orientation
        self.taken = taken
        self.location = location
    }

    /// The details of a JPEG, PNG, WebP or HEIC image: its EXIF data (JPEG APP1, PNG `eXIf`, WebP `EXIF`, HEIC item `Exif`). What
    /// is missing, or can't be read, is nil or `up`: details are never a reason to refuse an image.
    public init(_ bytes: [UInt8]) {
        self.init(exif: ExifLocation.find(bytes).map { bytes[$0] } ?? (HEIC.isHEIC(bytes) ? HEIC.exif(bytes)[...] : []))
        if HEIC.isHEIC(bytes) { orientation = .up }
    }

    /// The details in EXIF data, a TIFF structure (EXIF 2.32, section 4.6).
    init(exif: ArraySlice<UInt8>) {
        self.init()
        guard let tiff = TIFFReader(exif) else { return }
        let first = tiff.first
        if let turned = tiff.integer(first.first { $0.tag == 0x0112 }).flatMap(Orientation.init) { orientation = turned }
        let exif = tiff.integer(first.first { $0.tag == 0x8769 }).map(tiff.directory) ?? []
        let satellites = tiff.integer(first.first { $0.tag == 0x8825 }).map(tiff.directory) ?? []
        func text(_ entries: [TIFFReader.Entry], _ tag: UInt16) -> String? { tiff.text(entries.first { $0.tag == tag }) }
        func numbers(_ tag: UInt16) -> [Double]? { tiff.rationals(satellites.first { $0.tag == tag }) }
        // DateTimeOriginal with its offset, else that of digitising, else that of the file.
        let written = text(exif, 0x9003) ?? text(exif, 0x9004) ?? text(first, 0x0132)
        let offset = text(exif, 0x9011) ?? text(exif, 0x9010)
        let satelliteTime = text(satellites, 0x1D).flatMap { day in numbers(0x07).flatMap { Self.date(day, $0) } }
        taken =
            offset == nil
            ? satelliteTime ?? written.flatMap { Self.date($0, offset: nil) } : written.flatMap { Self.date($0, offset: offset) }
        if let latitude = numbers(0x02).flatMap(Self.degrees), let longitude = numbers(0x04).flatMap(Self.degrees),
            latitude <= 90, longitude <= 180
        {
            let height = numbers(0x06)?.first
            let isBelow = satellites.first { $0.tag == 0x05 }.flatMap { tiff.number($0.value, 1) } == 1
            location = Location(
                latitude: text(satellites, 0x01) == "S" ? -latitude : latitude,
                longitude: text(satellites, 0x03) == "W" ? -longitude : longitude, altitude: height.map { isBelow ? -$0 : $0 })
        }
    }

    /// Degrees, minutes and seconds, of which the later ones may be missing.
    private static func degrees(_ parts: [Double]) -> Double? {
        guard parts.count <= 3 else { return nil }
        return parts.enumerated().reduce(0) { $0 + $1.element / [1, 60, 3600][$1.offset] }
    }

    /// "2024:05:01 12:34:56", with an offset as "+02:00".
    private static func date(_ text: String, offset: String?) -> Date? {
        let numbers = text.split { ":/- T".contains($0) }.map { Int($0) }
        guard numbers.count >= 6, let seconds = seconds(numbers.prefix(6).map { $0 ?? -1 }) else { return nil }
        var shift = 0
        if let offset {
            let parts = offset.dropFirst().split(separator: ":").compactMap { Int($0) }
            guard parts.count == 2, (0...14).contains(parts[0]), (0...59).contains(parts[1]) else { return nil }
            shift = (parts[0] * 60 + parts[1]) * 60 * (offset.hasPrefix("-") ? -1 : 1)
        }
        return Date(timeIntervalSince1970: seconds - Double(shift))
    }

    /// "2024:05:01" with hours, minutes and seconds, UTC.
    private static func date(_ day: String, _ time: [Double]) -> Date? {
        guard time.count == 3, time.allSatisfy({ (0..<61).contains($0) }) else { return nil }
        let numbers = day.split(separator: ":").map { Int($0) ?? -1 } + time.map { Int($0) }
        return seconds(numbers).map { Date(timeIntervalSince1970: $0) }
    }

    /// Seconds since 1970 of year, month, day, hour, minute, second in UTC (days of the civil calendar by counting from March on).
    private static func seconds(_ n: [Int]) -> Double? {
        guard n.count == 6, (1826...9999).contains(n[0]), (1...12).contains(n[1]), (1...31).contains(n[2]), (0...23).contains(n[3]),
            (0...59).contains(n[4]), (0...60).contains(n[5])
        else { return nil }
        let year = n[1] <= 2 ? n[0] - 1 : n[0]
        let month = (n[1] + 9) % 12
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (month * 306 + 5) / 10 + n[2] - 1 - 719_468
        return Double(((days * 24 + n[3]) * 60 + n[4]) * 60 + n[5])
    }
}
