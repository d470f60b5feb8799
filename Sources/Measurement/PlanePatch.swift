import Geometry

/// A plane that was fitted to a piece of surface, with what its fit knows of its own error.
public struct PlanePatch: Sendable, Equatable {
    /// A part of the surface.
    struct Piece: Sendable, Equatable {
        /// Its middle.
        var place: Point
        /// Of the plane's fit; those of all pieces add up to 1.
        var weight: Double
    }

    /// Centre of mass of the surface.
    public var center: Point
    /// Unit vector; out of the surface.
    public var normal: Point
    /// Directions in which the surface extends most and least, unit vectors in the plane.
    public var axes: [Point]
    /// Variances of the surface's points along them in m².
    public var spread: SIMD2<Double>
    /// m².
    public var area: Double
    /// Root mean square distance in metres of the surface from the plane.
    public var deviation: Double
    /// The surface part by part, each about as large as half of the standard deviation of the surface's points.
    var pieces: [Piece] = []
    /// Planes that clicks beside and other tolerances give.
    var rivals: [Rival] = []
    /// Whether one of them is another plane.
    var isAmbiguous = false

    /// A plane that is as defensible as the one that was fitted.
    struct Rival: Sendable, Equatable {
        /// A point of it.
        var center: Point
        /// Its unit normal.
        var normal: Point
    }

    /// The mean squared distance of the rivals from this plane at the foot of `p`, m².
    func rivalVariance(at p: Point) -> Double {
        let foot = foot(of: p)
        return mean { rival in (foot - rival.center).dot(rival.normal) / rival.normal.dot(normal) }
    }

    /// The mean squared tilts of the rivals along the two axes, rad².
    var rivalTilts: SIMD2<Double> {
        SIMD2(mean { $0.normal.dot(axes[0]) }, mean { $0.normal.dot(axes[1]) })
    }

    /// Of few rivals, which have the variance of a t-distribution (JCGM 101:2008, 6.4.9).
    private func mean(_ difference: (Rival) -> Double) -> Double {
        rivals.reduce(0) { $0 + difference($1) * difference($1) } / Double(max(1, rivals.count - 2))
    }

    /// What noise remains on a surface is alike over about as many metres, so that a patch of this size squared is one observation.
    public static let correlation = 0.06

    /// Metres from the plane, positive outside.
    public func distance(to p: Point) -> Double { (p - center).dot(normal) }
    /// The foot of `p` on the plane.
    public func foot(of p: Point) -> Point { p - normal * distance(to: p) }

    /// Independent observations that it was fitted to.
    var observations: Double { max(1, area / (Self.correlation * Self.correlation)) }

    /// Variances of the surface's points along the axes in m², of which the tilt is known; no less than of one observation.
    var extent: SIMD2<Double> {
        // A patch much smaller than the correlation has no tilt that one could know.
        pointwiseMax(spread, SIMD2(repeating: Self.correlation * Self.correlation / 12))
    }

    /// Squared distance of `p` from the middle, along the plane, in standard deviations of the surface's points.
    func outside(_ p: Point) -> Double {
        let d = p - center
        let u = d.dot(axes[0])
        let v = d.dot(axes[1])
        return u * u / extent.x + v * v / extent.y
    }

    /// Variance in m² of the plane's place at `p` by the fit: its offset, and its tilt at a distance.
    func variance(at p: Point) -> Double { deviation * deviation / observations * (1 + outside(p)) }

    /// Variances in rad² of the normal's turn along the two axes, by the fit.
    var tilts: SIMD2<Double> { SIMD2(repeating: deviation * deviation / observations) / extent }
}
