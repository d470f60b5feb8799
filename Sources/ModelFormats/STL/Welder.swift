import Geometry
import Support

/// Gathers corners into a mesh; equal coordinates become one vertex.
struct Welder {
    private var table: KeyTable
    private var indices: [UInt32] = []
    /// The corners of the two triangles before: in most files two thirds of all corners are among them.
    private var recent = [Recent](repeating: Recent(), count: 6)
    private var turn = 0

    private struct Recent {
        var corner = Vector3(repeating: .nan)
        var number: UInt32 = 0
    }

    init(triangles: Int = 0) {
        table = KeyTable(expected: triangles / 2)
        indices.reserveCapacity(triangles * 3)
    }

    @inline(__always) mutating func append(_ corner: Vector3) {
        // −0 and 0 are one place.
        let p = corner + Vector3(repeating: 0)
        let number = recent.withUnsafeMutableBufferPointer { recent -> UInt32 in
            for k in 0..<6 where all(recent[k].corner .== p) { return recent[k].number }
            let number = UInt32(table.number(of: SIMD4(p.x.bitPattern, p.y.bitPattern, p.z.bitPattern, 0)))
            recent[turn] = Recent(corner: p, number: number)
            turn = turn == 5 ? 0 : turn + 1
            return number
        }
        indices.append(number)
    }

    var isEmpty: Bool { indices.isEmpty }

    /// What was gathered, without what finds equal corners.
    consuming func end() -> Part { Part(keys: table.keys, indices: indices) }

    /// Corners in a row that were welded.
    struct Part {
        /// The bits of the vertices' coordinates.
        var keys: [SIMD4<UInt32>] = []
        var indices: [UInt32] = []
    }

    /// The parts one behind the other as one mesh in our frame, its vertices in the order of their first use.
    static func mesh(_ parts: [Part], _ frame: CoordinateFrame?) -> TriangleMesh {
        let frame = frame ?? .ours
        var table = KeyTable(expected: parts.count > 1 ? parts.reduce(0) { $0 + $1.keys.count } : 0)
        // Each part's vertices among those of all.
        let numbers = parts.count > 1 ? parts.map { part in part.keys.map { UInt32(table.number(of: $0)) } } : []
        let keys = parts.count == 1 ? parts[0].keys : table.keys
        let positions = [Vector3](count: keys.count) { range, out in
            for i in range {
                let key = keys[i]
                out[i] = frame.fromFile(Vector3(Float(bitPattern: key.x), Float(bitPattern: key.y), Float(bitPattern: key.z)))
            }
        }
        if parts.count == 1 { return TriangleMesh(positions: positions, indices: parts[0].indices) }
        let starts = parts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.indices.count) }
        let indices = [UInt32](unsafeUninitializedCapacity: starts[parts.count]) { out, used in
            nonisolated(unsafe) let out = out
            Parallel.forEach(parts.count) { k in
                let list = parts[k].indices
                let start = starts[k]
                for i in list.indices { out[start + i] = numbers[k][Int(list[i])] }
            }
            used = starts[parts.count]
        }
        return TriangleMesh(positions: positions, indices: indices)
    }
}
