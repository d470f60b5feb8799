import Geometry
import Support

/// Iterative closest point: registers a cloud to another that is already close.
public enum ICP {
    /// What is minimized.
    public enum Method: Sendable, Equatable {
        /// Distances between points (Besl and McKay 1992).
        case pointToPoint
        /// Distances from the target's tangent planes (Chen and Medioni 1992); the target needs normals.
        case pointToPlane
        /// Those and differences of brightness along the tangent planes (Park, Zhou, Koltun 2017); both need colours, the target
        /// normals.
        case colored
    }

    /// How clouds are registered.
    public struct Options: Sendable, Equatable {
        /// What is minimized.
        public var method: Method
        /// Points farther than this many metres from the target have no partner.
        public var maximumDistance: Float
        /// Maximum number of iterations.
        public var iterations: Int
        /// Converged when neither the share of partners nor their root mean square distance (m) changes by as much.
        public var tolerance: Double
        /// Coloured: the weight of distances against brightness, 0…1.
        public var geometricWeight: Float
        /// Residuals count the less the larger they are beside this many metres (Tukey's biweight), and not at all beyond; nil
        /// weights all equally. Not for colours.
        public var robustScale: Float?

        /// Options; `maximumDistance` is in metres.
        public init(
            method: Method = .pointToPlane, maximumDistance: Float, iterations: Int = 50, tolerance: Double = 1e-6,
            geometricWeight: Float = 0.968, robustScale: Float? = nil
        ) {
            self.method = method
            self.maximumDistance = maximumDistance
            self.iterations = iterations
            self.tolerance = tolerance
            self.geometricWeight = geometricWeight
            self.robustScale = robustScale
        }
    }

    /// The transform that was found, and how well it fits.
    public struct Result: Sendable, Equatable {
        /// From the source's frame to the target's.
        public var transform: RigidTransform
        /// 0…1: the share of the source's points with a partner.
        public var fitness: Double
        /// Root mean square distance of partners in metres.
        public var rmse: Double
        /// Number of iterations that were made.
        public var iterations: Int
        /// Whether it converged before the maximum number of iterations.
        public var converged: Bool
    }

    /// Registers `source` onto `target`.
    /// - Parameters:
    ///   - source: the cloud that is moved.
    ///   - target: the cloud that stays.
    ///   - options: the method and its limits.
    ///   - initial: where to begin; the clouds must lie within about `maximumDistance` of each other then.
    ///   - progress: receives the progress.
    /// - Throws: `PointCloudError.badOption` where a cloud is empty or not finite, lacks what the method needs, or an option makes
    ///   no sense; `.nothingSeen` where the clouds do not meet; `CancellationError`.
    public static func align(
        _ source: PointCloud, to target: PointCloud, options: Options, initial: RigidTransform = .identity,
        progress: ProgressReporter = .silent
    ) throws -> Result {
        try source.check()
        try source.checkAttributes()
        try target.check()
        try target.checkAttributes()
        try progress.report(0, "Sorting points")
        return try align(source, to: ICPTarget(target, options: options), options: options, initial: initial, progress: progress)
    }

    /// The same with a target that is prepared once for several sources.
    package static func align(
        _ source: PointCloud, to target: ICPTarget, options: Options, initial: RigidTransform, progress: ProgressReporter = .silent
    ) throws -> Result {
        try options.check(source, initial)
        let order = PointTree.mortonOrder(source.positions)
        var result = Result(transform: initial, fitness: 0, rmse: 0, iterations: 0, converged: false)
        if source.positions.count > 40_000 {
            // The way is found by every eighth point; all together only end it.
            var few = Correspondences(source, order: order, step: 8, target: target, maximumDistance: options.maximumDistance)
            var hasty = options
            hasty.tolerance = max(options.tolerance, 1e-5)
            hasty.iterations = options.iterations - 1
            try walk(&few, options: hasty, result: &result, progress: progress.part(0...0.5))
        }
        var partners = Correspondences(source, order: order, target: target, maximumDistance: options.maximumDistance)
        try walk(&partners, options: options, result: &result, progress: progress.part(0.5...1))
        try progress.report(1, "Aligning")
        return result
    }

    /// Gauss–Newton steps until nothing changes any more.
    private static func walk(
        _ partners: inout Correspondences, options: Options, result: inout Result, progress: ProgressReporter
    ) throws {
        (result.fitness, result.rmse) = partners.update(result.transform)
        let centre = partners.target.centre
        while result.iterations < options.iterations {
            try progress.report(Double(result.iterations) / Double(options.iterations), "Aligning")
            guard partners.count >= 6 else {
                throw PointCloudError.nothingSeen(
                    "only \(partners.count) points of the clouds lie within \(options.maximumDistance) m of each other; "
                        + "start closer or use a larger distance")
            }
            let step = NormalEquations.of(partners, options).solve()
            let turn = Quaternion(angle: step.rotation.length, axis: step.rotation)
            // The step is about the target's middle.
            let move = RigidTransform(rotation: turn, translation: centre - turn.rotate(centre) + step.translation)
            result.transform = move * result.transform
            result.iterations += 1
            let (fitness, rmse) = partners.update(result.transform)
            result.converged = abs(fitness - result.fitness) < options.tolerance && abs(rmse - result.rmse) < options.tolerance
            result.fitness = fitness
            result.rmse = rmse
            if result.converged { break }
        }
    }
}

extension ICP.Options {
    fileprivate func check(_ source: PointCloud, _ initial: RigidTransform) throws(PointCloudError) {
        guard maximumDistance > 0, maximumDistance.isFinite else {
            throw .badOption("the distance is \(maximumDistance) m; it must be above 0")
        }
        guard iterations >= 1 else { throw .badOption("the number of iterations is \(iterations); it must be 1 or more") }
        guard geometricWeight > 0, geometricWeight <= 1 else {
            throw .badOption("the geometric weight is \(geometricWeight); it must be between 0 and 1")
        }
        if let robustScale, !(robustScale > 0) { throw .badOption("the robust scale is \(robustScale) m; it must be above 0") }
        guard initial.isFinite else { throw .badOption("the initial transform is not finite") }
        if method == .colored && source.colors.isEmpty { throw .badOption("coloured alignment needs colours in both clouds") }
    }
}

/// A target ready to be registered to: its tree, and its points' normals, brightness and brightness gradients in the tree's order.
package struct ICPTarget: Sendable {
    let tree: PointTree
    let normals: [Vector3]
    let brightness: [Float]
    /// Brightness a metre, in the tangent plane.
    let gradients: [Vector3]
    let centre: Vector3

    package init(_ cloud: PointCloud, options: ICP.Options) throws {
        if options.method != .pointToPoint && cloud.normals.isEmpty {
            throw PointCloudError.badOption("the target has no normals; estimate them first, or align points to points")
        }
        if options.method == .colored && cloud.colors.isEmpty {
            throw PointCloudError.badOption("coloured alignment needs colours in both clouds")
        }
        tree = PointTree(cloud.positions)
        centre = cloud.bounds.center
        normals = cloud.normals.isEmpty ? [] : tree.order.map { cloud.normals[Int($0)] }
        guard options.method == .colored else {
            brightness = []
            gradients = []
            return
        }
        brightness = tree.order.map { Brightness.of(cloud.colors[Int($0)]) }
        gradients = try Brightness.gradients(tree, normals: normals, brightness: brightness, radius: options.maximumDistance * 2)
    }
}
