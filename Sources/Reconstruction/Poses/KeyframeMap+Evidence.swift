import Geometry

extension KeyframeMap {
    /// An alignment is not surer than a millimetre or two and some hundredths of a degree, however many pixels say so, and not
    /// surer than the scale of its motion: (Λ⁻¹ + F)⁻¹ = F⁻¹ − F⁻¹·(Λ + F⁻¹)⁻¹·F⁻¹.
    /// - Parameter slack: error of an alignment as a share of its motion.
    static func softened(_ alignment: FrameAlignment, slack: Double) -> Matrix6 {
        let shift = slack * alignment.motion.distance
        let turn = slack * alignment.motion.angle
        let floor = Matrix6(
            translation: 1 / (0.0015 * 0.0015 + shift * shift), rotation: 1 / (0.0006 * 0.0006 + turn * turn))
        guard let inverse = (alignment.information + floor).inverseOfPositive else { return .zero }
        return floor - floor * (inverse * floor)
    }

    /// How far the alignments are from `poses`, in units of their own errors: the median of their squared errors, divided by that
    /// of a chi-squared distribution with six degrees of freedom. About 1 where their errors explain all of it; nil without
    /// alignments.
    func discrepancy(at poses: [Motion]) -> Double? {
        var (graph, _) = graph()
        graph.nodes = poses
        let errors = graph.edges.dropFirst(priors.count).map { graph.squaredError($0) }.sorted()
        return errors.isEmpty ? nil : errors[errors.count / 2] / 5.348
    }

    /// By how much depths and trajectory disagree about lengths, beyond what an alignment's own errors explain: such depths are
    /// no reason to change the recorded lengths.
    var scaleSlack: Double {
        guard let depthScale, depthScale.isSignificant else { return 0 }
        return min(max((depthScale.ratio - 1).magnitude - 0.002, 0), 0.03)
    }

    /// Radians by which the vertical of a recorded keyframe is assumed to err against gravity. Devices measure gravity all along,
    /// so that it doesn't drift, but neighbouring keyframes err alike. Where depths and trajectory differ in scale, alignments have
    /// errors in common, and gravity counts for more.
    private static let verticalDeviation = (usual: 1.5 * Double.pi / 180, biased: 0.3 * Double.pi / 180)

    /// The direction of gravity in each keyframe's camera, as the device recorded it.
    func verticals() -> [PoseGraph.Vertical] {
        guard isRecorded, recordsGravity else { return [] }
        let deviation = depthScale?.isSignificant == true ? Self.verticalDeviation.biased : Self.verticalDeviation.usual
        let weight = 1 / (deviation * deviation)
        return initial.indices.map { i in
            PoseGraph.Vertical(node: i, up: initial[i].inverse.rotate(SIMD3(0, 1, 0)), weight: weight)
        }
    }

    /// The motions between keyframes that were recorded one soon after the other, where they could be aligned.
    func scaleSamples() -> [DepthScale.Sample] {
        guard isRecorded else { return [] }
        let spans = connectedSpans
        return links.filter { pair, link in
            link.isSound && pair.to - pair.from <= Self.loopGap && spans[pair.from] == spans[pair.to]
        }
        .sorted { ($0.key.to, $0.key.from) < ($1.key.to, $1.key.from) }
        .compactMap { pair, link in
            let step = initial[pair.from].inverse * initial[pair.to]
            guard step.distance > 0.02 else { return nil }
            // The recorded motion errs, too: as the priors.
            let translation = 0.001 + 0.002 * step.distance
            let rotation = 0.0005 + 0.004 * step.angle
            let floor = Matrix6(translation: 1 / (translation * translation), rotation: 1 / (rotation * rotation))
            guard let inverse = (link.alignment.information + floor).inverseOfPositive else { return nil }
            return DepthScale.Sample(
                keyframe: pair.to, recorded: step, aligned: link.alignment.motion,
                information: floor - floor * (inverse * floor))
        }
    }

    /// For each keyframe the number of priors missing before it: keyframes on both sides of a jump have different ones.
    var connectedSpans: [Int] {
        let tied = Set(priors.map(\.to))
        var span = 0
        return frames.indices.map { i in
            if i > 0, !tied.contains(i) { span += 1 }
            return span
        }
    }
}
