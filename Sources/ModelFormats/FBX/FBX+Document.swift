import Codecs
import Foundation
import Geometry
import Models
import Support

extension FBX {
    static let writtenVersion: UInt32 = 7400

    /// The records around objects: header, settings, definitions and the connections.
    /// - Parameters:
    ///   - frame: unit and axes, which the settings declare.
    ///   - objects: the records of all objects.
    ///   - links: how they are connected.
    ///   - extras: user properties of the scene.
    ///   - takes: the names and times of animations, for old programs.
    static func document(
        _ frame: CoordinateFrame, objects: [FBXRecord], links: [FBXRecord], extras: JSONValue?, takes: [FBXRecord]
    ) -> [FBXRecord] {
        // The same scene gives the same bytes: a fixed time, and the identifier that belongs to it.
        let time: [(String, Int32)] = [
            ("Version", 1000), ("Year", 1970), ("Month", 1), ("Day", 1), ("Hour", 10), ("Minute", 0), ("Second", 0),
            ("Millisecond", 0),
        ]
        let header = FBXRecord(
            "FBXHeaderExtension",
            [
                FBXRecord("FBXHeaderVersion").int(1003), FBXRecord("FBXVersion").int(Int32(writtenVersion)),
                FBXRecord("EncryptionType").int(0),
                FBXRecord("CreationTimeStamp", time.map { FBXRecord($0.0).int($0.1) }), FBXRecord("Creator").text("Diorama"),
            ])
        let identifier: [UInt8] = [
            0x28, 0xB3, 0x2A, 0xEB, 0xB6, 0x24, 0xCC, 0xC2, 0xBF, 0xC8, 0xB0, 0x2A, 0xA9, 0x2B, 0xFC, 0xF1,
        ]
        let root: Int64 = 1_000_000
        return [
            header, FBXRecord("FileId").data(identifier), FBXRecord("CreationTime").text("1970-01-01 10:00:00:000"),
            FBXRecord("Creator").text("Diorama"), settings(frame, extras),
            FBXRecord(
                "Documents",
                [
                    FBXRecord("Count").int(1),
                    FBXRecord("Document", [FBXRecord("RootNode").long(0)]).long(root).text("").text("Scene"),
                ]),
            FBXRecord("References"), definitions(objects), FBXRecord("Objects", objects), FBXRecord("Connections", links),
            FBXRecord("Takes", [FBXRecord("Current").text("")] + takes),
        ]
    }

    /// The unit in centimetres, and which axis points right, up and to the front.
    private static func settings(_ frame: CoordinateFrame, _ extras: JSONValue?) -> FBXRecord {
        let isZUp = frame.up == .z
        let axes: [(String, Int32)] = [
            ("UpAxis", isZUp ? 2 : 1), ("UpAxisSign", 1), ("FrontAxis", isZUp ? 1 : 2), ("FrontAxisSign", isZUp ? -1 : 1),
            ("CoordAxis", 0),
            ("CoordAxisSign", 1), ("OriginalUpAxis", isZUp ? 2 : 1), ("OriginalUpAxisSign", 1),
        ]
        let unit = 100 / frame.unit.perMetre
        var rows = axes.map { FBXRecord.setting(int: $0.0, $0.1) }
        rows += [.setting(double: "UnitScaleFactor", unit), .setting(double: "OriginalUnitScaleFactor", unit)]
        if case .object(let values)? = extras { rows += values.keys.sorted().map { FBXRecord.user($0, values[$0] ?? .null) } }
        return FBXRecord("GlobalSettings", [FBXRecord("Version").int(1000), FBXRecord("Properties70", rows)])
    }

    private static func definitions(_ objects: [FBXRecord]) -> FBXRecord {
        var counts: [String: Int32] = ["GlobalSettings": 1]
        for object in objects { counts[object.name, default: 0] += 1 }
        let types = counts.keys.sorted().map { FBXRecord("ObjectType", [FBXRecord("Count").int(counts[$0] ?? 0)]).text($0) }
        let total = counts.values.reduce(0, +)
        return FBXRecord("Definitions", [FBXRecord("Version").int(100), FBXRecord("Count").int(total)] + types)
    }

    /// Writes a file of these records.
    static func write(records: [FBXRecord], to url: URL) throws(FormatError) {
        let length = records.reduce(27 + 13) { $0 + $1.length }
        guard length < Int(UInt32.max) - 4096 else {
            throw .unwritable("an FBX 7.4 file is limited to 4 GiB and this model needs \(Text.bytes(length)); simplify it")
        }
        var head = Array("Kaydara FBX Binary  \0".utf8) + [0x1A, 0]
        FBXRecord.put(writtenVersion, &head)
        var blocks = [head]
        var place = head.count
        for record in records {
            record.append(to: &blocks, at: place)
            place += record.length
        }
        blocks.append([UInt8](repeating: 0, count: 13))
        blocks.append(footer(after: place + 13))
        var file = try AtomicFile.begin(url)
        for block in blocks { try file.putArray(block) }
        try AtomicFile.end(file)
    }

    /// What ends every file: an identifier that belongs to the fixed time above, zeros up to a multiple of 16, the version, and a
    /// fixed end.
    private static func footer(after place: Int) -> [UInt8] {
        var bytes: [UInt8] = [
            0xFA, 0xBC, 0xAB, 0x09, 0xD0, 0xC8, 0xD4, 0x66, 0xB1, 0x76, 0xFB, 0x83, 0x1C, 0xF7, 0x26, 0x7E, 0, 0, 0, 0,
        ]
        let padding = 16 - (place + bytes.count) % 16
        bytes += [UInt8](repeating: 0, count: padding)
        FBXRecord.put(writtenVersion, &bytes)
        bytes += [UInt8](repeating: 0, count: 120)
        return bytes + [0xF8, 0x5A, 0x8C, 0x6A, 0xDE, 0xF5, 0xD9, 0x7E, 0xEC, 0xE9, 0x0C, 0xE3, 0x75, 0x8F, 0x29, 0x0B]
    }
}
