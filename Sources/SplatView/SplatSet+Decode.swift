/// What is wrong with bytes that should be splats.
public enum SplatDecodingError: Int32, Error, CaseIterable {
    case notSPZ = -1
    case unknownVersion = -2
    case truncated = -3
    case otherDegree = -4
    case tooMany = -5
}

extension SplatSet {
    /// The header of a decompressed SPZ file: 16 bytes.
    public struct Header: Sendable, Equatable {
        public var version: Int
        public var count: Int
        public var degree: Int
        /// Bits of a coordinate behind the point.
        public var fractionalBits: Int

        public init(version: Int, count: Int, degree: Int, fractionalBits: Int) {
            self.version = version
            self.count = count
            self.degree = degree
            self.fractionalBits = fractionalBits
        }

        /// Bytes in a header.
        public static let size = 16

        /// Bytes of all splats behind the header.
        var payloadSize: Int64 { Int64(count) &* Int64(20 &+ bandSize) }
        /// Bytes that the harmonics of a splat have: three channels without the constant one.
        var bandSize: Int { 3 &* ((degree &+ 1) &* (degree &+ 1) &- 1) }
    }

    /// - Parameters:
    ///   - bytes: a decompressed SPZ file of version 3.
    ///   - size: the number of bytes there are.
    /// - Throws: `notSPZ`, `unknownVersion`, `truncated`.
    public static func header(_ bytes: UnsafeRawPointer, size: Int) throws(SplatDecodingError) -> Header {
        guard size >= Header.size else { throw .truncated }
        func word(_ at: Int) -> UInt32 { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)) }
        guard word(0) == 0x5053_474E else { throw .notSPZ }
        let degree = Int(word(12) & 255)
        let fractionalBits = Int(word(12) >> 8 & 255)
        guard word(4) == 3, degree <= 3, fractionalBits <= 24 else { throw .unknownVersion }
        let header = Header(version: 3, count: Int(word(8) & 0x7FFF_FFFF), degree: degree, fractionalBits: fractionalBits)
        guard Int64(size) >= Int64(Header.size) &+ header.payloadSize else { throw .truncated }
        return header
    }

    /// Adds splats of a decompressed SPZ file behind those that are there, and puts them into `texels`.
    /// - Parameters:
    ///   - bytes: the file.
    ///   - size: the number of bytes there are.
    ///   - first: the number of the first splat of the file to add.
    ///   - limit: at most so many, and no more than `pieceSize`.
    /// - Returns: how many were added; fewer than asked for at the end of the file and where the set is full.
    /// - Throws: as `header`; `otherDegree` where the file's harmonics are not those of the set; `tooMany` where `first` is
    ///   behind its last splat.
    public func add(_ bytes: UnsafeRawPointer, size: Int, first: Int, limit: Int) throws(SplatDecodingError) -> Int {
        let header = try Self.header(bytes, size: size)
        guard header.degree == degree else { throw .otherDegree }
        guard first >= 0, first <= header.count else { throw .tooMany }
        let added = max(0, min(limit, Self.pieceSize, header.count &- first, capacity &- count))
        let file = File(bytes: bytes, header: header)
        let pairs = block + 4 &* added
        let bands = pairs + 2 &* added
        for i in 0..<added { put(file, first &+ i, to: count &+ i, place: block + 4 &* i, pair: pairs + 2 &* i) }
        let words = Self.harmonicWords(degree)
        if words > 0 {
            for i in 0..<added { copyBands(file, first &+ i, to: bands + words &* i, words: words) }
        }
        count &+= added
        return added
    }

    /// Where the kinds of numbers are in a file.
    private struct File {
        let positions: UnsafePointer<UInt8>
        let alphas: UnsafePointer<UInt8>
        let colors: UnsafePointer<UInt8>
        let scales: UnsafePointer<UInt8>
        let rotations: UnsafePointer<UInt8>
        let bands: UnsafePointer<UInt8>
        let bandSize: Int
        /// Metres in the last bit of a coordinate.
        let step: Float

        init(bytes: UnsafeRawPointer, header: Header) {
            let n = header.count
            positions = (bytes + Header.size).assumingMemoryBound(to: UInt8.self)
            alphas = positions + 9 &* n
            colors = positions + 10 &* n
            scales = positions + 13 &* n
            rotations = positions + 16 &* n
            bands = positions + 20 &* n
            bandSize = header.bandSize
            step = 1 / Float(1 << header.fractionalBits)
        }

        @inline(__always) func word(_ p: UnsafePointer<UInt8>) -> UInt32 {
            UInt32(p[0]) | UInt32(p[1]) << 8 | UInt32(p[2]) << 16
        }

        @inline(__always) func coordinate(_ p: UnsafePointer<UInt8>) -> Float {
            Float(Int32(bitPattern: word(p) << 8) >> 8) * step
        }
    }

    private func put(
        _ file: File, _ i: Int, to splat: Int, place: UnsafeMutablePointer<UInt32>, pair: UnsafeMutablePointer<UInt32>
    ) {
        let at = file.positions + 9 &* i
        let center = SIMD3(file.coordinate(at), file.coordinate(at + 3), file.coordinate(at + 6))
        let color = file.word(file.colors + 3 &* i) | UInt32(file.alphas[i]) << 24
        let turn = file.rotations + 4 &* i
        let rotation = file.word(turn) | UInt32(turn[3]) << 24
        let scale = file.word(file.scales + 3 &* i)
        x[splat] = center.x
        y[splat] = center.y
        z[splat] = center.z
        colors[splat] = color
        rotations[splat] = rotation
        scales[splat] = scale
        lower = pointwiseMin(lower, center)
        upper = pointwiseMax(upper, center)
        place[0] = center.x.bitPattern
        place[1] = center.y.bitPattern
        place[2] = center.z.bitPattern
        place[3] = color
        pair[0] = rotation
        pair[1] = scale
    }

    private func copyBands(_ file: File, _ i: Int, to target: UnsafeMutablePointer<UInt32>, words: Int) {
        let target = UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt8.self)
        let source = file.bands + file.bandSize &* i
        for k in 0..<file.bandSize { target[k] = source[k] }
        for k in file.bandSize..<4 &* words { target[k] = 0 }
    }
}
