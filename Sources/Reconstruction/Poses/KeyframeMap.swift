import Geometry
import Support

/// Keyframes, where they stand, and how they are tied to each other: brings them together as a whole.
struct KeyframeMap {
    let frames: [Keyframe]
    /// Camera to world.
    private(set) var poses: [Motion]
    /// What is known beside the alignments: from each keyframe to the next, but where the path breaks.
    let priors: [PoseGraph.Edge]
    /// Alignments that were tried, sound or not.
    var links: [LoopCandidates.Pair: Link] = [:]
    /// The poses that the map began with: recorded, or followed from frame to frame.
    let initial: [Motion]
    /// Whether `initial` was recorded.
    let isRecorded: Bool
    /// Whether the vertical of `initial` is that of gravity.
    let recordsGravity: Bool
    /// The scale of the depths relative to the recorded trajectory.
    private(set) var depthScale: DepthScale?
    /// Whether keyframes may have to be found by appearance, because `poses` may be far off.
    private let searchesByLooks: Bool

    /// Two keyframes that were aligned.
    struct Link: Sendable {
        var alignment: FrameAlignment
        /// Whether the alignment is good enough to count.
        var isSound: Bool
        /// Whether the graph took it for true in the end.
        var isKept = false
        /// Whether it contradicts the trajectory or other loop closures, and is not tried again.
        var isRejected = false
    }

    /// Keyframes farther apart than this many count as another visit: a loop.
    static let loopGap = 6
    /// Alignments of each keyframe with earlier ones at most.
    static let linkLimit = 16

    /// - Parameters:
    ///   - poses: camera to world, where they are assumed to be.
    ///   - priors: from each keyframe to the next.
    ///   - searchesByLooks: whether keyframes are also found by appearance.
    ///   - isRecorded: whether `poses` were recorded.
    ///   - recordsGravity: whether their vertical is that of gravity.
    init(
        frames: [Keyframe], poses: [Motion], priors: [PoseGraph.Edge], searchesByLooks: Bool, isRecorded: Bool = false,
        recordsGravity: Bool = false
    ) {
        self.frames = frames
        self.poses = poses
        self.priors = priors
        initial = poses
        self.isRecorded = isRecorded
        self.recordsGravity = recordsGravity
        self.searchesByLooks = searchesByLooks
    }

    /// Keyframes that no prior ties to the one before.
    private var breaks: [Int] {
        let tied = Set(priors.map(\.to))
        return frames.indices.dropFirst().filter { !tied.contains($0) }
    }

    /// Aligns keyframes that see the same and moves all of them so that these alignments hold, in a few rounds: each round finds
    /// more.
    mutating func refine(progress: ProgressReporter) throws {
        let candidates = LoopCandidates(frames)
        let rounds = searchesByLooks ? 4 : 3
        for round in 0..<rounds {
            let part = progress.part(Double(round) / Double(rounds)...Double(round + 1) / Double(rounds))
            var pairs = Set(candidates.overlapping(poses, minimum: 0.25, limit: Self.linkLimit).joined())
            for i in 1..<max(frames.count, 1) { pairs.insert(.init(from: i - 1, to: i)) }
            var added = try align(pairs.sorted { ($0.to, $0.from) < ($1.to, $1.from) }, byLooks: false, progress: part)
            // Across a break nothing is known, but the camera can't have gone far in so short a time.
            let broken = breaks.map { LoopCandidates.Pair(from: $0 - 1, to: $0) }.filter { links[$0]?.isSound != true }
            if round < 2 { added += try align(broken, byLooks: true, progress: part) }
            if searchesByLooks && round < 2 {
                let alike = candidates.alike(minimum: 0.75, limit: 4).joined().filter { links[$0]?.isSound != true }
                added += try align(Array(alike), byLooks: true, progress: part)
            }
            guard added > 0 else { break }
            rejectInconsistent()
            depthScale = DepthScale(scaleSamples(), keyframeCount: frames.count)
            optimize()
        }
    }

    /// Puts the keyframes back where they were.
    mutating func restore(_ poses: [Motion]) { self.poses = poses }

    /// Aligns those of the pairs that were not aligned well yet; returns how many are sound now.
    private mutating func align(_ pairs: [LoopCandidates.Pair], byLooks: Bool, progress: ProgressReporter) throws -> Int {
        let open = pairs.filter { links[$0]?.isSound != true && links[$0]?.isRejected != true }
        let settings = FrameAlignment.Settings()
        let poses = self.poses
        let found: [Link?] = try compare(open, progress: progress) { pair, source, target in
            guard target.isUsable, source.isUsable else { return nil }
            let guess = byLooks ? Motion.identity : poses[pair.from].inverse * poses[pair.to]
            let alignment = FrameAlignment(source, onto: target, guess: guess, settings: settings)
            return Link(alignment: alignment, isSound: Self.isSound(alignment, byLooks: byLooks))
        }
        var added = 0
        for (pair, link) in zip(open, found) {
            guard let link else { continue }
            links[pair] = link
            if link.isSound { added += 1 }
        }
        return added
    }

    /// What `body` makes of each pair's frames (the later one first), some side by side. Frames are unpacked while pairs need them.
    private func compare<R>(
        _ pairs: [LoopCandidates.Pair], progress: ProgressReporter, body: (LoopCandidates.Pair, PoseFrame, PoseFrame) -> R
    ) throws -> [R] {
        var unpacked: [Int: PoseFrame] = [:]
        var results: [R] = []
        let batch = 64
        for start in stride(from: 0, to: pairs.count, by: batch) {
            try progress.report(Double(start) / Double(pairs.count), "Aligning keyframes")
            let some = Array(pairs[start..<min(start + batch, pairs.count)])
            let needed = Set(some.flatMap { [$0.from, $0.to] })
            unpacked = unpacked.filter { needed.contains($0.key) }
            let missing = needed.subtracting(unpacked.keys).sorted()
            for (i, frame) in zip(missing, Self.each(missing.count) { frames[missing[$0]].unpacked }) { unpacked[i] = frame }
            let ready = unpacked
            results += Self.each(some.count) { k in
                ready[some[k].to].flatMap { source in ready[some[k].from].map { body(some[k], source, $0) } }
            }.compactMap { $0 }
        }
        return results
    }

