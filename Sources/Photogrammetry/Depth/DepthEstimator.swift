import CStereo
import Capture
import Geometry
import Images
import Support

/// The computation of all depths of a capture, stage by stage. What it keeps of each view is in a scratch file.
final class DepthEstimator {
    private let capture: Capture
    private let options: MultiViewDepthOptions
    private let views: [PosedView]
    private let store: DepthScratchFile
    private let matcher: ViewMatcher
    private var omitted: [(frame: Int, reason: String)]
    private var seconds = MultiViewDepth.Stages()
    private var clock = ContinuousClock.now
    /// Whether hypotheses at half size are there already, and whether only the pixels of masks are matched.
    private var hasCoarse = false
    private var hasMasks = false

    /// 1 − the correlation of a match at most, with what disagreement between the views costs.
    private static let worstCost: Float = 0.8
    private static let unconfirmed = "no other photos confirm its depths"

    /// Decodes the photos and keeps them small.
    init(_ capture: Capture, options: MultiViewDepthOptions, progress: ProgressReporter) throws {
        self.capture = capture
        self.options = options
        let loaded = try PhotoLoading.load(capture, maximumEdge: options.maximumImageEdge, progress: progress)
        views = loaded.views
        omitted = loaded.omitted
        store = loaded.store
        matcher = ViewMatcher(views: views, store: store, cache: StereoImageCache(views: views, store: store))
        seconds.loading = lap()
    }

    func run(progress: ProgressReporter) throws -> MultiViewDepth.Result {
        let plans = try selectViews(progress: progress.part(0...0.1))
        seconds.selection = lap()
        let used = plans.indices.filter { !plans[$0].sources.isEmpty }
        if options.region == .object {
            let search = ObjectMasks(views: views, plans: plans, matcher: matcher, store: store)
            hasMasks = try search.write(
                used, minimumViews: options.minimumConsistentViews, progress: progress.part(0.05...0.1))
            hasCoarse = true
            seconds.object = lap()
        }
        for (k, i) in used.enumerated() {
            try progress.report(0.1 + 0.45 * Double(k) / Double(used.count), "Matching photo \(k + 1) of \(used.count)")
            try store.write(try matched(i, plans[i]).map(PackedPlane.init), .planes, of: i)
        }
        seconds.matching = lap()
        for (k, i) in used.enumerated() {
            try progress.report(0.55 + 0.25 * Double(k) / Double(used.count), "Refining photo \(k + 1) of \(used.count)")
            var planes = try store.read(.planes, of: i, count: views[i].pixelCount, as: PackedPlane.self).map(\.plane)
            try matcher.refine(i, plans[i], &planes, section: .planes, pass: 1000, outside: try outside(i))
            // What matches nowhere has a hypothesis only because its neighbours and the other views have the same one.
            for k in planes.indices where planes[k].cost > Self.worstCost { planes[k].inverse = 0 }
            try store.write(planes.map(PackedPlane.init), .refined, of: i)
        }
        seconds.refinement = lap()
        var section = DepthScratchFile.Section.refined
        if options.completesPlanes {
            try complete(used, plans, progress: progress.part(0.8...0.95))
            section = .planes
        }
        seconds.completion = lap()
        let frames = try filter(used, plans, section, progress: progress.part(0.95...1))
        seconds.filtering = lap()
        guard !frames.isEmpty else { throw noOverlap() }
        let pixels = frames.reduce(0) { $0 + views[$1.view].pixelCount }
        let source = EstimatedDepthFrames(
            capture: capture, views: views, frames: frames.map(\.view), store: store, notes: capture.notes + notes(frames.count))
        return MultiViewDepth.Result(
            capture: Capture(name: capture.name, kind: capture.kind, source: source),
            omitted: omitted.sorted { $0.frame < $1.frame },
            coverage: Double(frames.reduce(0) { $0 + $1.count }) / Double(max(1, pixels)),
            sourceViews: Double(used.reduce(0) { $0 + plans[$1].sources.count }) / Double(max(1, used.count)), seconds: seconds)
    }

    /// The pixels of a view that are not matched (not 0); nil where all are.
    private func outside(_ i: Int) throws(PhotogrammetryError) -> [UInt8]? { hasMasks ? try matcher.outside(i) : nil }

    /// The hypotheses of a view at full size, from those at half size where they are there already.
    private func matched(_ i: Int, _ plan: ViewPlan) throws(PhotogrammetryError) -> [StereoPlane] {
        guard hasCoarse, ViewMatcher.coarsestLevel(views[i]) >= ObjectMasks.level else { return try matcher.match(i, plan) }
        let small = views[i].halved(ObjectMasks.level)
        let coarse = try store.read(.planes, of: i, count: small.pixelCount, as: PackedPlane.self).map(\.plane)
        let outside = try outside(i) ?? [UInt8](repeating: 0, count: views[i].pixelCount)
        return try matcher.match(i, plan, from: ViewMatcher.Beginning(planes: coarse, outside: outside))
    }

