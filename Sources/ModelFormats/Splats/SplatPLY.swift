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

    /// - Parameter source: the whole file.
    static func read(_ header: PLYHeader, _ source: RandomAccessFile, progress: ProgressReporter) throws(FormatError) -> Model {
        var notes: [String] = []
        guard let element = header.elements.first(where: { $0.name == "vertex" }) else { throw .unreadable("has no splats") }
        let layout = Layout(element, notes: &notes)
        let declared = try source.withHead(1 << 16) { (bytes) throws(FormatError) in header.splatFrame(bytes) }
        let frame = declared ?? .customary
        let cloud: SplatCloud
        if header.encoding == .ascii {
            let text = try rows(header, element: element, bytes: try source.all(), slots: layout.slots)
            let width = layout.slots.count
            cloud = try SplatBuilder.build(element.count, degree: layout.degree, frame: frame, progress) { i, harmonics in
                text.withUnsafeBufferPointer { splat($0.baseAddress! + i * width, width, harmonics) }
            }
        } else {
            let table = try PLYTable("vertex", header: header, size: source.count)
            cloud = try SplatBuilder.build(table.count, degree: layout.degree, frame: frame) { (target) throws(FormatError) in
                try read(source, table, layout, progress) { target.put($0, $1) }
            }
        }
        return try Model.finish(consume cloud, declared, customary: .yDown, notes: notes)
    }

    /// Reads rows of binary numbers piece by piece.
    /// - Parameter put: receives ranges of splats, and what gives each of them.
    private static func read(
        _ source: RandomAccessFile, _ table: PLYTable, _ layout: Layout, _ progress: ProgressReporter,
        _ put: (Range<Int>, (Int, UnsafeMutablePointer<Float>) -> SplatBuilder.Splat) -> Void
    ) throws(FormatError) {
        let selection = table.select(layout.slots)
        let width = layout.slots.count
        let rows = table.rows
        try source.forEachPiece(rows, progress: progress, what: "Reading splats") { range, base in
            guard let offsets = selection.plainOffsets else {
                withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { v in
                    put(range) { i, harmonics in
                        let row = base + (i - range.lowerBound) * rows.stride
                        selection.load(row, into: v.baseAddress!, else: SplatValues.smallestLog)
                        return splat(v.baseAddress!, width, harmonics)
                    }
                }
                return
            }
            offsets.withUnsafeBufferPointer { offsets in
                put(range) { i, harmonics in
                    let row = base + (i - range.lowerBound) * rows.stride
                    func load(_ slot: Int) -> Float {
                        Float(bitPattern: UInt32(littleEndian: row.loadUnaligned(fromByteOffset: offsets[slot], as: UInt32.self)))
                    }
                    for k in Slot.harmonics..<width { harmonics[k - Slot.harmonics] = load(k) }
                    return splat { load($0) }
                }
            }
        }
    }

    /// A splat out of its values in the order of `Slot`.
    @inline(__always) private static func splat(
        _ values: UnsafePointer<Float>, _ width: Int, _ harmonics: UnsafeMutablePointer<Float>
    ) -> SplatBuilder.Splat {
        for k in Slot.harmonics..<width { harmonics[k - Slot.harmonics] = values[k] }
        return splat { values[$0] }
    }

    @inline(__always) private static func splat(_ value: (Int) -> Float) -> SplatBuilder.Splat {
        let s = Slot.scale
        let r = Slot.rotation
        let logit = value(Slot.opacity)
        let e = SplatValues.exponential(SIMD4(Double(value(s)), Double(value(s + 1)), Double(value(s + 2)), -Double(logit)))
        return SplatBuilder.Splat(
            position: Vector3(value(0), value(1), value(2)),
            rotation: Quaternion(wxyz: SIMD4(value(r), value(r + 1), value(r + 2), value(r + 3))),
            scale: Vector3(Float(e.x), Float(e.y), Float(e.z)), opacity: SplatValues.opacity(ofLogit: logit, exponential: e.w))
    }

    /// The order of the values of a splat.
    private enum Slot {
        static let opacity = 3
        static let scale = 4
        static let rotation = 7
        /// Coefficient by coefficient, as in memory.
        static let harmonics = 11
    }

    /// Which properties are read.
    private struct Layout {
        let degree: Int
        /// Their names in the order of `Slot`.
        let slots: [String]

        init(_ element: PLYHeader.Element, notes: inout [String]) {
            let names = Set(element.properties.map(\.name))
            var rest = 0
            while rest < 3 * 24, names.contains("f_rest_\(rest)") { rest += 1 }
            let known = [0: 0, 9: 1, 24: 2, 45: 3, 72: 3]
            degree = known[rest] ?? 0
            // Of a channel there are so many, of which those of the lower degrees are kept.
            let stride = rest / 3
            let harmonics = (0..<SphericalHarmonics.count(degree) - 1).flatMap { k in
                (0..<3).map { "f_rest_\($0 * stride + k)" }
            }
            slots =
                ["x", "y", "z", "opacity", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3", "f_dc_0", "f_dc_1"]
                + ["f_dc_2"] + harmonics
            if rest == 72 { notes.append("Harmonics of degree 4 are not read, only those of degrees 0 to 3.") }
            if known[rest] == nil { notes.append("\(rest) further harmonics match no degree and were not imported.") }
            if !names.contains("scale_2") { notes.append("The splats are flat: they have two scales instead of three.") }
            let extra = names.subtracting(slots).subtracting(["nx", "ny", "nz"]).filter { !$0.hasPrefix("f_rest_") }
            if !extra.isEmpty {
                let list = extra.sorted().prefix(8).map { Text.quote($0, limit: 30) }.joined(separator: ", ")
                notes.append("Splat properties not imported: \(list).")
            }
        }
    }

    /// All rows of a text file. A row takes at least two bytes a value.
    private static func rows(
        _ header: PLYHeader, element: PLYHeader.Element, bytes: UnsafeRawBufferPointer, slots: [String]
    ) throws(FormatError) -> [Float] {
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
        return table
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
