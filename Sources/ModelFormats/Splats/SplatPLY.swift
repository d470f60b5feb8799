import Codecs
import Foundation
import Geometry
import Splats
import Support

/// Gaussian splats as PLY, as their first trainer writes them (Kerbl et al. 2023, `save_ply`): logarithms of sizes, logits of
/// opacities, rotations as w x y z of any length, harmonics channel by channel.
///
/// The files name no axes; by convention y points down. Files written by Diorama declare their axes in a comment.
public enum SplatPLY {
    /// Whether the vertices are splats.
    static func holdsSplats(_ header: PLYHeader) -> Bool {
        let names = Set(header.elements.first { $0.name == "vertex" }?.properties.map(\.name) ?? [])
        return names.isSuperset(of: required)
    }

    private static let required = [
        "x", "y", "z", "f_dc_0", "f_dc_1", "f_dc_2", "opacity", "scale_0", "scale_1", "rot_0", "rot_1", "rot_2", "rot_3",
    ]

    /// - Parameter bytes: the whole file.
    static func read(_ header: PLYHeader, _ bytes: UnsafeRawBufferPointer, progress: ProgressReporter) throws(FormatError) -> Model
    {
        var notes: [String] = []
        let table = try Table(header, bytes: bytes, notes: &notes)
        let rest = table.restCount
        let stride = table.restStride
        let cloud = try SplatBuilder.build(table.count, degree: table.degree, progress) { i, harmonics in
            withUnsafeTemporaryAllocation(of: Float.self, capacity: table.width) { v in
                table.load(i, into: v)
                for channel in 0..<3 {
                    harmonics[channel] = v[Slot.base + channel]
                    for k in 0..<rest { harmonics[3 * (k + 1) + channel] = v[Slot.rest + channel * stride + k] }
                }
                let r = Slot.rotation
                return SplatBuilder.Splat(
                    position: Vector3(v[0], v[1], v[2]), rotation: Quaternion(wxyz: SIMD4(v[r], v[r + 1], v[r + 2], v[r + 3])),
                    scale: SplatValues.exponential(Vector3(v[Slot.scale], v[Slot.scale + 1], v[Slot.scale + 2])),
                    opacity: SplatValues.opacity(ofLogit: v[Slot.opacity]))
            }
        }
        return try Model.finish(consume cloud, header.splatFrame(bytes), customary: .yDown, notes: notes)
    }

    /// The order of the values of a splat.
    private enum Slot {
        static let base = 3
        static let opacity = 6
        static let scale = 7
        static let rotation = 10
        static let rest = 14
    }

    /// The splats' numbers, out of a binary or a text file.
    private struct Table {
        let count: Int
        let degree: Int
        /// Coefficients a channel that are kept, and that there are, behind the constant one.
        let restCount: Int
        let restStride: Int
        private let binary: PLYTable.Selection?
        private let text: [Float]
        let width: Int

        init(_ header: PLYHeader, bytes: UnsafeRawBufferPointer, notes: inout [String]) throws(FormatError) {
            guard let element = header.elements.first(where: { $0.name == "vertex" }) else { throw .unreadable("has no splats") }
            let names = Set(element.properties.map(\.name))
            var rest = 0
            while rest < 3 * 24, names.contains("f_rest_\(rest)") { rest += 1 }
            let known = [0: 0, 9: 1, 24: 2, 45: 3, 72: 3]
            degree = known[rest] ?? 0
            restStride = known[rest] == nil ? 0 : rest / 3
            restCount = SphericalHarmonics.count(degree) - 1
            if rest == 72 { notes.append("Harmonics of degree 4 are not read, only those of degrees 0 to 3.") }
            if known[rest] == nil { notes.append("\(rest) further harmonics match no degree and were not imported.") }
            let names1 = [
                "x", "y", "z", "f_dc_0", "f_dc_1", "f_dc_2", "opacity", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2",
                "rot_3",
            ]
            let slots = names1 + (0..<3 * restStride).map { "f_rest_\($0)" }
            if !names.contains("scale_2") { notes.append("The splats are flat: they have two scales instead of three.") }
            let extra = names.subtracting(slots).subtracting(["nx", "ny", "nz"]).filter { !$0.hasPrefix("f_rest_") }
            if !extra.isEmpty {
                let list = extra.sorted().prefix(8).map { Text.quote($0, limit: 30) }.joined(separator: ", ")
                notes.append("Splat properties not imported: \(list).")
            }
            width = slots.count
            if header.encoding == .ascii {
                (count, text) = try Self.rows(header, element: element, bytes: bytes, slots: slots)
                binary = nil
            } else {
                let table = try PLYTable("vertex", header: header, bytes: bytes)
                count = table.count
                text = []
                binary = table.select(slots)
            }
        }

