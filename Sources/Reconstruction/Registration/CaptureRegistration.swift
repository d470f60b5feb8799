import PointClouds
import Geometry
import Support

/// How one capture lies in the frame of the first.
public struct Alignment: Sendable, Equatable {
    /// From the capture's frame to the first one's.
    public var transform: RigidTransform
    /// Median distance in metres between the surfaces where they overlap, across them.
    public var residual: Double
    /// Root mean square of those distances in metres.
    public var rms: Double
    /// 0…1: how much of the smaller one of both surfaces has a counterpart.
    public var overlap: Double
    /// Whether the captures may be fused. Where not, `transform` is the best guess, or the identity where there is none.
    public var isTrustworthy: Bool
    /// Why the alignment is not reliable, in one sentence; nil where it is.
    public var reason: String?

    /// What the first capture is to itself.
    static let first = Alignment(transform: .identity, residual: 0, rms: 0, overlap: 1, isTrustworthy: true, reason: nil)
}

/// Brings several captures of one place (rooms, storeys, another day) into one frame.
///
/// Both frames are y-up, so that a coarse search has four unknowns: a turn about the vertical and a shift. It correlates oriented
/// surfaces over all turns and shifts at once, counting a surface in the other capture's free space against the place; the best
/// places are refined in all six unknowns by iterative closest points, then each is judged by overlap, residual, conflicts of
/// surface with free space, and colours. Places that are not clearly better than the next best one, or leave a direction open, are
/// not trusted.
public enum CaptureRegistration {
    /// Parameters of registration.
    public struct Options: Sendable, Equatable {
        /// Distance in metres between the points that are compared in the end.
        public var spacing: Float
        /// Median distance in metres between the surfaces beyond which a place is not trusted.
        public var maximumResidual: Double
        /// How many places are looked at closely.
        public var candidates: Int

        /// Options with defaults for captures of rooms; distances in metres.
        public init(spacing: Float = 0.02, maximumResidual: Double = 0.02, candidates: Int = 32) {
            self.spacing = spacing
            self.maximumResidual = maximumResidual
            self.candidates = candidates
        }

        func check() throws(ReconstructionError) {
            guard spacing >= 0.002, spacing <= 1 else {
                throw .badOption("the spacing is \(spacing) m; it must be between 0.002 and 1")
            }
            guard maximumResidual > 0 else { throw .badOption("the maximum residual is \(maximumResidual) m; it must be above 0") }
            guard candidates >= 1 else { throw .badOption("the number of candidates is \(candidates); it must be 1 or more") }
        }
    }

    /// Registers meshes of one place.
    /// - Returns: one alignment a mesh, the first's being the identity.
    /// - Throws: `ReconstructionError.badOption` where there is nothing to register or a mesh has no surface; `CancellationError`.
    public static func register(
        _ meshes: [TriangleMesh], options: Options = Options(), progress: ProgressReporter = .silent
    ) throws -> [Alignment] {
        try options.check()
        let pieces = try meshes.enumerated().map { i, mesh in
            try progress.part(0...0.2).report(Double(i) / Double(meshes.count), "Preparing capture \(i + 1)")
            return try RegistrationPiece(SurfaceSamples.cloud(of: mesh, spacing: options.spacing * 0.7), options)
        }
        return try register(pieces, options: options, progress: progress.part(0.2...1))
    }

    /// Registers clouds of one place; those without normals get them, turned consistently.
    /// - Returns: one alignment a cloud, the first's being the identity.
    /// - Throws: `ReconstructionError.badOption` where there is nothing to register or a cloud is empty; `CancellationError`.
    public static func register(
        _ clouds: [PointCloud], options: Options = Options(), progress: ProgressReporter = .silent
    ) throws -> [Alignment] {
        try options.check()
        let pieces = try clouds.enumerated().map { i, cloud in
            try progress.part(0...0.2).report(Double(i) / Double(clouds.count), "Preparing capture \(i + 1)")
            return try RegistrationPiece(cloud, options)
        }
        return try register(pieces, options: options, progress: progress.part(0.2...1))
    }

    private static func register(_ pieces: [RegistrationPiece], options: Options, progress: ProgressReporter) throws
        -> [Alignment]
    {
        guard pieces.count >= 2 else {
            throw ReconstructionError.badOption(
                "there is \(pieces.count == 1 ? "one capture" : "no capture"); registration takes two or more")
        }
        var pairs: [(first: Int, second: Int)] = []
        for a in pieces.indices { for b in pieces.indices where b > a { pairs.append((a, b)) } }
        var links: [Link] = []
        for (i, pair) in pairs.enumerated() {
            let part = progress.part(Double(i) / Double(pairs.count)...Double(i + 1) / Double(pairs.count))
            try part.report(0, "Registering capture \(pair.second + 1) onto \(pair.first + 1)")
            let judged = try PairRegistration(target: pieces[pair.first], source: pieces[pair.second], options: options).align(part)
            links.append(Link(from: pair.second, to: pair.first, alignment: judged))
        }
        return try join(pieces, links: links, options: options)
    }

    /// The alignment of capture `from` in the frame of capture `to`.
    private struct Link {
        var from: Int
        var to: Int
        var alignment: Alignment
    }

    /// Hangs each capture on the tree by the trusted link with the best overlap, then refines all against all others.
    private static func join(_ pieces: [RegistrationPiece], links: [Link], options: Options) throws -> [Alignment] {
        var result = [Alignment?](repeating: nil, count: pieces.count)
        result[0] = .first
        let trusted = links.filter { $0.alignment.isTrustworthy }.sorted { $0.alignment.overlap > $1.alignment.overlap }
        while let link = trusted.first(where: { (result[$0.from] == nil) != (result[$0.to] == nil) }) {
            var alignment = link.alignment
            if let base = result[link.to] {
                alignment.transform = base.transform * alignment.transform
                result[link.from] = alignment
            } else if let base = result[link.from] {
                alignment.transform = base.transform * alignment.transform.inverse
                result[link.to] = alignment
            }
        }
        if pieces.count > 2 { try refine(pieces, result: &result, options: options) }
        return result.indices.map { i in
            if let known = result[i] { return known }
            // Not reached: the best guess onto the first, with its reason.
            let direct = links.first { $0.from == i && $0.to == 0 }?.alignment ?? .first
            var guess = direct
            guess.isTrustworthy = false
            guess.reason = direct.reason ?? "no registered capture overlaps with it enough"
            return guess
        }
    }

    /// Two rounds of registering each capture onto all others together, so that errors do not add up along the tree.
    private static func refine(_ pieces: [RegistrationPiece], result: inout [Alignment?], options: Options) throws {
        for _ in 0..<2 {
            for i in pieces.indices.dropFirst() {
                guard let own = result[i] else { continue }
                var others = PointCloud()
                for j in pieces.indices where j != i {
                    guard let place = result[j] else { continue }
                    let cloud = pieces[j].fine.transformed(by: place.transform)
                    others.positions += cloud.positions
                    others.normals += cloud.normals
                }
                let icp = ICP.Options(maximumDistance: options.spacing * 2.5, iterations: 30, robustScale: options.spacing * 2)
                do {
                    let refined = try ICP.align(pieces[i].fine, to: others, options: icp, initial: own.transform)
                    result[i]?.transform = refined.transform
                } catch ReconstructionError.nothingSeen {
                    // Its surfaces lie farther from the others' than this looks: it keeps the alignment of its own pair.
                    continue
                }
            }
        }
    }
}
