import CSplats

/// The work on splats that takes the time: drawing them, and differentiating what was drawn by every value of every splat. The
/// renderer and the trainer use it through this interface: `SplatRasterizer` computes on the CPU, `VulkanRasterizer` on a device.
///
/// A backend belongs to one set of splats. It may keep copies of them elsewhere: whoever changes the splats in memory calls
/// `memoryChanged`, and whoever reads them after a step calls `collect` before.
protocol SplatBackend: AnyObject {
    /// What computes, for reports.
    var name: SplatDeviceName { get }

    /// Draws the splats into `image`; what is needed to differentiate it is kept.
    /// - Throws: `SplatError.memory`, `.device`.
    func draw(_ blocks: SplatBlocks, camera: SplatCamera, image: ImagePlanes) throws(SplatError)

    /// The derivatives of the loss by all values of the splats that `draw` drew last.
    /// - Parameters:
    ///   - blocks: the splats, as they were drawn.
    ///   - view: what was drawn, and the derivatives of the loss by it.
    ///   - result: gets the derivatives, in the layout of the blocks' values.
    /// - Returns: the derivatives by the camera.
    func differentiate(
        _ blocks: SplatBlocks, view: DrawnView, result: UnsafeMutablePointer<Float>
    ) throws(SplatError) -> PoseDerivatives

    /// One step of the optimizer with the derivatives of what `draw` drew last.
    /// - Returns: the derivatives by the camera, before the step.
    func step(
        _ state: SplatTrainingMemory, view: DrawnView, optimizer: SplatOptimizer
    ) throws(SplatError) -> PoseDerivatives

    /// Brings the state in memory up to date with the steps that were made.
    func collect(_ state: SplatTrainingMemory) throws(SplatError)

    /// The state in memory was changed by others than `step`.
    func memoryChanged()
}

/// What a training changes in each step, in memory.
struct SplatTrainingMemory {
    let blocks: SplatBlocks
    /// The optimizer's averages of the derivatives and of their squares, in the layout of the blocks' values.
    let first: AlignedMemory<Float>
    let second: AlignedMemory<Float>
    /// For each splat how much the images pull at its centre.
    let motion: AlignedMemory<Float>
}

/// A drawn image and the derivatives of the loss by it, whose planes are one behind the other.
struct DrawnView {
    var camera: SplatCamera
    var image: ImagePlanes
    var gradient: SplatImageGradient
}

/// Derivatives of the loss by the camera's position in the world, and by a small rotation of what it sees about its own axes.
typealias PoseDerivatives = SIMD8<Double>

/// What computes.
public struct SplatDeviceName: Sendable, Equatable {
    /// `cpu` or `vulkan`.
    public var device: SplatDevice
    /// The Vulkan device's name; nil on the CPU.
    public var model: String?

    static let cpu = SplatDeviceName(device: .cpu, model: nil)
}
