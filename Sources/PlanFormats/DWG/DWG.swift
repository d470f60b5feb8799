import Codecs
import ModelFormats
import FloorPlans
import Foundation
import Support

/// AutoCAD's own drawing files of release 2000 (AC1015): the same drawing as in DXF (Open Design Specification for .dwg files,
/// version 5.3).
///
/// Model space is 1:1 in the unit of `INSUNITS`. The same plan gives the same bytes.
public enum DWG {
    /// Writes a plan, atomically.
    public static func write(
        _ plan: FloorPlan, to url: URL, options: PlanWriteOptions = PlanWriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        do throws(FloorPlanError) { try plan.validate() } catch { throw .unwritable(error.reason) }
        let bytes = DWGFile(CADDocument(plan, options)).bytes()
        do throws(FileError) { try AtomicFile.write(bytes, to: url) } catch { throw FormatError(error) }
        return plan.drawingLosses
    }
}

/// The file around the objects (chapters 3, 8, 10, 20 to 24): header, classes, free space, template, second times, objects, their
/// map, preview.
struct DWGFile {
    private let document: CADDocument

    init(_ document: CADDocument) { self.document = document }

    /// Sections begin with these and end with their complements.
    private enum Sentinel {
        static let header: [UInt8] = [
            0xCF, 0x7B, 0x1F, 0x23, 0xFD, 0xDE, 0x38, 0xA9, 0x5F, 0x7C, 0x68, 0xB8, 0x4E, 0x6D, 0x33, 0x5F,
        ]
        static let classes: [UInt8] = [
            0x8D, 0xA1, 0xC4, 0xB8, 0xC4, 0xA9, 0xF8, 0xC5, 0xC0, 0xDC, 0xF4, 0x5F, 0xE7, 0xCF, 0xB6, 0x8A,
        ]
        static let preview: [UInt8] = [
            0x1F, 0x25, 0x6D, 0x07, 0xD4, 0x36, 0x28, 0x28, 0x9D, 0x57, 0xCA, 0x3F, 0x9D, 0x44, 0x10, 0x2B,
        ]
        static let fileHeader: [UInt8] = [
            0x95, 0xA0, 0x4E, 0x28, 0x99, 0x82, 0x1A, 0xE5, 0x5E, 0x41, 0xE0, 0x5F, 0x9D, 0x3A, 0x4D, 0x00,
        ]
    }

    /// AC1015 in numbers, and its maintenance version.
    private static let (version, maintenance) = (23, 15)
    /// Six section locators in it.
    private static let fileHeaderSize = 0x61

    func bytes() -> [UInt8] {
        var objects = DWGObjects(document)
        objects.build()
        let headerSection = section(Sentinel.header, DWGHeader(document).bits.bytes)
        // No classes: all objects are of the types that every reader knows.
        let classSection = section(Sentinel.classes, [])
        let template = bits {
            $0.rs(0)
            $0.rs(document.unit.isMetric ? 1 : 0)
        }
        let auxiliary = auxiliaryHeader()
        let freeSpaceSize = 53
        let objectStart =
            Self.fileHeaderSize + headerSection.count + classSection.count + freeSpaceSize + template.count + auxiliary.count
        let freeSpace = freeSpace(objects.places.count, objectStart)
        let map = map(objects.places.mapValues { $0 + objectStart })
        let sections = [headerSection, classSection, freeSpace, template, auxiliary, objects.bytes, map]
        var starts = [Self.fileHeaderSize]
        for section in sections { starts.append(starts[starts.count - 1] + section.count) }
        // Number, place and size of each; the objects themselves have none.
        let records = [(0, 0), (1, 1), (2, 6), (3, 2), (4, 3), (5, 4)].map { ($0.0, starts[$0.1], sections[$0.1].count) }
        var file = fileHeader(records, preview: starts[sections.count])
        for section in sections { file += section }
        return file + Sentinel.preview
            + bits {
                $0.rl(1); $0.rc(0)
            } + Sentinel.preview.map { ~$0 }
    }

