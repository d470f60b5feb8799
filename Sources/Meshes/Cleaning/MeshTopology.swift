/// Which triangles of a mesh meet at which edges.
///
/// Half-edge h belongs to triangle h / 3 and runs from `indices[h]` to `indices[next(h)]`.
package struct MeshTopology {
    /// No triangle lies on the other side of this half-edge.
    static let boundary: Int32 = -1
    /// More than two triangles meet here, or two that run the same way.
    static let tangled: Int32 = -2

    /// The half-edge that runs back along the same edge, or `boundary` or `tangled`.
    let opposite: [Int32]

    @inline(__always)
    package static func next(_ h: Int) -> Int { h % 3 == 2 ? h - 2 : h + 1 }

    package init(indices: [UInt32], vertexCount: Int) {
        // Half-edges are gathered by the lower of their two vertices and ordered there by the higher one.
        var first = [Int32](repeating: 0, count: vertexCount + 1)
        var packed = [UInt64](repeating: 0, count: indices.count)
        var result = [Int32](repeating: Self.boundary, count: indices.count)
        indices.withUnsafeBufferPointer { indices in
            first.withUnsafeMutableBufferPointer { first in
                packed.withUnsafeMutableBufferPointer { packed in
                    result.withUnsafeMutableBufferPointer { result in
                        for h in indices.indices { first[Int(min(indices[h], indices[Self.next(h)]))] += 1 }
                        var sum: Int32 = 0
                        for v in first.indices {
                            sum += first[v]
                            first[v] = sum
                        }
                        for h in indices.indices.reversed() {
                            let a = indices[h]
                            let b = indices[Self.next(h)]
                            first[Int(min(a, b))] -= 1
                            packed[Int(first[Int(min(a, b))])] = UInt64(max(a, b)) << 32 | UInt64(h)
                        }
                        for v in 0..<vertexCount {
                            let bucket = UnsafeMutableBufferPointer(rebasing: packed[Int(first[v])..<Int(first[v + 1])])
                            Self.sort(bucket)
                            Self.pair(bucket, indices: indices, result: result)
                        }
                    }
                }
            }
        }
        opposite = result
    }

    /// By insertion where there are few, as nearly always.
    private static func sort(_ values: UnsafeMutableBufferPointer<UInt64>) {
        guard values.count <= 32 else {
            var values = values
            values.sort()
            return
        }
        guard values.count > 1 else { return }
        for i in 1..<values.count {
            let value = values[i]
            var k = i
            while k > 0 && values[k - 1] > value {
                values[k] = values[k - 1]
                k -= 1
            }
            values[k] = value
        }
    }

    private static func pair(
        _ bucket: UnsafeMutableBufferPointer<UInt64>, indices: UnsafeBufferPointer<UInt32>,
        result: UnsafeMutableBufferPointer<Int32>
    ) {
        var i = 0
        while i < bucket.count {
            var end = i + 1
            while end < bucket.count && bucket[end] >> 32 == bucket[i] >> 32 { end += 1 }
            let a = Int(bucket[i] & 0xFFFF_FFFF)
            if end - i == 2, case let b = Int(bucket[i + 1] & 0xFFFF_FFFF), indices[a] != indices[b] {
                result[a] = Int32(truncatingIfNeeded: b)
                result[b] = Int32(truncatingIfNeeded: a)
            } else if end - i > 1 {
                for k in i..<end { result[Int(bucket[k] & 0xFFFF_FFFF)] = tangled }
            }
            i = end
        }
    }

    /// The boundary loops of the surface: chains of half-edges that have no triangle on their other side, each in the surface's own
    /// sense. A chain is closed unless it ends at a tangled edge.
    package func boundaryLoops() -> [(halfEdges: [Int32], isClosed: Bool)] {
        var used = [Bool](repeating: false, count: opposite.count)
        var result: [(halfEdges: [Int32], isClosed: Bool)] = []
        for start in opposite.indices where opposite[start] == Self.boundary && !used[start] {
            var chain: [Int32] = []
            var h = start
            var isClosed = true
            while !used[h] {
                used[h] = true
                chain.append(Int32(truncatingIfNeeded: h))
                // Round the end point, through the triangles that meet there, to where the surface ends again.
                var n = Self.next(h)
                while opposite[n] >= 0 { n = Self.next(Int(opposite[n])) }
                guard opposite[n] == Self.boundary else {
                    isClosed = false
                    break
                }
                h = n
            }
            result.append((chain, isClosed && h == start))
        }
        return result
    }
}

/// The triangles around each vertex.
struct VertexTriangles {
    private let first: [Int32]
    private let triangles: [Int32]

    init(indices: [UInt32], vertexCount: Int) {
        var first = [Int32](repeating: 0, count: vertexCount + 1)
        var triangles = [Int32](repeating: 0, count: indices.count)
        indices.withUnsafeBufferPointer { indices in
            first.withUnsafeMutableBufferPointer { first in
                triangles.withUnsafeMutableBufferPointer { triangles in
                    for v in indices { first[Int(v)] += 1 }
                    var sum: Int32 = 0
                    for v in first.indices {
                        sum += first[v]
                        first[v] = sum
                    }
                    for h in indices.indices.reversed() {
                        first[Int(indices[h])] -= 1
                        triangles[Int(first[Int(indices[h])])] = Int32(truncatingIfNeeded: h / 3)
                    }
                }
            }
        }
        self.first = first
        self.triangles = triangles
    }

    /// Calls `body` with each triangle around vertex `v`, in ascending order.
    @inline(__always)
    func forEach(_ v: Int, _ body: (Int) -> Void) {
        for i in Int(first[v])..<Int(first[v + 1]) { body(Int(triangles[i])) }
    }

    /// How many triangles use vertex `v`.
    @inline(__always)
    func count(_ v: Int) -> Int { Int(first[v + 1] - first[v]) }
}
