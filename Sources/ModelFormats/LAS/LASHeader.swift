import Codecs
import Foundation

/// The public header block of a LAS or LAZ file and the content of its variable length records (LAS 1.4 R15, sections 2.4 to 2.6).
struct LASHeader {
    /// The version's second number: LAS 1.4 is 4.
    var minor = 0
    /// Point data record format, 0…10.
    var format = 0
    /// Whether GPS times are seconds of the week; else they are adjusted standard ones.
    var isWeekTime = false
    /// Whether the points are compressed by LASzip.
    var isCompressed = false
    /// Bytes of a point.
    var recordLength = 0
    var count = 0
    /// Where the points begin.
    var dataOffset = 0
    var scale = SIMD3<Double>(repeating: 1)
    var offset = SIMD3<Double>()
    /// The program that wrote it.
    var software = ""
    /// The coordinate reference system as WKT.
    var crs: String?
    /// The GeoTIFF keys that declare the coordinate reference system.
    var geoKeys: [UInt16: UInt16] = [:]
    /// Values that are behind those of the point format in each record.
    var extraBytes: [LASExtraBytes] = []
    /// The record of LASzip.
    var laszip: LAZHeader?

    /// The offset of a point's three 16-bit colours; nil if it has none.
    var colorOffset: Int? { [2: 20, 3: 28, 5: 28, 7: 30, 8: 30, 10: 30][format] }
    /// Bytes of a point without extra ones.
    static let minLengths = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67]

    /// - Throws: where the header is damaged or promises more than there is.
    init(_ source: RandomAccessFile) throws(FormatError) {
        let records = try source.withHead(375) { (bytes) throws(FormatError) in try read(bytes, fileSize: source.count) }
        try source.withPiece(records.start..<dataOffset) { (bytes) throws(FormatError) in
            readRecords(LittleEndianBytes(bytes), count: records.count, head: 54)
        }
        if records.extended.start >= records.start, records.extended.start < source.count {
            try source.withPiece(records.extended.start..<source.count) { (bytes) throws(FormatError) in
                readRecords(LittleEndianBytes(bytes), count: records.extended.count, head: 60)
            }
        }
        if isCompressed, laszip == nil {
            throw .unreadable("its points are compressed, but it has no LASzip record; the header is damaged")
        }
    }

    /// Reads the public header block; where the records are, and how many, and the same of the extended ones.
    private mutating func read(
        _ bytes: UnsafeRawBufferPointer, fileSize: Int
    ) throws(FormatError) -> (start: Int, count: Int, extended: (start: Int, count: Int)) {
        guard bytes.count >= 227 else { throw .unreadable("ends inside its LAS header; the file is truncated") }
        let file = LittleEndianBytes(bytes)
        let major = file.uint8(24)
        minor = file.uint8(25)
        guard major == 1, minor <= 4 else { throw .unreadable("is LAS \(major).\(minor); only versions 1.0 to 1.4 are read") }
        isWeekTime = file.uint8(6) & 1 == 0
        software = file.text(58, 32)
        let headerSize = file.uint16(94)
        let recordCount = file.uint32(100)
        dataOffset = file.uint32(96)
        let id = file.uint8(104)
        // The two upper bits are LASzip's.
        isCompressed = id & 0xC0 != 0
        format = id & 0x3F
        guard format <= 10 else { throw .unreadable("has points of format \(format); formats 0 to 10 are read") }
        recordLength = file.uint16(105)
        guard recordLength >= Self.minLengths[format] else {
            throw .unreadable(
                "its points of format \(format) are declared with \(recordLength) bytes, but need \(Self.minLengths[format]); "
                    + "the header is damaged"
            )
        }
        count = file.uint32(107)
        for k in 0..<3 {
            scale[k] = file.double(131 + 8 * k)
            offset[k] = file.double(155 + 8 * k)
        }
        var extended: (start: Int, count: Int) = (0, 0)
        if minor >= 4 {
            guard bytes.count >= 375, headerSize >= 375 else {
                throw .unreadable("ends inside its LAS header; the file is truncated")
            }
            guard let all = Int(exactly: file.uint64(247)), let start = Int(exactly: file.uint64(235)) else {
                throw .unreadable("its header is damaged: its counts are invalid")
            }
            if all > 0 { count = all }
            extended = (start, file.uint32(243))
        }
        guard headerSize >= 227, dataOffset >= headerSize, dataOffset <= fileSize else {
            throw .unreadable("its header is damaged, or the file is truncated: the points should begin at byte \(dataOffset)")
        }
        return (headerSize, recordCount, extended)
    }

    /// Reads variable length records: the head is 54 bytes, or 60 of an extended one.
    private mutating func readRecords(_ file: LittleEndianBytes, count: Int, head: Int) {
        let limit = file.bytes.count
        var place = 0
        for _ in 0..<count {
            guard place <= limit - head else { return }
            let user = file.text(place + 2, 16)
            let id = file.uint16(place + 18)
            guard let length = head == 54 ? file.uint16(place + 20) : Int(exactly: file.uint64(place + 20)) else { return }
            let body = place + head
            guard length <= limit - body else { return }
            let content = UnsafeRawBufferPointer(rebasing: file.bytes[body..<body + length])
            switch (user, id) {
            case ("LASF_Projection", 2112):
                let text = String(decoding: content.prefix { $0 != 0 }, as: UTF8.self).trimmingCharacters(
                    in: .whitespacesAndNewlines)
                if !text.isEmpty { crs = text }
            case ("LASF_Projection", 34735):
                let keys = LittleEndianBytes(content)
                for k in stride(from: 8, to: length - 7, by: 8) where keys.uint16(k + 2) == 0 {
                    geoKeys[UInt16(keys.uint16(k))] = UInt16(keys.uint16(k + 6))
                }
            case ("LASF_Spec", 4):
                let file = LittleEndianBytes(content)
                let size = LASExtraBytes.length
                extraBytes += (0..<min(length / size, 1000)).map { LASExtraBytes(file, at: $0 * size) }
            case ("laszip encoded", 22204): laszip = LAZHeader(LittleEndianBytes(content))
            default: break
            }
            place = body + length
        }
    }
}

/// Numbers at any place in bytes, the least byte first. The caller asks only for what is there.
struct LittleEndianBytes {
    let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private func load<T: FixedWidthInteger>(_ place: Int, _: T.Type) -> T {
        T(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: T.self))
    }

    func uint8(_ place: Int) -> Int { Int(bytes[place]) }
    func uint16(_ place: Int) -> Int { Int(load(place, UInt16.self)) }
    func uint32(_ place: Int) -> Int { Int(load(place, UInt32.self)) }
    func uint64(_ place: Int) -> UInt64 { load(place, UInt64.self) }
    func int32(_ place: Int) -> Int32 { load(place, Int32.self) }
    func double(_ place: Int) -> Double { Double(bitPattern: load(place, UInt64.self)) }

    /// Text that ends with a zero or after `length` bytes.
    func text(_ place: Int, _ length: Int) -> String {
        String(decoding: bytes[place..<place + length].prefix { $0 != 0 }, as: UTF8.self)
    }
}