    private func bits(_ body: (inout DWGBits) -> Void) -> [UInt8] {
        var bits = DWGBits()
        body(&bits)
        return bits.bytes
    }

    private func fileHeader(_ records: [(Int, Int, Int)], preview: Int) -> [UInt8] {
        let head = bits { out in
            for letter in "AC1015".utf8 { out.rc(letter) }
            for _ in 0..<5 { out.rc(0) }
            out.rc(UInt8(Self.maintenance))
            out.rc(1)
            out.rl(preview)
            out.rc(UInt8(Self.version))
            out.rc(UInt8(Self.maintenance))
            // Windows-1252.
            out.rs(30)
            out.rl(records.count)
            for (number, start, size) in records {
                out.rc(UInt8(number))
                out.rl(start)
                out.rl(size)
            }
        }
        return head + bits { $0.rs(Int(DWGChecksum.of(head))) } + Sentinel.fileHeader
    }

    private func section(_ sentinel: [UInt8], _ data: [UInt8]) -> [UInt8] {
        let body = bits { $0.rl(data.count) } + data
        return sentinel + body + bits { $0.rs(Int(DWGChecksum.of(body))) } + sentinel.map { ~$0 }
    }

    /// Chapter 24: what could be written where; nothing is free.
    private func freeSpace(_ count: Int, _ start: Int) -> [UInt8] {
        bits { out in
            out.rl(0)
            out.rl(count)
            out.rl(DWGHeader.day)
            out.rl(0)
            out.rl(start)
            out.rc(4)
            for value in [0x32, 0x64, 0x200, 0xFFFF_FFFF] {
                out.rl(value)
                out.rl(0)
            }
        }
    }

    /// Chapter 27: versions, times and the next handle once more.
    private func auxiliaryHeader() -> [UInt8] {
        bits { out in
            for value in [0xFF, 0x77, 0x01] as [UInt8] { out.rc(value) }
            out.rs(Self.version)
            out.rs(Self.maintenance)
            out.rl(1)
            out.rl(-1)
            out.rs(1)
            out.rs(0)
            out.rl(0)
            for _ in 0..<2 {
                out.rs(Self.version)
                out.rs(Self.maintenance)
            }
            for value in [5, 0x893, 5, 0x893, 0, 1] { out.rs(value) }
            for _ in 0..<5 { out.rl(0) }
            for _ in 0..<2 {
                out.rl(DWGHeader.day)
                out.rl(0)
            }
            out.rl(document.nextHandle)
            out.rl(0)
            out.rs(0)
            out.rs(1)
            for value in [0, 0, 0, 1, 0, 0, 0, 0] { out.rl(value) }
        }
    }

    /// Where each object is, by handle, in pieces of at most 2032 bytes (chapter 20): differences to the one before.
    private func map(_ places: [Int: Int]) -> [UInt8] {
        var result: [UInt8] = []
        var piece: [UInt8] = []
        var last = (handle: 0, place: 0)
        func close() {
            let size = piece.count + 2
            let body = [UInt8(size >> 8), UInt8(size & 255)] + piece
            let sum = DWGChecksum.of(body)
            result += body + [UInt8(sum >> 8), UInt8(sum & 255)]
            piece = []
            last = (0, 0)
        }
        for (handle, place) in places.sorted(by: { $0.key < $1.key }) {
            if piece.count > 2000 { close() }
            piece += Self.modular(handle - last.handle) + Self.modular(place - last.place)
            last = (handle, place)
        }
        close()
        close()
        return result
    }

    /// Seven bits a byte, the lowest first; the last byte's second highest bit is the sign.
    private static func modular(_ value: Int) -> [UInt8] {
        var rest = value.magnitude
        var result: [UInt8] = []
        while rest >= 0x40 {
            result.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return result + [UInt8(rest) | (value < 0 ? 0x40 : 0)]
    }
}