        /// The values of all slots of a row; of one that the file does not have, the logarithm of an invisible size.
        @inline(__always) func load(_ row: Int, into values: UnsafeMutableBufferPointer<Float>) {
            guard let binary else {
                for slot in 0..<width { values[slot] = text[row * width + slot] }
                return
            }
            binary.load(row, into: values, else: SplatValues.smallestLog)
        }

        /// All rows of a text file. A row takes at least two bytes a value.
        private static func rows(
            _ header: PLYHeader, element: PLYHeader.Element, bytes: UnsafeRawBufferPointer, slots: [String]
        ) throws(FormatError) -> (Int, [Float]) {
            guard let first = header.elements.first, first.name == "vertex", element.properties.allSatisfy({ $0.lengthType == nil })
            else {
                throw .unreadable(
                    "is a splat file in the ascii encoding with other elements or lists, which is not supported; "
                        + "export it as binary PLY"
                )
            }
            var values = PLYTextValues(bytes, from: header.end)
            let (least, overflow) = element.count.multipliedReportingOverflow(by: 2 * element.properties.count)
            guard !overflow, least <= values.remaining + 1 else {
                throw .unreadable(
                    "declares \(element.count) splats, but only \(Text.bytes(values.remaining)) follow; the file is truncated")
            }
            var place: [Int] = element.properties.map { slots.firstIndex(of: $0.name) ?? -1 }
            for (i, slot) in place.enumerated() where slot >= 0 && place[..<i].contains(slot) { place[i] = -1 }
            var table = [Float](repeating: SplatValues.smallestLog, count: element.count * slots.count)
            for row in 0..<element.count {
                for (i, property) in element.properties.enumerated() {
                    guard let number = values.number(property.type) else {
                        throw .unreadable("splat \(row + 1) of \(element.count) cannot be read: \(values.place)")
                    }
                    if place[i] >= 0 { table[row * slots.count + place[i]] = number }
                }
            }
            return (element.count, table)
        }
    }

    /// Writes splats as binary little endian PLY; y down unless asked otherwise.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        let frame = SplatFrame(options, else: .yDown)
        let cloud = try model.splatsOnly("a PLY file of splats")
        var file = try AtomicFile.begin(url)
        let rest = cloud.coefficientCount - 1
        let names =
            ["x", "y", "z", "f_dc_0", "f_dc_1", "f_dc_2"] + (0..<3 * rest).map { "f_rest_\($0)" } + [
                "opacity", "scale_0", "scale_1", "scale_2",
            ]
            + ["rot_0", "rot_1", "rot_2", "rot_3"]
        try file.put(
            "ply\nformat binary_little_endian 1.0\ncomment Diorama: \(frame), Gaussian splats\nelement vertex \(cloud.count)\n"
                + names.map { "property float \($0)\n" }.joined() + "end_header\n")
        try frame.toFile(stretches: cloud) { (first, part) throws(FormatError) in
            let done = progress.part(Double(first) / Double(cloud.count)...Double(first + part.count) / Double(cloud.count))
            try part.harmonics.withBytes { (harmonics) throws(FormatError) in
                let harmonics = harmonics.assumingMemoryBound(to: Float.self)
                try file.writeRows(part.count, stride: 4 * names.count, progress: done, what: "Writing splats") { i, row in
                    store(part, i: i, harmonics: harmonics, row: row)
                }
            }
        }
        try AtomicFile.end(file)
        return [model.originLoss("A PLY file of splats")].compactMap { $0 }
    }

    /// Writes splat `i` as stored in the file.
    @inline(__always) private static func store(
        _ cloud: SplatCloud, i: Int, harmonics: UnsafeBufferPointer<Float>, row: UnsafeMutableRawPointer
    ) {
        var place = row
        func put(_ x: Float) {
            place.storeBytes(of: x.bitPattern.littleEndian, as: UInt32.self)
            place += 4
        }
        func put(_ v: Vector3) { for k in 0..<3 { put(v[k]) } }
        let n = cloud.coefficientCount
        let first = 3 * n * i
        put(cloud.positions[i])
        for channel in 0..<3 { put(harmonics[first + channel]) }
        for channel in 0..<3 {
            for k in 1..<max(n, 1) { put(harmonics[first + 3 * k + channel]) }
        }
        put(SplatValues.logit(cloud.opacities[i]))
        put(SplatValues.logarithm(cloud.scales[i]))
        let q = cloud.rotations[i].wxyz
        for k in 0..<4 { put(q[k]) }
    }
}

extension PLYHeader {
    /// The frame declared in a comment by Diorama; nil where there is none.
    func splatFrame(_ bytes: UnsafeRawBufferPointer) -> SplatFrame? {
        let text = UnsafeRawBufferPointer(rebasing: bytes[..<min(end, 1 << 16, bytes.count)])
        return SplatFrame(declaredIn: String(decoding: text, as: UTF8.self))
    }
}
