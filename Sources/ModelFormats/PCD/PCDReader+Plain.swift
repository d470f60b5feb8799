import Codecs
import Geometry
import Support

/// Binary points as nearly all programs write them, read on all cores.
extension PCDReader {
    /// Whether the points are 32-bit floats with packed colours or none, as nearly all programs write them.
    private var isPlain: Bool {
        func isFloat(_ column: Column) -> Bool { column.type == "F" && column.size == 4 }
        return header.points > 0 && header.origin == .zero && !far.isFar && color.count < 2 && position.allSatisfy(isFloat)
            && normal.allSatisfy(isFloat)
    }

    /// Whether the first point that can be measured is near the origin, and nothing has to be subtracted; nil where there is none.
    private func isNear(_ points: StridedPoints, _ places: [StridedPoints.Column]) -> Bool? {
        for i in 0..<points.count {
            func number(_ k: Int) -> Double { Self.float(points.base, places[k].offset + i * places[k].step) }
            let p = SIMD3(number(0), number(1), number(2))
            guard p.isPossible else { continue }
            var chosen = far
            chosen.choose(p)
            return !chosen.isFar
        }
        return nil
    }

    /// Reads plain points near the origin on all cores; false, and nothing is done, where they are others.
    mutating func readPlain(_ base: UnsafeRawPointer, _ place: (Column) -> StridedPoints.Column) -> Bool {
        let points = StridedPoints(base: base, count: header.points)
        let places = position.map(place)
        guard isPlain, isNear(points, places) ?? true else { return false }
        mesh.positions = points.positions(places, far.frame)
        if !normal.isEmpty { mesh.normals = points.normals(normal.map(place), far.frame) }
        if let packed = color.first { mesh.colors = points.colors(packed: place(packed)) }
        return true
    }

    /// Reads plain points near the origin, without attributes, piece by piece; false, and nothing is done, where they are others.
    mutating func readPieces(_ source: RandomAccessFile) throws(FormatError) -> Bool {
        let stride = header.stride
        let (size, overflow) = header.points.multipliedReportingOverflow(by: stride)
        guard isPlain, others.isEmpty, !overflow, size <= source.count - header.end else { return false }
        let place = { (column: Column) in StridedPoints.Column(offset: column.offset, step: stride) }
        let positions = position.map(place)
        let normals = normal.map(place)
        let color = color.first.map(place)
        // A piece is enough, but for clouds in a grid that begin with many points that can't be measured.
        let first = min(header.points, RandomAccessFile.pieceSize / stride)
        let isNear = try source.withPiece(header.end..<header.end + first * stride) { (bytes) throws(FormatError) -> Bool? in
            bytes.baseAddress.flatMap { self.isNear(StridedPoints(base: $0, count: first), positions) }
        }
        guard isNear == true else { return false }
        var result = TriangleMesh()
        result.positions = Array(undefined: header.points)
        if !normals.isEmpty { result.normals = Array(undefined: header.points) }
        if color != nil { result.colors = Array(undefined: header.points) }
        let frame = far.frame
        var failure: FormatError?
        result.positions.withUnsafeMutableBufferPointer { positionTarget in
            result.normals.withUnsafeMutableBufferPointer { normalTarget in
                result.colors.withUnsafeMutableBufferPointer { colorTarget in
                    nonisolated(unsafe) let positionTarget = positionTarget
                    nonisolated(unsafe) let normalTarget = normalTarget
                    nonisolated(unsafe) let colorTarget = colorTarget
                    let rows = RandomAccessFile.Rows(start: header.end, stride: stride, count: header.points)
                    do throws(FormatError) {
                        try source.forEachPiece(rows, progress: progress, what: "Reading points") { range, base in
                            let points = StridedPoints(base: base, count: range.count)
                            func target(_ all: UnsafeMutableBufferPointer<Vector3>) -> UnsafeMutablePointer<Vector3> {
                                all.baseAddress! + range.lowerBound
                            }
                            points.put(positions: positions, frame, 0..<range.count, target(positionTarget))
                            if !normals.isEmpty { points.put(normals: normals, frame, 0..<range.count, target(normalTarget)) }
                            if let color { points.put(colors: color, 0..<range.count, target(colorTarget)) }
                        }
                    } catch { failure = error }
                }
            }
        }
        if let failure { throw failure }
        mesh = result
        return true
    }
}
