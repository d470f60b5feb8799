import Testing

import Geometry

/// The eigensolver against matrices whose eigenvalues are known, and against the definition.
struct SymmetricEigenTests {
    @Test
    func `A diagonal matrix gives its entries, ascending, with the axes`() {
        let eigen = SymmetricEigen(diagonal: [3, 1, 2], products: .zero, scale: 6, maxSweeps: 12)
        #expect(eigen.values == [1, 2, 3])
        #expect(eigen.vectors == [[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    }

    @Test
    func `A 3x3 matrix given by its entries is solved as one given by its rows`() {
        let small = SymmetricEigen(diagonal: [4, 5, 6], products: [1, 2, 3], scale: 15, maxSweeps: 12)
        let general = SymmetricEigen([[4, 1, 3], [1, 5, 2], [3, 2, 6]])
        for k in 0..<3 {
            #expect((small.values[k] - general.values[k]).magnitude < 1e-12)
            for i in 0..<3 { #expect((small.vectors[k][i].magnitude - general.vectors[k][i].magnitude).magnitude < 1e-9) }
        }
    }

    @Test
    func `Vectors are orthonormal and solve a·v = λ·v`() {
        let a: [[Double]] = [[2, -1, 0, 0.5], [-1, 3, 1, 0], [0, 1, -1, 2], [0.5, 0, 2, 0.25]]
        let eigen = SymmetricEigen(a)
        #expect(eigen.values == eigen.values.sorted())
        for k in 0..<4 {
            for i in 0..<4 {
                let row = (0..<4).reduce(0.0) { $0 + a[i][$1] * eigen.vectors[k][$1] }
                #expect((row - eigen.values[k] * eigen.vectors[k][i]).magnitude < 1e-12)
                let product = (0..<4).reduce(0.0) { $0 + eigen.vectors[k][$1] * eigen.vectors[i][$1] }
                #expect((product - (i == k ? 1 : 0)).magnitude < 1e-12)
            }
        }
    }
}
