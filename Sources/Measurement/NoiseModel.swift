import Geometry
import Reconstruction

/// The error model of a reconstructed surface: kept beside its model, so that each measurement in it can state its
/// uncertainty.
///
/// Three errors add up. What the sensor's noise and the voxels leave on the surface is independent from place to place; the
/// camera trajectory drifts, so that places seen from far apart on the trajectory are displaced against each other; a plane that is
/// fitted to much surface has less of the first and all of the second. docs/measurement.md describes how the numbers were fitted.
public struct NoiseModel: Sendable, Equatable {
    /// The deviation that the samples of one frame leave on the surface: less than that of one sample, since fusion and smoothing
    /// take the mean of some beside each other.
    public struct Sensor: Sendable, Equatable, Codable {
        /// Metres, at no distance.
        public var base: Double
        /// Metres a square metre: the deviation at `z` metres is base + growth · z².
        public var growth: Double
        /// Metres; it grows no further.
        public var limit: Double
        /// By how much the deviation of samples is larger that the sensor was not sure of.
        public var unsure: Double
        /// Deviation that all frames of a visit share, by calibration and motion, in deviations of one frame.
        public var visit: Double

        /// Lengths in metres, `growth` per square metre.
        public init(base: Double, growth: Double, limit: Double, unsure: Double, visit: Double = 0) {
            self.base = base
            self.growth = growth
            self.limit = limit
            self.unsure = unsure
            self.visit = visit
        }

        /// A phone's time-of-flight sensor: 0.24 of the deviation of the demo capture's samples, the share that was found on
        /// its surfaces.
        public static let phone = Sensor(base: 0.00024, growth: 0.0006, limit: 0.011, unsure: 1, visit: 0.5)

        /// Metres, of what was seen from `distance` metres.
        public func deviation(at distance: Double) -> Double { min(base + growth * distance * distance, limit) }
    }

    /// The error of the camera trajectory: of the difference between two of its places, each axis by itself, the variance is
    /// (translation² + rotation² · l²) · s^exponent with s the metres of trajectory between them and l the metres from the camera
    /// to what it saw.
    public struct Drift: Sendable, Equatable, Codable {
        /// Metres after one metre of trajectory.
        public var translation: Double
        /// Radians after one metre of trajectory.
        public var rotation: Double
        /// 1 for a random walk, 2 for an error that grows steadily.
        public var exponent: Double

        /// Translation in metres and rotation in radians, both after one metre.
        public init(translation: Double, rotation: Double, exponent: Double) {
            self.translation = translation
            self.rotation = rotation
            self.exponent = exponent
        }

        /// What refinement left of the demo's drift.
        public static let phone = Drift(translation: 0.0019, rotation: 0.00076, exponent: 1)
    }

    /// What fusion adds to the sensor's noise.
    public struct Surface: Sendable, Equatable, Codable {
        /// Deviation of a flat surface, in voxels.
        public var flat: Double
        /// Deviation for each metre that the surface around deviates from a plane.
        public var detail: Double
        /// Deviation along the surface of what is read off a vertex, in voxels.
        public var lateral: Double
        /// Deviation of a whole plane, in voxels: what fitting to more of it does not take out.
        public var plane: Double
        /// The same at the distance from a whole plane's middle that is its standard deviation, by its tilt, in voxels.
        public var tilt: Double
        /// Deviation of a whole plane for each metre that its surface deviates from it.
        public var bend: Double
        /// Deviation of a floor or a table beside that of a plane, in voxels: carpets and cloths that were laid into it.
        public var floor: Double

        /// Deviations in voxels, `detail` and `bend` per metre of deviation.
        public init(
            flat: Double, detail: Double, lateral: Double, plane: Double, tilt: Double = 0, bend: Double = 0, floor: Double = 0
        ) {
            self.flat = flat
            self.detail = detail
            self.lateral = lateral
            self.plane = plane
            self.tilt = tilt
            self.bend = bend
            self.floor = floor
        }

        enum CodingKeys: String, CodingKey { case flat, detail, lateral, plane, tilt, bend, floor }

        /// The surface of TSDF fusion with smoothing, fitted on demo captures (`MeasurementBenchmark fit`).
        public static let fused = Surface(flat: 0.13, detail: 0.84, lateral: 0.3, plane: 0.045, tilt: 0.035, bend: 0.82, floor: 0.2)
    }

    /// Relative errors of lengths, which one scan can't determine alone.
    public struct Scale: Sendable, Equatable, Codable {
        /// Relative standard deviation of all lengths of the model.
        public var deviation: Double
        /// Relative standard deviation of depths against the camera trajectory.
        public var depth: Double
        /// The share of the depths' error that the scale of check distances already contains (`ScaleCorrection`); not stored.
        var depthShare = 0.0

        enum CodingKeys: String, CodingKey { case deviation, depth }

        /// Both relative: 0.01 is one per cent.
        public init(deviation: Double = 0, depth: Double = 0) {
            self.deviation = deviation
            self.depth = depth
        }
    }

    /// Noise of the depth sensor.
    public var sensor: Sensor
    /// Drift of the camera trajectory.
    public var drift: Drift
    /// Error that fusion adds.
    public var surface: Surface
    /// Error of the scale.
    public var scale: Scale
    /// Metres.
    public var voxelSize: Double
    /// From where each place was seen.
    public var observations: ScanObservations
    /// Why measurements in this surface are unreliable; nil where they are reliable.
    public var caveat: String?

    /// A model of the errors of one scan; voxel size in metres.
    public init(
        sensor: Sensor = .phone, drift: Drift = .phone, surface: Surface = .fused,
        scale: Scale = Scale(), voxelSize: Double, observations: ScanObservations, caveat: String? = nil
    ) {
        self.sensor = sensor
        self.drift = drift
        self.surface = surface
        self.scale = scale
        self.voxelSize = voxelSize
        self.observations = observations
        self.caveat = caveat
    }

    /// Relative; calibrations of the depth sensors of phones and headsets are off by no more. Luetzenburg et al. 2021 (*Evaluation
    /// of the Apple iPhone 12 Pro LiDAR for an application in geosciences*) found 1 cm on things of some decimetres.
    private static let maxDepthScaleError = 0.02

    /// Of what a reconstruction made.
    public init(_ result: ReconstructionResult, options: ReconstructionOptions, sensor: Sensor = .phone, drift: Drift = .phone) {
        self.init(
            sensor: sensor, drift: drift, voxelSize: Double(options.voxelSize), observations: result.observations,
            caveat: result.path.isTrustworthy ? nil : "the camera trajectory is not reliable")
        if let scale = result.path.depthScale {
            // The depths are right, or the trajectory is, or anything between: a uniform distribution. Beyond what a sensor's
            // calibration is off it is the trajectory's, or the alignments' own, for which the variants stand.
            let difference = min((scale.ratio - 1).magnitude, Self.maxDepthScaleError)
            self.scale.depth = (difference * difference / 3 + scale.standardDeviation * scale.standardDeviation).squareRoot()
        }
        self = calibrated
    }
}
