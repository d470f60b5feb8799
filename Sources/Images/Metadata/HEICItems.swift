/// Reads numbers, most significant byte first, from a range of a file.
struct BigEndianReader {
    private let bytes: [UInt8]
    private(set) var at: Int
    private let end: Int

    init(_ bytes: [UInt8], at start: Int, end: Int) {
        self.bytes = bytes
        at = start
        self.end = end
    }

    var isAtEnd: Bool { at >= end }

    /// A number of 0 to 8 bytes.
    mutating func number(_ count: Int) throws(ImageError) -> Int {
        guard at >= 0, count <= end - at else { throw Self.damaged }
        var value: UInt64 = 0
        for i in at..<at + count { value = value << 8 | UInt64(bytes[i]) }
        at += count
        // No offset or size of a real file is as large.
        guard value < 1 << 48 else { throw Self.damaged }
        return Int(value)
    }

    mutating func type() throws(ImageError) -> String {
        let value = try number(4)
        return String(String.UnicodeScalarView((0..<4).map { Unicode.Scalar(UInt8(value >> (8 * (3 - $0)) & 255)) }))
    }

    private static let damaged = ImageError("this image is damaged: its metadata can't be removed reliably")
}

/// Where the items of a HEIC file have their data (ISO/IEC 14496-12, section 8.11.3).
struct ItemLocations {
    struct Location {
        /// Whether extents are within the box `idat`, and not offsets of the file.
        let isInItemData: Bool
        let extents: [Range<Int>]
    }

    private(set) var items: [Int: Location] = [:]

    init(_ bytes: [UInt8], in content: Range<Int>) throws(ImageError) {
        var reader = BigEndianReader(bytes, at: content.lowerBound, end: content.upperBound)
        let version = try reader.number(1)
        _ = try reader.number(3)
        let sizes = try reader.number(1)
        let moreSizes = try reader.number(1)
        let count = try reader.number(version < 2 ? 2 : 4)
        for _ in 0..<count {
            let item = try reader.number(version < 2 ? 2 : 4)
            let method = version == 0 ? 0 : try reader.number(2) & 15
            let file = try reader.number(2)
            let base = try reader.number(moreSizes >> 4)
            let extentCount = try reader.number(2)
            var extents: [Range<Int>] = []
            for _ in 0..<extentCount {
                if version > 0 { _ = try reader.number(moreSizes & 15) }
                let offset = try reader.number(sizes >> 4)
                let length = try reader.number(sizes & 15)
                // Without a length an extent is all of its source, which has more than the item.
                guard length > 0 else { throw Self.unknown }
                extents.append(base + offset..<base + offset + length)
            }
            // Data in other files, or in other items.
            guard file == 0, method < 2, items[item] == nil else { throw Self.unknown }
            items[item] = Location(isInItemData: method == 1, extents: extents)
        }
    }

    private static let unknown = ImageError("the data of this HEIC image can't be located: its metadata can't be removed reliably")
}

/// Which item of a HEIC file belongs to which (ISO/IEC 14496-12, section 8.11.12).
struct ItemReferences {
    private var references: [(type: String, from: Int, to: [Int])] = []

    init() {}

    init(_ bytes: [UInt8], in content: Range<Int>) throws(ImageError) {
        var reader = BigEndianReader(bytes, at: content.lowerBound, end: content.upperBound)
        let size = try reader.number(1) == 0 ? 2 : 4
        _ = try reader.number(3)
        while !reader.isAtEnd {
            _ = try reader.number(4)
            let type = try reader.type()
            let from = try reader.number(size)
            var to: [Int] = []
            for _ in 0..<(try reader.number(2)) { to.append(try reader.number(size)) }
            references.append((type, from, to))
        }
    }

    /// An image with the images that it is composed of, its thumbnails, its auxiliary images and its EXIF data.
    func items(of primary: Int) -> Set<Int> {
        var found: Set<Int> = [primary]
        var count = 0
        while count < found.count {
            count = found.count
            for (type, from, to) in references {
                switch type {
                case "dimg": if found.contains(from) { found.formUnion(to) }
                case "thmb", "auxl", "cdsc": if to.contains(where: found.contains) { found.insert(from) }
                default: break
                }
            }
        }
        return found
    }
}
