import Geometry

/// A fitted plane that a value depends on: where it is read off, and by how much the value changes as the plane moves there.
struct PlaneReading {
    var plane: PlanePatch
    var place: Point
    /// Of the value, by the coordinates of the plane's point.
    var gradient: Point
}

extension NoiseModel {
    /// Variance along the normal of a plane at a point of it, by the fit's own error.
    func planeVariance(_ patch: PlanePatch, at p: Point) -> Double {
        let whole = surface.plane * voxelSize
        return patch.variance(at: p) + max(sensorVariance(at: patch.center) + whole * whole, stabilityVariance(of: patch))
    }

    /// Variance along the normal of a whole plane at a point of it or beside it: a patch around a click is where the click is, a
    /// whole plane has also bends and a tilt that grow towards the point.
    func wholeVariance(_ reading: PlaneReading) -> Double {
        let plane = reading.plane
        let tilt = surface.tilt * voxelSize
        let bend = surface.bend * plane.deviation
        // Carpets and cloths, which a scan does not tell from what they lie on.
        let floor = plane.normal.y > 0.9 ? surface.floor * voxelSize : 0
        let outside = plane.outside(reading.place)
        let fit = planeVariance(plane, at: reading.place) + plane.rivalVariance(at: reading.place)
        return fit + tilt * tilt * outside + bend * bend * (1 + outside) + floor * floor
    }

    /// Variances in rad² of a whole plane's turns along its two axes.
    func tilts(_ plane: PlanePatch) -> SIMD2<Double> {
        let tilt = surface.tilt * voxelSize
        let bend = surface.bend * plane.deviation
        return plane.tilts + plane.rivalTilts + (tilt * tilt + bend * bend) / plane.extent
    }

    /// What a plane's place depends on: by least squares it is a sum of those of its pieces, of which the ones on the other side
    /// count backwards where it is read off beside them (leverages; Seber and Lee, *Linear Regression Analysis*, 2003, 3.1). So the
    /// camera's drift between the observations of the pieces tilts the plane.
    func influences(_ reading: PlaneReading) -> [Influence] {
        let plane = reading.plane
        let seen = plane.pieces.filter { !observations.visits(at: $0.place.single).isEmpty }
        let own = wholeVariance(reading) * reading.gradient.dot(reading.gradient)
        let total = seen.reduce(0) { $0 + $1.weight }
        guard total > 0 else { return [Influence(place: plane.center, gradient: reading.gradient, variance: own)] }
        let mean = seen.reduce(Point.zero) { $0 + $1.place * ($1.weight / total) }
        func flat(_ p: Point) -> SIMD2<Double> { SIMD2((p - mean).dot(plane.axes[0]), (p - mean).dot(plane.axes[1])) }
        // A plane of one row of pieces has no tilt across them that could be told.
        var xx = 1e-4
        var yy = 1e-4
        var xy = 0.0
        for piece in seen {
            let q = flat(piece.place)
            let w = piece.weight / total
            xx = xx + w * q.x * q.x
            yy = yy + w * q.y * q.y
            xy = xy + w * q.x * q.y
        }
        let p = flat(reading.place)
        let determinant = xx * yy - xy * xy
        let slope = SIMD2(yy * p.x - xy * p.y, xx * p.y - xy * p.x) / determinant
        return seen.map { piece in
            let q = flat(piece.place)
            let share = piece.weight / total * (1 + slope.x * q.x + slope.y * q.y)
            return Influence(
                place: piece.place, gradient: reading.gradient * share, variance: own * piece.weight / total,
                lever: (reading.place - piece.place).length)
        }
    }
}
