import Meshes
import Geometry

/// Assesses a scan: collects the observations of its frames during fusion and weights them by the area of the resulting surface.
public struct ScanQuality: Sendable {
    private var places = ObservedCells()
    private var sharpness: [Float] = []
    /// From where each place was seen.
    public private(set) var observations = ScanObservations()
    private var depthShare: Float = 0
    private var free = FreeSpaceGrid()
    private var cameras: [Vector3] = []
    /// Frames that were added.
    public private(set) var frames = 0

    private let depthIsMeasured: Bool
    private let scaleIsKnown: Bool

    /// An assessment without frames.
    /// - Parameters:
    ///   - depthIsMeasured: whether a sensor measured the depth; advice about it is only given then.
    ///   - scaleIsKnown: whether lengths are metres; advice has no lengths otherwise.
    public init(depthIsMeasured: Bool = true, scaleIsKnown: Bool = true) {
        self.depthIsMeasured = depthIsMeasured
        self.scaleIsKnown = scaleIsKnown
    }

    /// Adds one frame. The order of frames does not change the assessment; `observations` need the order of the
    /// trajectory.
    public mutating func add(_ frame: FrameQuality) {
        places.add(frame.observations, frame: Int32(truncatingIfNeeded: frames))
        observations.add(frame.observations, of: frame.index, from: frame.position)
        if let value = frame.sharpness { sharpness.append(value) }
        depthShare += frame.depthShare
        free.add(frame.observations, from: frame.position)
        cameras.append(frame.position)
        frames += 1
    }

    /// How much of the shell of the scanned rooms was observed.
    /// - Parameters:
    ///   - mesh: the reconstructed surface, metres, y-up.
    ///   - filled: patches of `mesh` that were not observed.
    public func shell(of mesh: TriangleMesh, filled: FilledPatches? = nil) -> ShellFinding {
        let surface = SurfaceCells(mesh, first: Self.observedTriangles(of: mesh, filled))
        return ShellSearch(free: free, surface: surface, cameras: cameras).find()
    }

    private static func observedTriangles(of mesh: TriangleMesh, _ filled: FilledPatches?) -> Int {
        filled.map { $0.triangles.isEmpty ? mesh.triangleCount : $0.triangles.lowerBound } ?? mesh.triangleCount
    }

    /// How many frames observed the cell at `p` (to 10 cm): a measure of support for `Floaters`.
    public func support(at p: Vector3) -> Float { Float(places.find(p)?.frames ?? 0) }

    /// The assessment of a scan.
    public struct Verdict: Sendable, Equatable {
        /// 0…1: the observed share of the surface that was found with the gaps that it encloses.
        public var coverage: Double
        /// 0…1: the parts together.
        public var quality: Double
        /// The parts that the quality is computed from.
        public var parts: ScanReport.Parts
        /// Plain sentences, the most useful first.
        public var advice: [String]
        /// Where the surface ends: lines of points in metres, the longest first.
        public var boundaryLoops: [[Vector3]]
    }

    /// Assesses the scan by its reconstructed surface.
    /// - Parameters:
    ///   - mesh: the reconstructed surface.
    ///   - filled: patches of `mesh` that were not observed.
    public func evaluate(_ mesh: TriangleMesh, filled: FilledPatches? = nil) -> Verdict {
        let loops = BoundaryLoops.loops(in: mesh, filled: filled)
        let coverage = Coverage(mesh, loops, filled: filled)
        let surface = weigh(mesh, filled: filled)
        let sharp = sharpness.isEmpty ? 0 : sharpness.reduce(0) { $0 + Double($1) } / Double(sharpness.count)
        let parts = ScanReport.Parts(density: surface.density, angles: surface.angles, sharpness: sharp)
        // Without images there is no sharpness to weigh.
        let quality =
            sharpness.isEmpty
            ? 0.45 * parts.density + 0.55 * parts.angles : 0.3 * parts.density + 0.4 * parts.angles + 0.3 * parts.sharpness
        return Verdict(
            coverage: coverage.share, quality: quality, parts: parts, advice: advice(coverage, surface),
            boundaryLoops: BoundaryLoops.find(in: mesh, filled: filled))
    }