    /// `make` of each number below `count`, side by side.
    private static func each<R>(_ count: Int, _ make: (Int) -> R) -> [R] {
        var results = [R?](repeating: nil, count: count)
        results.withUnsafeMutableBufferPointer { results in
            Parallel.forEach(count) { results[$0] = make($0) }
        }
        return results.compactMap { $0 }
    }

    /// Whether an alignment may be believed. One that was found by appearance alone has to convince.
    static func isSound(_ a: FrameAlignment, byLooks: Bool) -> Bool {
        byLooks
            ? a.overlap > 0.4 && a.inliers > 0.8 && a.uncertainty < 0.02 && a.contrast < 0.08
            : a.overlap > 0.2 && a.inliers > 0.65 && a.uncertainty.isFinite
    }

    /// The graph of priors and sound links, and the links' pairs in the order of its edges.
    func graph() -> (PoseGraph, [LoopCandidates.Pair]) {
        var graph = PoseGraph(nodes: poses, edges: priors, verticals: verticals())
        let slack = scaleSlack
        let sound = links.filter { $0.value.isSound }.sorted { ($0.key.to, $0.key.from) < ($1.key.to, $1.key.from) }
        for (pair, link) in sound {
            graph.edges.append(
                PoseGraph.Edge(
                    from: pair.from, to: pair.to, motion: link.alignment.motion,
                    information: Self.softened(link.alignment, slack: slack), isRobust: true))
        }
        return (graph, sound.map(\.key))
    }

    /// Solves the graph.
    private mutating func optimize() {
        var (graph, sound) = graph()
        joinPieces(&graph)
        graph.optimize()
        poses = graph.nodes
        for (edge, pair) in zip(graph.edges.dropFirst(priors.count), sound) { links[pair]?.isKept = edge.weight > 0.3 }
    }

    /// Brings pieces of the path that no prior ties together near each other, by the links between them: the largest overlap first.
    private func joinPieces(_ graph: inout PoseGraph) {
        guard priors.count + 1 < frames.count else { return }
        var piece = PoseGraph(nodes: poses, edges: priors).groups()
        let order = links.filter { $0.value.isSound }
            .sorted { ($1.value.alignment.overlap, $0.key.to, $0.key.from) < ($0.value.alignment.overlap, $1.key.to, $1.key.from) }
        for (pair, link) in order where piece[pair.from] != piece[pair.to] {
            let kept = min(piece[pair.from], piece[pair.to])
            let moved = max(piece[pair.from], piece[pair.to])
            let toFirst = graph.nodes[pair.from] * link.alignment.motion * graph.nodes[pair.to].inverse
            // The piece of the first keyframe stays.
            let motion = piece[pair.to] == moved ? toFirst : toFirst.inverse
            for i in graph.nodes.indices where piece[i] == moved {
                graph.nodes[i] = motion * graph.nodes[i]
                piece[i] = kept
            }
        }
    }

    /// For each keyframe the number of its group: those that priors and kept links tie together.
    var groups: [Int] {
        var graph = PoseGraph(nodes: poses, edges: priors)
        for (pair, link) in links where link.isKept {
            graph.edges.append(
                PoseGraph.Edge(from: pair.from, to: pair.to, motion: link.alignment.motion, information: .zero, isRobust: false))
        }
        return graph.groups()
    }

    /// The number of loop closures, those of neighbouring keyframes counted once.
    var loops: Int {
        let far = loopPairs(LoopCandidates(frames))
        var visits: [LoopCandidates.Pair] = []
        for pair in far {
            let isKnown = visits.contains { abs($0.to - pair.to) < Self.loopGap && abs($0.from - pair.from) < Self.loopGap }
            if !isKnown { visits.append(pair) }
        }
        return visits.count
    }

    /// The mean robust loss over pairs of keyframes that see the same, with the cameras at each of `paths`; nil where there is no
    /// such pair.
    func losses(at paths: [[Motion]], progress: ProgressReporter) throws -> [Double]? {
        let pairs = links.filter { $0.value.isSound }.keys.sorted { ($0.to, $0.from) < ($1.to, $1.from) }
        guard !pairs.isEmpty else { return nil }
        var settings = FrameAlignment.Settings()
        settings.step = 2
        let losses: [[Double]] = try compare(pairs, progress: progress) { pair, source, target in
            paths.map { poses in
                let motion = poses[pair.from].inverse * poses[pair.to]
                return FrameAlignment(measuring: source, on: target, at: motion, settings: settings).loss
            }
        }
        return paths.indices.map { k in losses.reduce(0) { $0 + $1[k] } / Double(losses.count) }
    }

    /// The share of keyframes that a kept link ties to another one, 0…1.
    var tiedShare: Double {
        var tied = [Bool](repeating: false, count: frames.count)
        for (pair, link) in links where link.isKept {
            tied[pair.from] = true
            tied[pair.to] = true
        }
        return Double(tied.count { $0 }) / Double(max(frames.count, 1))
    }

    /// Whether each of the frames `jumps` has a kept link across it.
    func spansJumps(_ jumps: Set<Int>) -> Bool {
        jumps.allSatisfy { jump in
            links.contains { $0.value.isKept && frames[$0.key.from].index < jump && frames[$0.key.to].index >= jump }
        }
    }
}