    /// The plan of each view. Views whose plan is empty are listed as omitted, and are no sources either.
    private func selectViews(progress: ProgressReporter) throws -> [ViewPlan] {
        var points = capture.sparsePoints.positions.filter(\.isFinite)
        if points.count < 50 {
            points = try SparsePointSearch(views: views, matcher: matcher).points(progress: progress.part(0...0.7))
        }
        let limit = 20_000
        if points.count > limit {
            let step = Double(points.count) / Double(limit)
            points = (0..<limit).map { points[Int(Double($0) * step)] }
        }
        let selection = ViewSelection(views: views, matcher: matcher, points: points, count: options.sourceViews)
        var plans: [ViewPlan] = []
        for i in views.indices {
            try progress.report(0.7 + 0.3 * Double(i) / Double(views.count), "Choosing views for photo \(i + 1) of \(views.count)")
            plans.append(try selection.plan(i))
        }
        // A view that is left out is no source either, which may leave others without sources.
        var isStable = false
        while !isStable {
            let usable = Set(plans.indices.filter { !plans[$0].sources.isEmpty })
            for i in plans.indices { plans[i].sources.removeAll { !usable.contains($0) } }
            isStable = usable.allSatisfy { !plans[$0].sources.isEmpty }
        }
        for i in plans.indices where plans[i].sources.isEmpty {
            omitted.append((views[i].frame, "it shares too little with the other photos"))
        }
        guard plans.contains(where: { !$0.sources.isEmpty }) else { throw noOverlap() }
        return plans
    }

    /// Gives the planes of the scene to the parts of the views that nothing confirms.
    private func complete(_ used: [Int], _ plans: [ViewPlan], progress: ProgressReporter) throws {
        for (k, i) in used.enumerated() {
            try progress.report(0.2 * Double(k) / Double(used.count), "Comparing the depths of photo \(k + 1) of \(used.count)")
            try store.write(try filtered(i, plans[i], .refined, isLast: false).inverses, .confirmed, of: i)
        }
        try PlaneCompletion(views: views, plans: plans, store: store).run(used, outside: hasMasks, progress: progress.part(0.2...1))
    }

    /// Filters all views; returns those that have depth, with the number of their pixels that have.
    private func filter(
        _ used: [Int], _ plans: [ViewPlan], _ section: DepthScratchFile.Section, progress: ProgressReporter
    ) throws -> [(view: Int, count: Int)] {
        omitted.removeAll { $0.reason == Self.unconfirmed }
        var frames: [(view: Int, count: Int)] = []
        for (k, i) in used.enumerated() {
            try progress.report(Double(k) / Double(used.count), "Comparing the depths of photo \(k + 1) of \(used.count)")
            let camera = views[i].camera
            var depth = try filtered(i, plans[i], section, isLast: options.completesPlanes)
            DepthFiltering.removeSpecks(
                &depth, width: camera.width, height: camera.height, smallest: camera.width * camera.height / 2000)
            try store.write(depth.inverses, .inverses, of: i)
            try store.write(depth.confidences, .confidences, of: i)
            let count = depth.inverses.count { $0 > 0 }
            if count > 0 {
                frames.append((i, count))
            } else {
                omitted.append((views[i].frame, Self.unconfirmed))
            }
        }
        return frames
    }

    /// What the sources of view `i` confirm; `isLast` says whether planes were completed before.
    private func filtered(
        _ i: Int, _ plan: ViewPlan, _ section: DepthScratchFile.Section, isLast: Bool
    ) throws -> DepthFiltering.Filtered {
        let others = try plan.sources.map { j in
            let count = views[j].pixelCount
            return DepthFiltering.Other(
                view: views[j], planes: try store.read(section, of: j, count: count, as: PackedPlane.self),
                confirmed: isLast ? try store.read(.confirmed, of: j, count: count, as: Float.self) : [])
        }
        let count = views[i].pixelCount
        return DepthFiltering.consistent(
            views[i], try store.read(section, of: i, count: count, as: PackedPlane.self),
            completed: isLast ? try store.read(.confidences, of: i, count: count, as: UInt8.self) : [], others: others,
            minimum: min(options.minimumConsistentViews, others.count))
    }

    private func noOverlap() -> PhotogrammetryError {
        PhotogrammetryError(
            capture.name, "the \(views.count) photos have too little in common to compute depth",
            remedy: "take more photos from places half a step apart, each showing most of what the one before shows")
    }

    private func notes(_ count: Int) -> [String] {
        guard let first = omitted.min(by: { $0.frame < $1.frame }) else { return [] }
        return ["photos without computed depth, left out: \(omitted.count), such as photo \(first.frame + 1): \(first.reason)"]
    }

    private func lap() -> Double {
        let now = ContinuousClock.now
        defer { clock = now }
        return (now - clock) / .seconds(1)
    }
}
