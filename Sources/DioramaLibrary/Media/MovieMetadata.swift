import Foundation
import Images

/// Removes from an MP4 or QuickTime file, in place, every box that playing it doesn't need, times, names of tracks and encoders.
///
/// Sizes and offsets stay as they are: a box that is on no list becomes free space filled with zeros.
package struct MovieMetadata {
    /// What is at the top of a file besides `moov` and `moof`.
    private static let top: Set<String> = ["ftyp", "styp", "mdat", "sidx", "mfra"]
    /// Boxes that only hold others.
    private static let containers: Set<String> = [
        "moov", "trak", "mdia", "minf", "dinf", "stbl", "edts", "mvex", "moof", "traf",
    ]
    private static let leaves: Set<String> = [
        "vmhd", "smhd", "dref", "stts", "ctts", "cslg", "stsc", "stsz", "stz2", "stco", "co64", "stss", "sdtp", "sgpd", "sbgp",
        "elst", "trex", "mehd", "mfhd", "tfhd", "tfdt", "trun",
    ]
    /// What describes a codec, within the description of samples.
    private static let codecBoxes: Set<String> = [
        "avcC", "hvcC", "av1C", "vpcC", "esds", "dOps", "dfLa", "alac", "dac3", "dec3", "colr", "pasp", "clap", "btrt", "mdcv",
        "clli", "chan", "wave",
    ]
    /// Largest movie header that is read into memory, in bytes.
    private static let maxHeaderBytes = 256 << 20

    private let handle: FileHandle
    private let name: String

    /// - Throws: `LibraryError` where the file isn't made of whole boxes.
    package static func strip(_ file: URL) throws {
        let handle = try FileHandle(forUpdating: file)
        defer { try? handle.close() }
        try MovieMetadata(handle: handle, name: file.path).strip()
    }

    private var damaged: LibraryError {
        LibraryError(.failed, "\(name): no copy of this file can be made for others: its metadata can't be removed reliably")
    }

    private func strip() throws {
        let end = Int(try handle.seekToEnd())
        var at = 0
        while at < end {
            let count = min(16, end - at)
            guard let header = MediaBoxHeader([UInt8](try read(at, count))[...]) else { throw damaged }
            let size = header.size ?? end - at
            guard size >= header.byteCount, size <= end - at else { throw damaged }
            if Self.containers.contains(header.type) {
                guard size <= Self.maxHeaderBytes else { throw damaged }
                var bytes = [UInt8](try read(at, size))
                try filter(&bytes, in: header.byteCount..<size)
                try write(bytes, at)
            } else if !Self.top.contains(header.type) {
                try write(Array("free".utf8), at + 4)
                try clear(at + header.byteCount..<at + size)
            }
            at += size
        }
    }

    // MARK: Boxes

    private func filter(_ bytes: inout [UInt8], in range: Range<Int>) throws {
        guard let boxes = MediaBox.list(bytes, in: range) else { throw damaged }
        for box in boxes {
            switch box.type {
            case let type where Self.containers.contains(type): try filter(&bytes, in: box.content)
            case let type where Self.leaves.contains(type): break
            case "mvhd", "tkhd", "mdhd": try clearTimes(&bytes, box)
            // Behind the type of the track there is its name.
            case "hdlr": zero(&bytes, box, from: 24)
            case "stsd": try filterDescriptions(&bytes, box)
            default: free(&bytes, box)
            }
        }
    }

    /// Times of creation and change.
    private func clearTimes(_ bytes: inout [UInt8], _ box: MediaBox) throws {
        guard let version = bytes[box.content].first, box.content.count >= 20 else { throw damaged }
        let start = box.content.lowerBound + 4
        bytes.replaceSubrange(start..<start + (version == 1 ? 16 : 8), with: [UInt8](repeating: 0, count: version == 1 ? 16 : 8))
    }

    /// Descriptions of samples (ISO/IEC 14496-12, section 12): an image's names its encoder.
    private func filterDescriptions(_ bytes: inout [UInt8], _ box: MediaBox) throws {
        guard box.content.count >= 8,
            let entries = MediaBox.list(bytes, in: box.content.lowerBound + 8..<box.content.upperBound)
        else { throw damaged }
        for entry in entries {
            let start = entry.content.lowerBound
            let isImage = ["avc1", "avc3", "hvc1", "hev1", "av01", "vp08", "vp09", "mp4v", "jpeg"].contains(entry.type)
            if isImage, entry.content.count >= 78 {
                bytes.replaceSubrange(start + 42..<start + 74, with: [UInt8](repeating: 0, count: 32))
            }
            // QuickTime's longer descriptions of sounds say so by their version.
            let version = entry.content.count >= 10 ? Int(bytes[start + 8]) << 8 | Int(bytes[start + 9]) : 0
            let head = isImage ? 78 : 28 + (version == 1 ? 16 : version == 2 ? 36 : 0)
            guard entry.content.count > head else { continue }
            guard let parts = MediaBox.list(bytes, in: start + head..<entry.content.upperBound) else { throw damaged }
            for part in parts where !Self.codecBoxes.contains(part.type) { free(&bytes, part) }
        }
    }

    private func zero(_ bytes: inout [UInt8], _ box: MediaBox, from offset: Int) {
        let start = min(box.content.lowerBound + offset, box.range.upperBound)
        bytes.replaceSubrange(start..<box.range.upperBound, with: [UInt8](repeating: 0, count: box.range.upperBound - start))
    }

    private func free(_ bytes: inout [UInt8], _ box: MediaBox) {
        let type = box.range.lowerBound + 4
        bytes.replaceSubrange(type..<type + 4, with: Array("free".utf8))
        zero(&bytes, box, from: 0)
    }

    // MARK: The file

    private func read(_ offset: Int, _ count: Int) throws -> Data {
        try handle.seek(toOffset: UInt64(offset))
        guard let data = try handle.read(upToCount: count), data.count == count else { throw damaged }
        return data
    }

    private func write(_ bytes: [UInt8], _ offset: Int) throws {
        try handle.seek(toOffset: UInt64(offset))
        try handle.write(contentsOf: Data(bytes))
    }

    private func clear(_ range: Range<Int>) throws {
        let step = 1 << 20
        for start in stride(from: range.lowerBound, to: range.upperBound, by: step) {
            try write([UInt8](repeating: 0, count: min(step, range.upperBound - start)), start)
        }
    }
}
