import Geometry
import Support

/// Numbers corners; equal coordinates are one vertex.
struct Welder {
    private var table: KeyTable
    /// The corners of the two triangles before: in most files two thirds of all corners are among them.
    private var recent = [Recent](repeating: Recent(), count: 6)
    private var turn = 0

    private struct Recent {
        var corner = Vector3(repeating: .nan)
        var number: UInt32 = 0
    }

    /// - Parameter vertices: how many there will be, about.
    init(vertices: Int = 0) { table = KeyTable(expected: vertices) }

    @inline(__always) mutating func number(of corner: Vector3) -> UInt32 {
        // −0 and 0 are one place.
        let p = corner + Vector3(repeating: 0)
        return recent.withUnsafeMutableBufferPointer { recent in
            for k in 0..<6 where all(recent[k].corner .== p) { return recent[k].number }
            let number = UInt32(table.number(of: SIMD4(p.x.bitPattern, p.y.bitPattern, p.z.bitPattern, 0)))
            recent[turn] = Recent(corner: p, number: number)
            turn = turn == 5 ? 0 : turn + 1
            return number
        }
    }

    /// The bits of the vertices' coordinates, without what finds equal ones.
    consuming func end() -> [SIMD4<UInt32>] { table.keys }

    /// Vertices in our frame.
    static func positions(_ keys: [SIMD4<UInt32>], _ frame: CoordinateFrame?) -> [Vector3] {
        let frame = frame ?? .ours
        return [Vector3](count: keys.count) { range, out in
            for i in range {
                let key = keys[i]
                out[i] = frame.fromFile(Vector3(Float(bitPattern: key.x), Float(bitPattern: key.y), Float(bitPattern: key.z)))
            }
        }
    }

    /// Parts that were welded one by one as one mesh in our frame, its vertices in the order of their first use.
    /// - Parameters:
    ///   - parts: the vertices of each part.
    ///   - indices: numbers within the part for all corners.
    ///   - corners: how many a part has.
    ///   - frame: of the coordinates.
    static func mesh(
        _ parts: consuming [[SIMD4<UInt32>]], indices: consuming [UInt32], corners: Int, _ frame: CoordinateFrame?
    ) -> TriangleMesh {
        guard parts.count > 1 else {
            return TriangleMesh(positions: positions(parts.first ?? [], frame), indices: indices)
        }
        let (keys, numbers) = merge(parts)
        indices.withUnsafeMutableBufferPointer { indices in
            nonisolated(unsafe) let indices = indices
            Parallel.forEach(numbers.count) { k in
                numbers[k].withUnsafeBufferPointer { numbers in
                    for i in k * corners..<min(indices.count, (k + 1) * corners) { indices[i] = numbers[Int(indices[i])] }
                }
            }
        }
        return TriangleMesh(positions: positions(keys, frame), indices: indices)
    }

    /// The vertices of all parts, and the number among them of each part's vertices.
    private static func merge(_ parts: consuming [[SIMD4<UInt32>]]) -> (keys: [SIMD4<UInt32>], numbers: [[UInt32]]) {
        var table = KeyTable(expected: parts.reduce(0) { $0 + $1.count })
        var numbers: [[UInt32]] = []
        for k in parts.indices {
            numbers.append(parts[k].map { UInt32(table.number(of: $0)) })
            // Not needed any more: the memory is that of the vertices of all.
            parts[k] = []
        }
        return (table.keys, numbers)
    }
}
