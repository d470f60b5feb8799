import Foundation
import Geometry
import Models

/// Lists of values to which corners refer by numbers of their own, as X3D, 3MF, 3DS and OFF hold them, made into primitives.
struct CornerMesh {
    var positions: [Vector3] = []
    var normals: [Vector3] = []
    /// v downwards.
    var textureCoordinates: [Vector2] = []
    /// Linear RGB and opacity.
    var colors: [SIMD4<Float>] = []

    /// In a corner, instead of the number of a value that it doesn't have.
    static let none = UInt32.max

    /// A primitive of these corners.
    /// - Parameters:
    ///   - topology: what the corners form.
    ///   - corners: the numbers of position, normal, texture coordinate and colour; those of positions are below their count.
    ///   - scratch: of at least as many positions as there are.
    func primitive(
        _ topology: Primitive.Topology, _ corners: [SIMD4<UInt32>], scratch: inout VertexSplit.Scratch
    ) -> Primitive {
        var primitive = Primitive(topology)
        let split = VertexSplit(corners.count, scratch: &scratch) { corners[$0] }
        primitive.positions = split.keys.map { positions[Int($0.x)] }
        func has(_ lane: Int) -> Bool { split.keys.contains { $0[lane] != Self.none } }
        if !normals.isEmpty, has(1) { primitive.normals = split.keys.map { $0.y == Self.none ? .zero : normals[Int($0.y)] } }
        if !textureCoordinates.isEmpty, has(2) {
            primitive.textureCoordinates = [split.keys.map { $0.z == Self.none ? .zero : textureCoordinates[Int($0.z)] }]
        }
        if !colors.isEmpty, has(3) {
            primitive.colors = split.keys.map { $0.w == Self.none ? SIMD4(repeating: 1) : colors[Int($0.w)] }
        }
        let isPlain = split.indices.count == split.keys.count && split.indices.indices.allSatisfy { split.indices[$0] == $0 }
        if !isPlain { primitive.indices = split.indices }
        return primitive
    }

    /// Normals of corners, where faces blend at a corner: the mean of their normals by the angles that they have there.
    ///
    /// Positions that are exactly equal are one place. Returns for each corner the number of its normal in the list.
    /// - Parameters:
    ///   - triangles: three numbers of positions for each.
    ///   - blends: whether two triangles that meet at a corner have one normal there.
    static func normals(
        positions: [Vector3], triangles: [UInt32], blends: (_ a: Int, _ b: Int) -> Bool
    ) -> (normals: [Vector3], corners: [UInt32]) {
        var welds = KeyTable(expected: positions.count)
        let places = positions.map { p -> Int in
            let q = p + Vector3(repeating: 0)
            return welds.number(of: SIMD4(q.x.bitPattern, q.y.bitPattern, q.z.bitPattern, 0))
        }
        var first = [Int](repeating: 0, count: welds.count + 1)
        for corner in triangles { first[places[Int(corner)] + 1] += 1 }
        for i in 1..<first.count { first[i] += first[i - 1] }
        var next = first
        var around = [UInt32](repeating: 0, count: triangles.count)
        for (i, corner) in triangles.enumerated() {
            let place = places[Int(corner)]
            around[next[place]] = UInt32(i)
            next[place] += 1
        }
        let weighted = triangles.indices.map { cornerNormal(positions, triangles, corner: $0) }
        var table = KeyTable(expected: positions.count)
        var normals: [Vector3] = []
        var crowded: [Int: Vector3] = [:]
        let corners = triangles.indices.map { corner -> UInt32 in
            let place = places[Int(triangles[corner])]
            let faces = around[first[place]..<first[place + 1]]
            var sum = Vector3.zero
            if faces.count > crowd {
                // Where very many faces meet, comparing each with each takes too long: they blend.
                sum = crowded[place] ?? faces.reduce(.zero) { $0 + weighted[Int($1)] }
                crowded[place] = sum
            } else {
                for other in faces where Int(other) / 3 == corner / 3 || blends(corner / 3, Int(other) / 3) {
                    sum += weighted[Int(other)]
                }
            }
            let normal = sum.lengthSquared > 0 && sum.isFinite ? sum.normalized : weighted[corner].normalized
            let number = table.number(of: SIMD4(normal.x.bitPattern, normal.y.bitPattern, normal.z.bitPattern, 0))
            if number == normals.count { normals.append(normal) }
            return UInt32(number)
        }
        return (normals, corners)
    }

    private static let crowd = 256

    /// The normal of the triangle at a corner times the angle there; zero where it has none.
    private static func cornerNormal(_ positions: [Vector3], _ triangles: [UInt32], corner: Int) -> Vector3 {
        let start = corner / 3 * 3
        let p = positions[Int(triangles[corner])]
        let a = positions[Int(triangles[start + (corner + 1) % 3])] - p
        let b = positions[Int(triangles[start + (corner + 2) % 3])] - p
        let normal = cross(a, b)
        let length = normal.length
        guard length > 0, length.isFinite else { return .zero }
        return normal / length * atan2(length, dot(a, b))
    }
}
