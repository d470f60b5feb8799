import Geometry

/// Numbers of corners into a list of values of their own, as COLLADA, FBX and USD have them.
enum CornerNumbers {
    /// Corner numbers of equal values made equal, for lists that repeat a value for each corner.
    static func unify(_ corners: inout [UInt32], _ values: [Vector3]) {
        var table = KeyTable(expected: values.count / 4)
        var first: [UInt32] = []
        let number = values.indices.map { i -> UInt32 in
            let v = values[i] + Vector3(repeating: 0)
            let n = table.number(of: SIMD4(v.x.bitPattern, v.y.bitPattern, v.z.bitPattern, 0))
            if n == first.count { first.append(UInt32(i)) }
            return first[n]
        }
        for i in corners.indices { corners[i] = number[Int(corners[i])] }
    }

    static func unify(_ corners: inout [UInt32], _ values: [Vector2]) {
        unify(&corners, values.map { Vector3($0.x, $0.y, 0) })
    }
}