    /// How the surface was seen, by area.
    private struct ObservationShares {
        var density = 0.0
        var angles = 0.0
        /// Shares of the surface that were seen only flatly, only from afar, and only from one direction.
        var flat = 0.0
        var far = 0.0
        var oneSided = 0.0
    }

    /// Samples a cm² that are as good as any more.
    private static let fullDensity = 6.0
    /// Observations with a smaller cosine are grazing; beyond this many metres they are far.
    private static let flatCosine: Float = 0.4
    private static let farDistance: Float = 3

    private func weigh(_ mesh: TriangleMesh, filled: FilledPatches?) -> ObservationShares {
        var shares = ObservationShares()
        var total = 0.0
        let seen = Self.observedTriangles(of: mesh, filled)
        for t in Swift.stride(from: 0, to: seen, by: max(1, seen / 100_000)) {
            let (a, b, c) = mesh.corners(t)
            let area = Double(cross(b - a, c - a).length)
            guard area > 0 else { continue }
            total += area
            guard let place = places.find((a + b + c) / 3) else {
                shares.flat += area
                shares.oneSided += area
                continue
            }
            let perSquareCentimetre = Double(place.samples) / Double(ObservedCells.edge * ObservedCells.edge) * 1e-4
            shares.density += area * min(1, Self.logarithm(1 + perSquareCentimetre) / Self.logarithm(1 + Self.fullDensity))
            let cosine = min(max(Double(place.bestCosine - 0.15) / 0.6, 0), 1)
            let sides = min(1, Double(place.directions.nonzeroBitCount) / 4)
            shares.angles += area * (0.6 * cosine + 0.4 * sides)
            if place.bestCosine < Self.flatCosine { shares.flat += area }
            if place.distance > Self.farDistance { shares.far += area }
            if place.directions.nonzeroBitCount < 2 { shares.oneSided += area }
        }
        guard total > 0 else { return ObservationShares() }
        shares.density /= total
        shares.angles /= total
        shares.flat /= total
        shares.far /= total
        shares.oneSided /= total
        return shares
    }

    /// The binary logarithm, between powers of two by a straight line: the same everywhere, and near enough for a score.
    private static func logarithm(_ x: Double) -> Double { Double(x.exponent) + x.significand - 1 }

    private func advice(_ coverage: Coverage, _ shares: ObservationShares) -> [String] {
        var found: [(weight: Double, text: String)] = []
        func percent(_ x: Double) -> String { "\(Int((x * 100).rounded())) %" }
        if coverage.share < 0.95 {
            found.append((3 * (1 - coverage.share), coverage.sentence(scaleIsKnown: scaleIsKnown)))
        }
        let blurred = sharpness.isEmpty ? 0 : Double(sharpness.count { $0 < 0.35 }) / Double(sharpness.count)
        if blurred > 0.1 {
            found.append((blurred, "Images are blurred in \(percent(blurred)) of the frames: move more slowly."))
        }
        if scaleIsKnown, shares.far > 0.1 {
            found.append(
                (
                    shares.far,
                    "\(percent(shares.far)) of the surface was only observed from beyond \(Int(Self.farDistance)) m: go closer."
                )
            )
        }
        if shares.flat > 0.1 {
            found.append(
                (
                    shares.flat,
                    "\(percent(shares.flat)) of the surface was only observed at a grazing angle: point the camera straight at it."
                ))
        }
        if shares.oneSided > 0.4 {
            found.append(
                (
                    0.5 * shares.oneSided,
                    "\(percent(shares.oneSided)) of the surface was observed from one side only: walk around objects."
                )
            )
        }
        let missing = frames > 0 ? 1 - Double(depthShare) / Double(frames) : 0
        if depthIsMeasured, missing > 0.4 {
            found.append(
                (
                    0.5 * missing,
                    "\(percent(missing)) of the depth samples are unusable: stay in the sensor's range, avoid glass and mirrors."
                ))
        }
        return found.sorted { $0.weight > $1.weight }.map(\.text)
    }
}
