import Codecs
import Foundation
import Geometry
import Splats
import Support

/// Splats for viewers that draw them while they arrive: SPZ files of up to 16,384 splats, one behind the other, the most important
/// splats first, so that any beginning of the file shows the whole place, more coarsely. docs/splats-viewer.md describes the bytes.
public enum SplatStream {
    static let magic: UInt32 = 0x4C50_5344
    static let version: UInt32 = 1
    static let headerSize = 64
    /// Splats of a part. A browser draws each part when it has arrived.
    static let partSize = 1 << 14
    /// The media type of the file.
    public static let contentType = "application/vnd.diorama.splats"

    /// Writes splats.
    /// - Parameters:
    ///   - cloud: metres, y up.
    ///   - origin: added to all coordinates, for places in map coordinates.
    ///   - isOrdered: whether the cloud is in the order of importance already; otherwise opaque and large splats come first.
    ///   - url: where to.
    /// - Throws: where the splats are damaged, extend too far, or the file can't be written.
    public static func write(
        _ cloud: SplatCloud, origin: SIMD3<Double> = .zero, isOrdered: Bool = false, to url: URL,
        progress: ProgressReporter = .silent
    ) throws(FormatError) {
        if cloud.count == 0 { throw .unwritable("the model contains no splats") }
        if let flaw = cloud.flaw { throw .unwritable("the model is damaged: \(flaw)") }
        guard let count = UInt32(exactly: cloud.count) else { throw .unwritable("the model has more than four billion splats") }
        let bits = try SPZ.fractionalBits(cloud)
        let order = isOrdered ? Array(cloud.positions.indices) : importanceOrder(cloud)
        var file = try AtomicFile.begin(url)
        try file.putArray(header(count: count, degree: cloud.degree, origin: origin, box: Bounds(cloud.positions)))
        for first in stride(from: 0, to: order.count, by: partSize) {
            try progress.step(Double(first) / Double(order.count), "Writing splats")
            let part = cloud.picked(Array(order[first..<min(order.count, first + partSize)]))
            let pieces = try Gzip.compress(SPZ.pack(part, bits))
            try file.putArray(bytes(UInt32(pieces.reduce(0) { $0 + $1.count })))
            for piece in pieces { try file.putArray(piece) }
        }
        try AtomicFile.end(file)
    }

    /// Reads splats in the order of the file.
    /// - Throws: where the file is damaged, truncated or of an unknown version.
    public static func read(_ data: UnsafeRawBufferPointer, progress: ProgressReporter = .silent) throws(FormatError) -> Model {
        func word(_ at: Int) -> UInt32 { UInt32(littleEndian: data.loadUnaligned(fromByteOffset: at, as: UInt32.self)) }
        func double(_ at: Int) -> Double {
            Double(bitPattern: UInt64(littleEndian: data.loadUnaligned(fromByteOffset: at, as: UInt64.self)))
        }
        guard data.count >= headerSize else { throw .unreadable("ends inside its header; the file is truncated") }
        guard isStream(data) else { throw .unreadable("is not a stream of splats: it does not begin with ‘DSPL’") }
        guard word(4) == version else {
            throw .unreadable("has version \(word(4)) of streams of splats; version \(version) is read")
        }
        let declared = Int(word(8))
        let origin = SIMD3(double(16), double(24), double(32))
        guard origin.x.isFinite, origin.y.isFinite, origin.z.isFinite else {
            throw .unreadable("has an origin that is not finite; the file is damaged")
        }
        var cloud = SplatCloud(degree: Int(min(word(12), 4)))
        var notes: [String] = []
        var at = headerSize
        while at < data.count {
            try progress.step(Double(at) / Double(data.count), "Reading splats")
            guard at + 4 <= data.count, Int(word(at)) <= data.count - at - 4 else {
                throw .unreadable("contains \(cloud.count) of its \(declared) splats; the file is truncated")
            }
            let size = Int(word(at))
            let part = try SPZ.read(UnsafeRawBufferPointer(rebasing: data[at + 4..<at + 4 + size]))
            guard case .splats(let splats) = part.shape, splats.degree == cloud.degree else {
                throw .unreadable("has a part of another degree than its header says; the file is damaged")
            }
            cloud.append(splats)
            notes += part.notes.filter { !notes.contains($0) }
            at += 4 + size
        }
        guard cloud.count > 0, cloud.count <= declared else {
            throw .unreadable("declares \(declared) splats and contains \(cloud.count); the file is damaged")
        }
        var model = Model(consume cloud, notes: notes)
        model.origin = origin
        return model
    }

    /// Whether the bytes begin as a stream of splats does.
    public static func isStream(_ data: UnsafeRawBufferPointer) -> Bool {
        data.count >= 4 && UInt32(littleEndian: data.loadUnaligned(as: UInt32.self)) == magic
    }

    /// The numbers of the splats, those first that cover most: opacity times the area that a splat has from its broad side. Equal
    /// ones stay in their order.
    static func importanceOrder(_ cloud: SplatCloud) -> [Int] {
        let weights = cloud.positions.indices.map { i in
            let s = cloud.scales[i]
            let smallest = min(s.x, min(s.y, s.z))
            return cloud.opacities[i] * (smallest > 0 ? s.x * s.y * s.z / smallest : max(s.x * s.y, max(s.y * s.z, s.x * s.z)))
        }
        return cloud.positions.indices.sorted { (weights[$1], $0) < (weights[$0], $1) }
    }

    private static func header(count: UInt32, degree: Int, origin: SIMD3<Double>, box: Bounds) -> [UInt8] {
        var header = bytes(magic) + bytes(version) + bytes(count) + bytes(UInt32(degree))
        for k in 0..<3 { header += bytes(origin[k].bitPattern) }
        for corner in [box.min, box.max] {
            for k in 0..<3 { header += bytes(corner[k].bitPattern) }
        }
        return header
    }

    /// Little endian.
    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}

extension SplatCloud {
    /// Adds splats of the same degree.
    fileprivate mutating func append(_ other: SplatCloud) {
        positions += other.positions
        rotations += other.rotations
        scales += other.scales
        opacities += other.opacities
        harmonics += other.harmonics
    }
}
