import Geometry

/// Where a node stands in the world.
struct GLTFTransform {
    var matrix: Matrix4
    let isIdentity: Bool

    static let identity = GLTFTransform(.identity)

    init(_ matrix: Matrix4) {
        self.matrix = matrix
        isIdentity = matrix == .identity
    }

    /// A node's own transform: its matrix, or translation · rotation · scale (section 3.5.2).
    init(_ node: GLTFDocument.Node, _ number: Int) throws(FormatError) {
        func values(_ list: [Float]?, _ count: Int, _ name: String) throws(FormatError) -> [Float]? {
            guard let list else { return nil }
            guard list.count == count, list.allSatisfy({ $0.isFinite }) else {
                throw .unreadable("the \(name) of node \(number) is not \(count) finite numbers")
            }
            return list
        }
        if let m = try values(node.matrix, 16, "matrix") {
            self.init(
                Matrix4(
                    SIMD4(m[0], m[1], m[2], m[3]), SIMD4(m[4], m[5], m[6], m[7]), SIMD4(m[8], m[9], m[10], m[11]),
                    SIMD4(m[12], m[13], m[14], m[15])))
            return
        }
        let t = try values(node.translation, 3, "translation") ?? [0, 0, 0]
        let r = try values(node.rotation, 4, "rotation") ?? [0, 0, 0, 1]
        let s = try values(node.scale, 3, "scale") ?? [1, 1, 1]
        let rotation = r == [0, 0, 0, 1] ? Matrix3.identity : Quaternion(r[0], r[1], r[2], r[3]).normalized.matrix
        let (x, y, z) = rotation.columns
        self.init(Matrix4(SIMD4(x * s[0], 0), SIMD4(y * s[1], 0), SIMD4(z * s[2], 0), SIMD4(t[0], t[1], t[2], 1)))
    }

    /// `a * b` applies `b` first.
    static func * (a: GLTFTransform, b: GLTFTransform) -> GLTFTransform {
        a.isIdentity ? b : b.isIdentity ? a : GLTFTransform(a.matrix * b.matrix)
    }

    /// Whether it turns the inside out.
    var mirrors: Bool {
        let c = columns
        return dot(c.0, cross(c.1, c.2)) < 0
    }

    func apply(_ positions: inout [Vector3]) {
        if isIdentity { return }
        for i in positions.indices { positions[i] = matrix.transform(point: positions[i]) }
    }

    /// Normals by the matrix of cofactors, which is the inverse transposed times the determinant.
    func apply(normals: inout [Vector3]) {
        if isIdentity { return }
        let c = columns
        let sign: Float = mirrors ? -1 : 1
        let cofactors = Matrix3(cross(c.1, c.2) * sign, cross(c.2, c.0) * sign, cross(c.0, c.1) * sign)
        for i in normals.indices { normals[i] = (cofactors * normals[i]).normalized }
    }

    private var columns: (Vector3, Vector3, Vector3) {
        let c = matrix.columns
        return (Vector3(c.0.x, c.0.y, c.0.z), Vector3(c.1.x, c.1.y, c.1.z), Vector3(c.2.x, c.2.y, c.2.z))
    }
}
