/// What one look at two frames says: the normal equations of a small motion, and how well the frames agree as they are.
struct AlignmentSums {
    /// The upper triangle of JᵀWJ row by row (21), then JᵀWr (6), as the kernel adds them up.
    var terms = [Double](repeating: 0, count: 27)
    /// Source pixels that fall on target pixels with a surface that faces alike.
    var visible = 0.0
    /// Those of them within three deviations of it.
    var matched = 0.0
    /// Their distances from the target's surface, metres.
    var distance = 0.0
    /// Robust loss in 0…1 of each visible pixel, summed.
    var loss = 0.0
    /// Weighted difference of brightness, its weight, and the plain sum of the matched pixels' absolute differences.
    var brightness = 0.0
    var brightnessWeight = 0.0
    var contrast = 0.0

    static func += (a: inout AlignmentSums, b: AlignmentSums) {
        for i in a.terms.indices { a.terms[i] += b.terms[i] }
        a.visible += b.visible
        a.matched += b.matched
        a.distance += b.distance
        a.loss += b.loss
        a.brightness += b.brightness
        a.brightnessWeight += b.brightnessWeight
        a.contrast += b.contrast
    }

    /// JᵀWJ.
    var hessian: Matrix6 {
        var m = Matrix6.zero
        var k = 0
        for i in 0..<6 {
            for j in i..<6 {
                m[i, j] = terms[k]
                m[j, i] = terms[k]
                k += 1
            }
        }
        return m
    }

    /// JᵀWr.
    var gradient: Twist { Twist(terms[21], terms[22], terms[23], terms[24], terms[25], terms[26], 0, 0) }
}
