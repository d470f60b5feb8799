/// Eigenvalues and eigenvectors of a small symmetric matrix, by cyclic Jacobi rotations (Golub and Van Loan, *Matrix
/// Computations*, 8.5).
package struct SymmetricEigen {
    /// Ascending.
    package private(set) var values: [Double]
    /// `vectors[k]` is the unit eigenvector of `values[k]`.
    package private(set) var vectors: [[Double]]

    /// - Parameter matrix: `n` rows of `n` finite numbers; only the upper triangle counts. At most 50 sweeps, until the squares of
    ///   the off-diagonal entries sum to at most 1e-28 of those of the diagonal.
    package init(_ matrix: [[Double]]) {
        let n = matrix.count
        var a = matrix
        for i in 0..<n { for j in 0..<i { a[i][j] = a[j][i] } }
        self.init(&a, maxSweeps: 50) { a in
            var off = 0.0
            var scale = 0.0
            for i in 0..<n {
                scale += a[i][i] * a[i][i]
                for j in i + 1..<n { off += a[i][j] * a[i][j] }
            }
            return !(off > 1e-28 * scale && off.isFinite)
        }
    }

    /// Of a symmetric 3x3 matrix, until the magnitudes of the off-diagonal entries sum to at most 1e-18 of `scale`.
    /// - Parameters:
    ///   - diagonal: the entries xx, yy, zz.
    ///   - products: the entries xy, yz, zx.
    ///   - scale: the size of the matrix, such as its trace.
    ///   - maxSweeps: an upper bound of the sweeps over all pairs of axes; a handful is enough for three.
    package init(diagonal: SIMD3<Double>, products: SIMD3<Double>, scale: Double, maxSweeps: Int) {
        var a = [
            [diagonal.x, products.x, products.z], [products.x, diagonal.y, products.y], [products.z, products.y, diagonal.z],
        ]
        self.init(&a, maxSweeps: maxSweeps) { a in
            let off = a[0][1].magnitude + a[1][2].magnitude + a[0][2].magnitude
            return !(off > 1e-18 * scale && off.isFinite)
        }
    }

    /// Sweeps over all pairs of axes until `isDiagonal`, asked before each sweep, holds.
    private init(_ a: inout [[Double]], maxSweeps: Int, isDiagonal: ([[Double]]) -> Bool) {
        let n = a.count
        var v = (0..<n).map { i in (0..<n).map { $0 == i ? 1.0 : 0.0 } }
        for _ in 0..<maxSweeps {
            if isDiagonal(a) { break }
            for p in 0..<n {
                for q in p + 1..<n where a[p][q] != 0 { Self.rotate(&a, vectors: &v, p: p, q: q) }
            }
        }
        let order = (0..<n).sorted { a[$0][$0] < a[$1][$1] }
        values = order.map { a[$0][$0] }
        vectors = order.map { k in (0..<n).map { v[$0][k] } }
    }

    /// Makes a[p][q] zero.
    private static func rotate(_ a: inout [[Double]], vectors v: inout [[Double]], p: Int, q: Int) {
        let theta = (a[q][q] - a[p][p]) / (2 * a[p][q])
        let t = (theta < 0 ? -1.0 : 1.0) / (theta.magnitude + (theta * theta + 1).squareRoot())
        let c = 1 / (t * t + 1).squareRoot()
        let s = t * c
        for k in a.indices {
            let x = a[k][p]
            let y = a[k][q]
            a[k][p] = c * x - s * y
            a[k][q] = s * x + c * y
        }
        for k in a.indices {
            let x = a[p][k]
            let y = a[q][k]
            a[p][k] = c * x - s * y
            a[q][k] = s * x + c * y
        }
        for k in a.indices {
            let x = v[k][p]
            let y = v[k][q]
            v[k][p] = c * x - s * y
            v[k][q] = s * x + c * y
        }
    }
}
