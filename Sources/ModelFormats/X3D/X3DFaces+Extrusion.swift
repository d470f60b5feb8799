import Codecs
import Foundation
import Geometry
import Models

extension X3DFaces {
    /// A cross section along a spine, which a plane at each of its points carries.
    mutating func readExtrusion(_ node: X3DNode, _ reader: inout X3DSceneReader) throws(FormatError) {
        var section = Self.pairs(try node.doubles("crossSection"))
        if section.isEmpty { section = [SIMD2(1, 1), SIMD2(1, -1), SIMD2(-1, -1), SIMD2(-1, 1), SIMD2(1, 1)] }
        var spine = try node.vectors("spine").map { SIMD3<Double>($0) }
        if spine.isEmpty { spine = [SIMD3(0, 0, 0), SIMD3(0, 1, 0)] }
        guard section.count >= 2, spine.count >= 2, spine.allSatisfy({ $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }) else {
            return
        }
        var scales = Self.pairs(try node.doubles("scale"))
        if scales.isEmpty { scales = [SIMD2(1, 1)] }
        let turns = try node.doubles("orientation")
        guard section.count <= 20_000_000 / spine.count else {
            throw .unreadable("an Extrusion of \(section.count) x \(spine.count) points does not fit into memory; simplify it")
        }
        try reader.take(6 * section.count * spine.count)
        let planes = Self.planes(spine)
        for i in spine.indices {
            let scale = scales[min(i, scales.count - 1)]
            var turn = AffineMap.identity
            if turns.count >= 4 {
                let first = 4 * min(i, turns.count / 4 - 1)
                turn = .rotation(
                    turns[first + 3] * reader.document.angle, about: SIMD3(turns[first], turns[first + 1], turns[first + 2]))
            }
            for p in section {
                let q = turn.linear(SIMD3(p.x * scale.x, 0, p.y * scale.y))
                mesh.positions.append(Vector3(spine[i] + planes[i].linear(q)))
            }
        }
        let width = Int32(section.count)
        for i in 0..<Int32(spine.count - 1) {
            for j in 0..<width - 1 {
                let a = i * width + j
                index += [a, a + 1, a + width + 1, a + width, -1]
            }
        }
        // The last point of a closed section is its first.
        let isClosed = section.first == section.last
        let cap = Array(0..<(isClosed ? width - 1 : width))
        if node.bool("beginCap", true) { index += cap.reversed() + [-1] }
        let last = Int32(spine.count - 1) * width
        if node.bool("endCap", true) { index += cap.map { last + $0 } + [-1] }
        isConvex = node.bool("convex", true)
        isCounterClockwise = node.bool("ccw", true)
        creaseAngle = try node.double("creaseAngle", 0) * reader.document.angle
    }

    private static func pairs(_ values: [Double]) -> [SIMD2<Double>] {
        (0..<values.count / 2).map { SIMD2(values[2 * $0], values[2 * $0 + 1]) }
    }

    /// The axes at each point of a spine: y along it, z across its bend, as the standard defines them.
    private static func planes(_ spine: [SIMD3<Double>]) -> [AffineMap] {
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        func unit(_ v: SIMD3<Double>) -> SIMD3<Double>? {
            let length = (v * v).sum().squareRoot()
            return length > 1e-9 && length.isFinite ? v / length : nil
        }
        let n = spine.count
        let isClosed = n > 2 && spine[0] == spine[n - 1]
        func neighbours(_ i: Int) -> (before: SIMD3<Double>, after: SIMD3<Double>) {
            let before = i > 0 ? spine[i - 1] : isClosed ? spine[n - 2] : spine[i]
            let after = i < n - 1 ? spine[i + 1] : isClosed ? spine[1] : spine[i]
            return (before, after)
        }
        var along: [SIMD3<Double>?] = spine.indices.map { unit(neighbours($0).after - neighbours($0).before) }
        var across: [SIMD3<Double>?] = spine.indices.map { i in
            let (before, after) = neighbours(i)
            return unit(cross(after - spine[i], before - spine[i]))
        }
        // What is not defined at a point is that of the point before it, or of the first that has one.
        let firstAlong = along.compactMap(\.self).first ?? SIMD3(0, 1, 0)
        // Of a straight spine, z turned as y is turned to the spine.
        var straight = SIMD3<Double>(0, 0, 1)
        let axis = cross(SIMD3(0, 1, 0), firstAlong)
        if (axis * axis).sum() > 1e-18 {
            let angle = acos(max(-1, min(1, firstAlong.y)))
            straight = AffineMap.rotation(angle, about: axis).linear(straight)
        }
        let firstAcross = across.compactMap(\.self).first ?? straight
        for i in spine.indices {
            along[i] = along[i] ?? (i > 0 ? along[i - 1] : nil) ?? firstAlong
            across[i] = across[i] ?? (i > 0 ? across[i - 1] : nil) ?? firstAcross
            if i > 0, let z = across[i], let previous = across[i - 1], (z * previous).sum() < 0 { across[i] = -z }
        }
        return spine.indices.map { i in
            let y = along[i] ?? firstAlong
            let z = across[i] ?? firstAcross
            return AffineMap(x: unit(cross(y, z)) ?? SIMD3(1, 0, 0), y: y, z: z)
        }
    }
}
