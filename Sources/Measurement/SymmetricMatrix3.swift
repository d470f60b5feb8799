/// A symmetric matrix of three rows.
struct SymmetricMatrix3 {
    var diagonal: Point
    /// xy, yz, zx.
    var products: Point

    /// Eigenvalues from the least to the greatest with their unit eigenvectors, by Jacobi's rotations (Golub and Van Loan, *Matrix
    /// Computations*, 8.5).
    func eigen() -> (values: [Double], vectors: [Point]) {
        var m = [
            [diagonal.x, products.x, products.z], [products.x, diagonal.y, products.y], [products.z, products.y, diagonal.z],
        ]
        var v = [[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]
        for _ in 0..<16 {
            let off = abs(m[0][1]) + abs(m[1][2]) + abs(m[0][2])
            guard off > 1e-18 * (abs(diagonal.x) + abs(diagonal.y) + abs(diagonal.z)), off.isFinite else { break }
            for (p, q) in [(0, 1), (0, 2), (1, 2)] where m[p][q] != 0 {
                let theta = (m[q][q] - m[p][p]) / (2 * m[p][q])
                let t = (theta < 0 ? -1 : 1) / (abs(theta) + (theta * theta + 1).squareRoot())
                let c = 1 / (t * t + 1).squareRoot()
                let s = t * c
                for k in 0..<3 { (m[k][p], m[k][q]) = (c * m[k][p] - s * m[k][q], s * m[k][p] + c * m[k][q]) }
                for k in 0..<3 { (m[p][k], m[q][k]) = (c * m[p][k] - s * m[q][k], s * m[p][k] + c * m[q][k]) }
                for k in 0..<3 { (v[k][p], v[k][q]) = (c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]) }
            }
        }
        let order = [0, 1, 2].sorted { m[$0][$0] < m[$1][$1] }
        return (order.map { m[$0][$0] }, order.map { k in Point(v[0][k], v[1][k], v[2][k]) })
    }
}
