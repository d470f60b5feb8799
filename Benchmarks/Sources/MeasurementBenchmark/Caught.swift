import Geometry
import Measurement
import Support

/// A corner or an edge of the true surface, and what a click there catches in the reconstruction.
struct Caught {
    var place: Point
    var point: MeasuredPoint
}

extension Clicks {
    /// Corners or edges within 25 cm of the places. What the drift does to a place it does to what is beside it.
    func caught(_ kind: MeasuredPoint.Snap) -> [Caught] {
        all.compactMap { click in
            guard let exact = try? truth.snap(click.place, options: SnapOptions(kinds: [kind], radius: 0.25)), exact.snap == kind,
                // Planes of things that are round meet where nothing is.
                let near = truth.bvh.nearest(to: exact.position.single, within: 0.002), near.distance < 0.001,
                let found = try? index.snap(exact.position + click.shift, options: SnapOptions(kinds: [kind], radius: 0.08)),
                found.snap == kind, found.covariance != nil,
                // A person sees that another one was caught, such as the inner edge of a frame.
                (found.position - exact.position - click.shift).length < 0.025
            else { return nil }
            return Caught(place: exact.position, point: found)
        }
    }

    /// Distances between them.
    func distances(_ caught: [Caught], name: String, _ random: inout SplitMix64) throws -> Trial? {
        guard let a = caught.randomElement(using: &random), let b = caught.randomElement(using: &random),
            (a.place - b.place).length > 0.1
        else { return nil }
        return Trial(
            name: name, isDistance: false, value: try Measurer(noise: noise).distance(a.point, b.point),
            truth: (a.place - b.place).length)
    }
}
