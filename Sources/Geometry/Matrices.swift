/// A 3x3 matrix, column-major.
public struct Matrix3: Sendable, Equatable {
    /// The three columns.
    public var columns: (Vector3, Vector3, Vector3)

    /// A matrix of three columns.
    @inlinable
    public init(_ a: Vector3, _ b: Vector3, _ c: Vector3) { columns = (a, b, c) }

    /// The identity matrix.
    public static let identity = Matrix3(Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))

    /// The matrix times the column vector `v`.
    @inlinable
    public static func * (m: Matrix3, v: Vector3) -> Vector3 {
        m.columns.0 * v.x + m.columns.1 * v.y + m.columns.2 * v.z
    }

    /// The matrix product; it applies `b` first, then `a`.
    @inlinable
    public static func * (a: Matrix3, b: Matrix3) -> Matrix3 { Matrix3(a * b.columns.0, a * b.columns.1, a * b.columns.2) }

    /// The matrix with rows and columns exchanged; the inverse of a rotation.
    @inlinable
    public var transposed: Matrix3 {
        let (a, b, c) = columns
        return Matrix3(Vector3(a.x, b.x, c.x), Vector3(a.y, b.y, c.y), Vector3(a.z, b.z, c.z))
    }

    /// The determinant; +1 for a rotation, −1 for a reflection.
    @inlinable
    public var determinant: Float { dot(columns.0, cross(columns.1, columns.2)) }

    public static func == (a: Matrix3, b: Matrix3) -> Bool { a.columns == b.columns }
}

/// A 4x4 matrix, column-major: `columns.3` holds the translation of an affine transform.
public struct Matrix4: Sendable, Equatable {
    /// The four columns.
    public var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

    /// A matrix of four columns.
    @inlinable
    public init(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>) { columns = (a, b, c, d) }

    /// The identity matrix.
    public static let identity = Matrix4(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))

    /// The matrix times the column vector `v`.
    @inlinable
    public static func * (m: Matrix4, v: SIMD4<Float>) -> SIMD4<Float> {
        m.columns.0 * v.x + m.columns.1 * v.y + m.columns.2 * v.z + m.columns.3 * v.w
    }

    /// The matrix product; it applies `b` first, then `a`.
    @inlinable
    public static func * (a: Matrix4, b: Matrix4) -> Matrix4 {
        Matrix4(a * b.columns.0, a * b.columns.1, a * b.columns.2, a * b.columns.3)
    }

    /// The point `p` transformed, without perspective division.
    @inlinable
    public func transform(point p: Vector3) -> Vector3 {
        let r = self * SIMD4(p.x, p.y, p.z, 1)
        return Vector3(r.x, r.y, r.z)
    }

    public static func == (a: Matrix4, b: Matrix4) -> Bool {
        a.columns.0 == b.columns.0 && a.columns.1 == b.columns.1 && a.columns.2 == b.columns.2 && a.columns.3 == b.columns.3
    }
}
