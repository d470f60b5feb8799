import Foundation
import Geometry

/// How splats are trained.
public struct SplatTrainingOptions: Sendable, Equatable {
    /// What is behind the splats.
    public enum Background: Sendable, Equatable {
        /// One colour; sRGB, 0…1.
        case color(Vector3)
        /// Another colour in each step, which leaves nothing transparent that an image shows.
        case random
    }

    /// Steps; each one trains on one image.
    public var iterations = 7000
    /// Splats are added until there are so many.
    public var maximumSplats = 300_000
    /// Every n-th image, from the first on, is not trained on but used to measure; 0 for none.
    public var holdout = 8
    /// Longest edge of the images in pixels; larger ones are made smaller.
    public var imageEdge = 800
    /// Determines all random choices.
    public var seed: UInt64 = 1
    /// Degree of the spherical harmonics, 0 to 3.
    public var degree = 3
    /// Share of the structural dissimilarity in the loss; the rest is the mean absolute difference.
    public var similarityWeight: Float = 0.2
    /// Weight of the relative depth error where the views have depth; falls to a tenth in the course of the training.
    public var depthWeight: Float = 0.2
    /// Whether each image has a gain and an offset for each channel that are trained along.
    public var compensatesExposure = true
    /// Whether the cameras of a recording are corrected by what the images show: where it has times, each moves by up to some
    /// centimetres and degrees.
    public var refinesCameras = true
    /// How projected splats are blurred.
    public var antialiasing = SplatAntialiasing.standard
    /// Whether splats have at least the size that the images can resolve (the 3D filter of Mip-Splatting).
    public var filtersInSpace = true
    /// What is behind the splats.
    public var background = Background.color(Vector3(repeating: 0))
    /// Whether training begins with small images.
    public var isProgressive = true
    /// Whether faint splats are moved, and splats added, during training.
    public var densifies = true
    /// Derivatives of the mean opacity and mean size in the loss: what contributes nothing fades.
    public var opacityWeight: Float = 0.01
    /// See `opacityWeight`.
    public var sizeWeight: Float = 0.01
    /// Factor of all learning rates. At 1 they are those of 30,000 steps (Kerbl et al. 2023), up to four times as high where there
    /// are fewer steps.
    public var learningRate: Float = 1
    /// Factor of the rates of 30,000 steps.
    var rate: Float { learningRate * min(max(30_000 / Float(iterations), 1), 4) }
    /// What draws and differentiates; the loss is computed on the CPU.
    public var device = SplatDevice.cpu
    /// Megabytes (2²⁰ bytes) that training may use; the memory of a Vulkan device isn't counted.
    public var memoryMegabytes = 4096
    /// A file that the state is written to, and read from where it exists.
    public var checkpoint: URL?
    /// Steps between two checkpoints.
    public var checkpointInterval = 1000
    /// Steps between two measurements on the held-out images, each with a preview; 0 for none before the end.
    public var evaluationInterval = 1000

    /// The defaults; properties are set afterwards.
    public init() {}

    /// The options with the most used ones given.
    public init(iterations: Int, maximumSplats: Int, holdout: Int = 8, imageEdge: Int = 800, seed: UInt64 = 1, degree: Int = 3) {
        self.iterations = iterations
        self.maximumSplats = maximumSplats
        self.holdout = holdout
        self.imageEdge = imageEdge
        self.seed = seed
        self.degree = degree
    }

    /// - Throws: `SplatError.badOption` for the first value out of its range.
    func check() throws(SplatError) {
        func require(_ isGood: Bool, _ text: String) throws(SplatError) { if !isGood { throw .badOption(text) } }
        try require((1...1_000_000).contains(iterations), "iterations must be 1 to 1,000,000, not \(iterations)")
        try require((1...20_000_000).contains(maximumSplats), "the largest number of splats must be 1 to 20,000,000")
        try require(holdout == 0 || holdout >= 2, "every \(holdout)th image can't be held out; use 2 or more, or 0 for none")
        try require((16...8192).contains(imageEdge), "the images' edge must be 16 to 8192 pixels, not \(imageEdge)")
        try require((0...3).contains(degree), "the degree of the harmonics must be 0 to 3, not \(degree)")
        try require((0...1).contains(similarityWeight), "the weight of the structural similarity must be 0 to 1")
        try require(depthWeight >= 0 && depthWeight.isFinite, "the depth weight must be 0 or more")
        try require(learningRate > 0 && learningRate <= 100, "the learning rate factor must be above 0 and at most 100")
        try require(memoryMegabytes >= 16, "training needs at least 16 MB of memory")
        try require(checkpointInterval >= 1, "the checkpoint interval must be at least 1 step")
        try require(evaluationInterval >= 0, "the evaluation interval must be 0 or more steps")
        try require(
            opacityWeight >= 0 && sizeWeight >= 0 && opacityWeight.isFinite && sizeWeight.isFinite,
            "the regularization weights must be 0 or more")
        if case .color(let color) = background {
            try require(color.isFinite, "the background colour must be finite")
        }
    }
}
