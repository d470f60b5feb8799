/// Eigenvalues and eigenvectors of a small symmetric matrix, by Jacobi rotations (Golub and Van Loan, *Matrix Computations*, 8.5).
package struct SymmetricEigen {
    /// Ascending.
    package private(set) var values: [Double]
    /// `vectors[k]` is the unit eigenvector of `values[k]`.
    package private(set) var vectors: [[Double]]

    /// - Parameter matrix: `n` rows of `n` finite numbers; only the upper triangle counts.
    package init(_ matrix: [[Double]]) {
        let n = matrix.count
        var a = matrix
        for i in 0..<n { for j in 0..<i { a[i][j] = a[j][i] } }
        var v = (0..<n).map { i in (0..<n).map { $0 == i ? 1.0 : 0.0 } }
        for _ in 0..<50 {
            var off = 0.0
            var scale = 0.0
            for i in 0..<n {
                scale += a[i][i] * a[i][i]
                for j in i + 1..<n { off += a[i][j] * a[i][j] }
            }
            guard off > 1e-28 * scale, off.isFinite else { break }
            for p in 0..<n {
                for q in p + 1..<n where a[p][q] != 0 { Self.rotate(&a, &v, p, q) }
            }
        }
        let order = (0..<n).sorted { a[$0][$0] < a[$1][$1] }
        values = order.map { a[$0][$0] }
        vectors = order.map { k in (0..<n).map { v[$0][k] } }
    }

    /// Makes a[p][q] zero.
    private static func rotate(_ a: inout [[Double]], _ v: inout [[Double]], _ p: Int, _ q: Int) {
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
