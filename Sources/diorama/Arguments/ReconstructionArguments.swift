import ArgumentParser
import Capture
import Geometry
import Foundation
import Reconstruction

/// How captures are reconstructed: a mode, and settings that differ from it.
struct ReconstructionArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            What was scanned: interior, object (the object in the middle is cut out and made watertight) or exterior (coarser, \
            farther, aligned with north where the heading was recorded).
            """,
            valueName: "mode"))
    var mode: ReconstructionMode = .interior

    @Option(
        parsing: .number,
        help: ArgumentHelp(
            """
            Voxel size: smaller gives more detail and takes longer. Default: 0.02 for interior, 0.005 for object, 0.05 for \
            exterior.
            """,
            valueName: "metres"))
    var voxel: Float?

    @Option(
        parsing: .number,
        help: ArgumentHelp(
            "Maximum depth that is used. Default: 5 for interior, 1.5 for object, 15 for exterior.", valueName: "metres"))
    var maxDepth: Float?

    @Option(parsing: .number, help: ArgumentHelp("Use every n-th frame.", valueName: "n"))
    var stride: Int?

    @Flag(inversion: .prefixedNo, help: "Smooth the surface and preserve its edges. Default: on.")
    var smooth: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Texture the mesh with the capture's images instead of colouring its vertices. Default: on where the file can hold a \
            texture.
            """)
    var texture: Bool?

    @Flag(help: "Make the mesh watertight for 3D printing. By default only small holes are filled.")
    var fillHoles = false

    @Option(parsing: .number, help: ArgumentHelp("Target triangle count.", valueName: "triangles"))
    var simplify: Int?

    @Option(
        help: ArgumentHelp(
            "Change any setting of the mode, such as minimumWeight=0.1; repeatable. --show-settings lists them.",
            valueName: "setting=value"))
    var set: [String] = []

    @OptionGroup var camera: CameraArguments
    @OptionGroup var photos: PhotoArguments

    func validate() throws {
        if let voxel, !(voxel >= 0.001 && voxel <= 1) { throw ValidationError("--voxel must be between 0.001 and 1 metre.") }
        if let maxDepth, !(maxDepth > 0 && maxDepth <= 1000) {
            throw ValidationError("--max-depth must be between 0 and 1000 metres.")
        }
        if let simplify, simplify < 1 { throw ValidationError("--simplify must be 1 or more triangles.") }
        if let stride, stride < 1 { throw ValidationError("--stride must be 1 or more.") }
        do throws(ReconstructionError) { try options().check() } catch { throw ValidationError("\(error).") }
    }

    var captureOptions: CaptureOptions { camera.options }

    /// The mode's options, with the settings that differ.
    /// - Parameter holdsTexture: whether what is made can hold a texture, which it then gets unless it is switched off.
    func options(holdsTexture: Bool = true) throws(ReconstructionError) -> ReconstructionOptions {
        var options = mode.options
        if texture ?? holdsTexture { options.addTexture() }
        for setting in set {
            let parts = setting.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2 else {
                throw .badOption("--set takes a setting and a value, such as voxelSize=0.01; '\(setting)' has no '='")
            }
            try options.set(parts[0], to: parts[1])
        }
        if let voxel { options.voxelSize = voxel }
        if let maxDepth { options.maximumDepth = maxDepth }
        if let stride { options.stride = stride }
        if let smooth { options.smooths = smooth }
        if let poses = camera.poses { options.poses = poses }
        if fillHoles { options.fillHoles = true }
        if let simplify { options.simplifyTo = simplify }
        return options
    }
}

extension ReconstructionMode: ExpressibleByArgument {}
