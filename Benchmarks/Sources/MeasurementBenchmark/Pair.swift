import Measurement

/// A measured value beside the true one.
struct Trial {
    var name: String
    /// Between two points; planes reach beyond what they were fitted to.
    var isDistance = true
    var value: MeasuredValue
    var truth: Double
}

/// What is measured between random clicks.
struct Pair {
    var a: Click
    var b: Click
    var p: Click?
    var q: Click?
    var opposite: Click?

    /// - Parameter surface: gives each click's point on the surface; as the index made it where not told.
    func measurements(_ noise: NoiseModel, surface: (Click) -> MeasuredPoint = \.point) throws -> [Trial] {
        let measurer = Measurer(noise: noise)
        var found: [Trial] = []
        let pa = surface(a)
        let pb = surface(b)
        if (a.place - b.place).length > 0.1 {
            found.append(
                Trial(name: "surface to surface", value: try measurer.distance(pa, pb), truth: (a.place - b.place).length))
        }
        func foot(_ click: Click, _ patch: PlanePatch) -> MeasuredPoint {
            measurer.point(patch.foot(of: click.point.position), on: patch)
        }
        if let p, let planes = p.planes {
            if let q, let others = q.planes, (p.place - q.place).length > 0.1 {
                found.append(
                    Trial(
                        name: "snapped to planes", value: try measurer.distance(foot(p, planes.fitted), foot(q, others.fitted)),
                        truth: (p.place - q.place).length))
            }
            let away = abs(planes.truth.distance(to: a.place))
            if away > 0.1 {
                found.append(
                    Trial(
                        name: "surface to plane", isDistance: false, value: try measurer.distance(pa, to: planes.fitted),
                        truth: away))
            }
            if let opposite, let others = opposite.planes, abs(planes.fitted.normal.dot(others.fitted.normal)) > 0.99 {
                found.append(
                    Trial(
                        name: "plane to plane", isDistance: false, value: try measurer.clearance(planes.fitted, others.fitted),
                        truth: abs(planes.truth.distance(to: opposite.place))))
            }
        }
        return found
    }
}
