import Foundation
import Images
import TestSupport
import Testing

/// What an image file can say besides its image has no way into what others get.
struct MetadataAllowListTests {
    private static let secret = "SECRET 48.1371 N 11.5754 E"

    private static func holdsSecret(_ bytes: [UInt8]) -> Bool { Data(bytes).range(of: Data("SECRET".utf8)) != nil }

    /// A JPEG segment.
    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
    }

    // MARK: JPEG

    @Test func `comments and application segments of any kind are left out of a JPEG`() throws {
        let plain = try JPEG.encode(Sample.color(24, 20))
        let words = Array(Self.secret.utf8)
        for marker: UInt8 in [0xFE, 0xC8] + Array(0xE0...0xEF) + Array(0xF0...0xFD) {
            let prefixes: [[UInt8]] = [
                [], Array("Exif\0\0".utf8), Array("JFIF\0".utf8), Array("JFXX\0".utf8), Array("MPF\0".utf8),
                Array("http://ns.adobe.com/xap/1.0/\0".utf8), Array("ICC".utf8), Array("Adob".utf8),
            ]
            for prefix in prefixes {
                // A JFIF segment is kept without its thumbnail.
                if marker == 0xE0, prefix == Array("JFIF\0".utf8) { continue }
                let more = Self.segment(marker, prefix + words)
                #expect(try LocationStripping.strip([0xFF, 0xD8] + more + plain.dropFirst(2)) == plain, "marker \(marker)")
                // Also behind the pixels, before the end of the image and after it.
                #expect(try LocationStripping.strip(plain.dropLast(2) + more + [0xFF, 0xD9]) == plain, "marker \(marker)")
                #expect(try LocationStripping.strip(plain + more) == plain, "marker \(marker)")
            }
        }
        #expect(try LocationStripping.strip(plain + words) == plain)
    }

    @Test func `thumbnails and what follows known segments are left out of a JPEG, its colours are not`() throws {
        let plain = try JPEG.encode(Sample.color(24, 20))
        let words = Array(Self.secret.utf8)
        let header: [UInt8] = Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1]
        let thumbnail = Self.segment(0xE0, header + [3, 3] + words + [9])
        let adobe: [UInt8] = Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1]
        let profile = Self.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + [UInt8](repeating: 7, count: 40))
        let file = [0xFF, 0xD8] + thumbnail + Self.segment(0xEE, adobe + words) + profile + plain.dropFirst(2)
        let stripped = try LocationStripping.strip(file)
        let kept = [0xFF, 0xD8] + Self.segment(0xE0, header + [0, 0]) + Self.segment(0xEE, adobe) + profile + plain.dropFirst(2)
        #expect(stripped == kept)
    }

    @Test func `of EXIF data only orientation, date and colour space are kept`() throws {
        let plain = try JPEG.encode(Sample.color(24, 20))
        let exif = Self.exif(hostile: true)
        let file = [0xFF, 0xD8] + Self.segment(0xE1, Array("Exif\0\0".utf8) + exif) + plain.dropFirst(2)
        #expect(Self.holdsSecret(file))
        let stripped = try LocationStripping.strip(file)
        #expect(!Self.holdsSecret(stripped) && stripped.count < plain.count + 120)
        let details = ImageMetadata(stripped)
        #expect(details.orientation == .right && details.taken == Date(timeIntervalSince1970: 1_714_559_696))
        #expect(try LocationStripping.strip(stripped) == stripped)
        // A date that isn't one is text like any other.
        let lying = [0xFF, 0xD8] + Self.segment(0xE1, Array("Exif\0\0".utf8) + Self.exif(date: "SECRET:05:01 12:34"))
        #expect(!Self.holdsSecret(try LocationStripping.strip(lying + plain.dropFirst(2))))
        let twice = [0xFF, 0xD8] + Self.segment(0xE1, Array("Exif\0\0".utf8) + exif) + stripped.dropFirst(2)
        #expect(!Self.holdsSecret(try LocationStripping.strip(twice)))
    }

    /// EXIF data, little-endian, with what cameras and programs write besides: maker, artist, maker notes, serial numbers, comment.
    private static func exif(date: String = "2024:05:01 12:34:56", hostile: Bool = false) -> [UInt8] {
        func half(_ n: Int) -> [UInt8] { [UInt8(n & 255), UInt8(n >> 8)] }
        func word(_ n: Int) -> [UInt8] { half(n & 0xFFFF) + half(n >> 16) }
        var values: [UInt8] = []
        var tables: [[UInt8]] = []
        let texts: [(tag: Int, type: Int)] = hostile ? [(0x010F, 2), (0x013B, 2), (0x8298, 2), (0x9C9B, 1)] : []
        let details: [(tag: Int, type: Int)] =
            hostile ? [(0x927C, 7), (0x9286, 7), (0xA420, 2), (0xA430, 2), (0xA431, 2), (0xA435, 2)] : []
        let start = 8 + 2 + 12 * (2 + texts.count) + 4
        let valuesAt = start + 2 + 12 * (2 + details.count) + 4
        func entry(_ tag: Int, _ type: Int, _ value: [UInt8]) -> [UInt8] {
            let head = half(tag) + half(type) + word(value.count)
            if value.count <= 4 { return head + value + [UInt8](repeating: 0, count: 4 - value.count) }
            values += value
            return head + word(valuesAt + values.count - value.count)
        }
        let words = Array(secret.utf8) + [0]
        let turned = half(0x0112) + half(3) + word(1) + half(6) + half(0)
        let pointer = half(0x8769) + half(4) + word(1) + word(start)
        tables.append(texts.reduce(half(2 + texts.count) + turned) { $0 + entry($1.tag, $1.type, words) } + pointer + word(0))
        let dates = entry(0x9003, 2, Array(date.utf8) + [0]) + entry(0x9011, 2, Array("+02:00".utf8) + [0])
        tables.append(details.reduce(half(2 + details.count) + dates) { $0 + entry($1.tag, $1.type, words) } + word(0))
        return [0x49, 0x49, 42, 0] + word(8) + tables.flatMap { $0 } + values
    }

    // MARK: PNG and WebP

    @Test func `chunks that no list names are left out of PNG and WebP`() throws {
        let words = Array(Self.secret.utf8)
        let rows: [[UInt8]] = [[255, 0, 0, 0, 0, 255]]
        let plain = HandmadePNG.file(width: 2, height: 1, bitDepth: 8, type: 2, rows: rows)
        for name in ["tEXt", "iTXt", "zTXt", "eXIf", "tIME", "caBX", "vpAg", "prVt", "iDOT", "acTL", "fcTL", "fdAT"] {
            let file = HandmadePNG.file(width: 2, height: 1, bitDepth: 8, type: 2, rows: rows, before: [(name, words)])
            #expect(try LocationStripping.strip(file) == plain, "\(name)")
        }
        #expect(try LocationStripping.strip(plain + words) == plain)
        #expect(try LocationStripping.strip(plain + plain) == plain)

        let image = try LocationStripping.strip(ForeignImages.losslessWebP)
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let count = content.count
            return Array(name.utf8) + (0..<4).map { UInt8(count >> (8 * $0) & 255) } + content + (count % 2 == 1 ? [0x53] : [])
        }
        func file(_ chunks: [UInt8]) -> [UInt8] {
            let body = Array("WEBP".utf8) + image[12...] + chunks
            return Array("RIFF".utf8) + (0..<4).map { UInt8(body.count >> (8 * $0) & 255) } + body
        }
        for name in ["EXIF", "XMP ", "SECR", "ANIM", "JUNK"] {
            #expect(try LocationStripping.strip(file(chunk(name, words))) == image, "\(name)")
        }
        #expect(try LocationStripping.strip(file([]) + words) == image)
        #expect(throws: ImageError.self) { try LocationStripping.strip(Array(file(chunk("XMP ", words)).dropLast(3))) }
    }

    // MARK: HEIC

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = content.count + 8
        return (0..<4).map { UInt8(size >> (24 - 8 * $0) & 255) } + Array(type.utf8) + content
    }

    @Test func `boxes and data that belong to no image are blanked in a HEIC`() throws {
        let words = Array(Self.secret.utf8)
        for file in [ForeignImages.heic, ForeignImages.heicWithExif] {
            for type in ["uuid", "mpvd", "free", "skip", "udta", "moov", "mdat", "SECR"] {
                let hostile = file + Self.box(type, words)
                let stripped = try LocationStripping.strip(hostile)
                #expect(stripped.count == hostile.count && !Self.holdsSecret(stripped), "\(type)")
                #expect(try HEIC.decode(stripped) == HEIC.decode(file), "\(type)")
                #expect(try LocationStripping.strip(stripped) == stripped, "\(type)")
            }
            // A second box with items is one too many: which one counts?
            #expect(throws: ImageError.self) { try LocationStripping.strip(file + Self.box("meta", [0, 0, 0, 0])) }
            #expect(throws: ImageError.self) { try LocationStripping.strip(file + words) }
        }
    }

    @Test func `names of items and properties with words are blanked in a HEIC`() throws {
        // A property is added by growing the boxes around it; offsets of the file move by as much.
        let description = Self.box("udes", [0, 0, 0, 0] + Array(Self.secret.utf8) + [0, 0, 0, 0])
        let hostile = try #require(Self.heic(ForeignImages.heic, adding: description))
        let image = try HEIC.decode(ForeignImages.heic)
        #expect(try Self.holdsSecret(hostile) && HEIC.decode(hostile) == image)
        let stripped = try LocationStripping.strip(hostile)
        #expect(try !Self.holdsSecret(stripped) && HEIC.decode(stripped) == image)
    }

    /// The file with one more property, and its first item moved accordingly. Its boxes are where libheif wrote them.
    private static func heic(_ file: [UInt8], adding property: [UInt8]) -> [UInt8]? {
        var bytes = file
        func grow(_ type: String) -> Int? {
            guard let at = Data(bytes).range(of: Data(type.utf8))?.lowerBound else { return nil }
            let size = bytes[at - 4..<at].reduce(0) { $0 << 8 | Int($1) }
            let grown = size + property.count
            for i in 0..<4 { bytes[at - 4 + i] = UInt8(grown >> (24 - 8 * i) & 255) }
            return at - 4 + size
        }
        guard let iloc = Data(bytes).range(of: Data("iloc".utf8))?.lowerBound else { return nil }
        // Version, sizes, count, then item, method, file, base offset and count of extents before the first offset.
        let place = iloc + 4 + 4 + 2 + 2 + 6 + 4 + 2
        let offset = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } + property.count
        for i in 0..<4 { bytes[place + i] = UInt8(offset >> (24 - 8 * i) & 255) }
        guard grow("meta") != nil, grow("iprp") != nil, let end = grow("ipco") else { return nil }
        bytes.insert(contentsOf: property, at: end)
        return bytes
    }

    // MARK: Damage

    @Test func `of a damaged file nothing is kept that no list names`() throws {
        let jpeg =
            [0xFF, 0xD8] + Self.segment(0xE1, Array("Exif\0\0".utf8) + Self.exif(hostile: true)) + ForeignImages.jpeg.dropFirst(2)
        for file in [jpeg, ForeignImages.jpeg, ForeignImages.webp, ForeignImages.losslessWebP, ForeignImages.heicWithExif] {
            for damaged in TestData.bitFlips(of: file, count: 2000) + TestData.truncations(of: file, count: 300) {
                guard let stripped = try? LocationStripping.strip(damaged) else { continue }
                #expect(ImageMetadata(stripped).location == nil)
                #expect(stripped.count <= damaged.count + 64)
            }
        }
    }
}
