import CStereo

/// Computes hypotheses of a view: coarse to fine PatchMatch, and the refinement against the other views' depths.
struct ViewMatcher {
    let views: [PosedView]
    let store: DepthScratchFile
    let cache: StereoImageCache
    /// Variance of the noise of the full-size images, squared grey values.
    var noiseVariance: Float = 4

    /// Images are halved until their shorter edge would fall below this many pixels, at most three times.
    private static let smallestEdge = 80

    /// How often a view's image is halved for the coarsest matching.
    static func coarsestLevel(_ view: PosedView) -> Int {
        var level = 0
        var edge = min(view.camera.width, view.camera.height)
        while level < 3, edge / 2 >= smallestEdge {
            edge /= 2
            level += 1
        }
        return level
    }

    /// Where matching begins and what it leaves out.
    struct Beginning {
        /// Hypotheses of the next coarser level than that which is matched.
        let planes: [StereoPlane]
        /// Not 0 at pixels of the matched level that get no hypothesis.
        let outside: [UInt8]
    }

    /// The hypotheses of view `i`, from the coarsest level down to `level`, or of `level` alone where it begins with coarser ones.
    func match(
        _ i: Int, _ plan: ViewPlan, to level: Int = 0, from beginning: Beginning? = nil
    ) throws(PhotogrammetryError) -> [StereoPlane] {
        let coarsest = max(level, Self.coarsestLevel(views[i]))
        var planes = beginning?.planes ?? []
        // Each sweep has its number, whether coarser ones were done before or not.
        var number: UInt32 = beginning == nil ? 0 : UInt32(5 + 3 * max(0, coarsest - level - 1))
        for current in stride(from: beginning == nil ? coarsest : level, through: level, by: -1) {
            let problem = try problem(i, plan, level: current)
            let isCoarsest = current == coarsest
            planes = isCoarsest ? Self.none(problem) : Self.enlarged(planes, views[i], to: current)
            if let beginning {
                for k in planes.indices where beginning.outside[k] != 0 { planes[k].inverse = 0 }
                problem.settle(beginning.outside)
            }
            problem.start(&planes, seed: UInt32(truncatingIfNeeded: views[i].frame), tries: isCoarsest ? 12 : 4)
            // The finest level is refined against the other views afterwards.
            let sweeps = isCoarsest ? 5 : current > 0 ? 3 : 1
            for k in 0..<sweeps {
                let last = Float(k + 1) / Float(sweeps)
                problem.sweep(
                    &planes,
                    StereoPass(
                        seed: UInt32(truncatingIfNeeded: views[i].frame), number: number, color: 0,
                        explores: isCoarsest ? k < 4 : k == 0, pixelChange: isCoarsest ? 3 - 2.5 * last : 1.5 - last,
                        normalChange: 0.6 - 0.5 * last))
                number += 1
            }
        }
        return planes
    }

    /// The pixels of view `i` that get no hypothesis (not 0).
    func outside(_ i: Int) throws(PhotogrammetryError) -> [UInt8] {
        try store.read(.outside, of: i, count: views[i].pixelCount, as: UInt8.self)
    }

    /// Refines hypotheses at full size so that they agree with those of the sources (Xu and Tao 2019, "ACMM").
    func refine(
        _ i: Int, _ plan: ViewPlan, _ planes: inout [StereoPlane], section: DepthScratchFile.Section, pass: UInt32,
        outside: [UInt8]? = nil
    ) throws(PhotogrammetryError) {
        let problem = try problem(i, plan, level: 0, maps: section)
        problem.useMaps(weight: 0.15)
        if let outside { problem.settle(outside) }
        problem.start(&planes, seed: UInt32(truncatingIfNeeded: views[i].frame) &+ 77, tries: 4)
        for k in 0..<2 {
            problem.sweep(
                &planes,
                StereoPass(
                    seed: UInt32(truncatingIfNeeded: views[i].frame), number: pass + UInt32(k), color: 0, explores: false,
                    pixelChange: k == 0 ? 0.7 : 0.3, normalChange: k == 0 ? 0.2 : 0.08))
        }
    }

    /// View `i` at a level with its sources; `maps` says from where their inverse depths come.
    func problem(
        _ i: Int, _ plan: ViewPlan, level: Int, maps: DepthScratchFile.Section? = nil
    ) throws(PhotogrammetryError) -> StereoProblem {
        var sources: [StereoProblem.Source] = []
        for j in plan.sources {
            let map = try maps.map { (section) throws(PhotogrammetryError) in try self.map(j, section) }
            sources.append(
                StereoProblem.Source(view: views[j].halved(level), image: try cache.image(j, level: level), map: map))
        }
        return StereoProblem(
            views[i].halved(level), image: try cache.image(i, level: level), sources: sources, range: plan.range,
            noiseVariance: noiseVariance / Float(1 << min(level, 2)))
    }

    /// The inverse depths of a view as a section of the scratch file has them.
    func map(_ view: Int, _ section: DepthScratchFile.Section) throws(PhotogrammetryError) -> InverseDepthMap {
        let map = InverseDepthMap(width: views[view].camera.width, height: views[view].camera.height)
        let count = views[view].pixelCount
        if section == .confirmed {
            for (k, q) in try store.read(section, of: view, count: count, as: Float.self).enumerated() { map.values[k] = q }
        } else {
            for (k, plane) in try store.read(section, of: view, count: count, as: PackedPlane.self).enumerated() {
                map.values[k] = plane.inverse
            }
        }
        return map
    }

    private static func none(_ problem: StereoProblem) -> [StereoPlane] {
        [StereoPlane](repeating: StereoPlane(), count: problem.width * problem.height)
    }

    /// Hypotheses at twice the size: each pixel has that of the coarse pixel that covers it.
    private static func enlarged(_ coarse: [StereoPlane], _ view: PosedView, to level: Int) -> [StereoPlane] {
        let small = view.halved(level + 1).camera
        let large = view.halved(level).camera
        var planes = [StereoPlane](repeating: StereoPlane(), count: large.width * large.height)
        for y in 0..<large.height {
            let cy = min(y / 2, small.height - 1)
            let dy = (Float(y) + 0.5) / 2 - 0.5 - Float(cy)
            for x in 0..<large.width {
                let cx = min(x / 2, small.width - 1)
                let p = coarse[cy * small.width + cx]
                let dx = (Float(x) + 0.5) / 2 - 0.5 - Float(cx)
                planes[y * large.width + x] = StereoPlane(
                    inverse: p.inverse + p.right * dx + p.down * dy, right: p.right / 2, down: p.down / 2, cost: 2)
            }
        }
        return planes
    }
}
