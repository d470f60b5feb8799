import ArgumentParser
import Capture
import Foundation
import Geometry
import Reconstruction

/// How captures are turned into surfaces: a mode, and what is to differ from it.
struct ReconstructionArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What was scanned: interior, object (the thing in the middle is cut out and closed) or exterior (coarser, farther, kept at its place on the Earth).",
            valueName: "mode"))
    var mode: ReconstructionMode = .interior

    @Option(
        help: ArgumentHelp(
            "Edge length of a voxel: smaller shows more and takes longer. 0.02 for rooms, 0.005 for objects, 0.05 outside.",
            valueName: "metres"))
    var voxel: Float?

    @Option(help: ArgumentHelp("Depths beyond this are not used. 5 for rooms, 1.5 for objects, 15 outside.", valueName: "metres"))
    var maxDepth: Float?

    @Option(help: ArgumentHelp("Use every n-th frame.", valueName: "n"))
    var stride: Int?

    @Flag(inversion: .prefixedNo, help: "Take the noise out of the surface, keeping its edges (on unless switched off).")
    var smooth: Bool?

    @Flag(help: "Paint the surface with the capture's pictures instead of colouring its vertices.")
    var texture = false

    @Flag(help: "Close the surface wholly, as slicers want it; without, only small holes are filled.")
    var fillHoles = false

    @Option(help: ArgumentHelp("Leave at most about so many triangles.", valueName: "triangles"))
    var simplify: Int?

    @Option(
        help: ArgumentHelp(
            "The camera's path: automatic (correct the recorded one, find one where none was recorded), none (as recorded), refine, odometry.",
            valueName: "how"))
    var poses: PoseOptions.Method?

    @Option(
        help: ArgumentHelp(
            "Change any setting of the mode, such as minimumWeight=0.1; may be given several times. --show-settings lists them.",
            valueName: "setting=value"))
    var set: [String] = []

    @Option(
        help: ArgumentHelp(
            "The colour camera in pixels, where the capture does not tell it or tells it wrong.", valueName: "fx,fy,cx,cy"))
    var intrinsics: String?

    @Option(
        help: ArgumentHelp("How many steps of the depth pictures make a metre, where the layout's own is wrong.", valueName: "n"))
    var depthUnits: Double?

    func validate() throws {
        if let voxel, !(voxel >= 0.001 && voxel <= 1) { throw ValidationError("--voxel must lie between 0.001 and 1 metre.") }
        if let maxDepth, !(maxDepth > 0 && maxDepth <= 1000) {
            throw ValidationError("--max-depth must lie between 0 and 1000 metres.")
        }
        if let simplify, simplify < 1 { throw ValidationError("--simplify must be 1 or more triangles.") }
        if let stride, stride < 1 { throw ValidationError("--stride must be 1 or more.") }
        if let intrinsics, Self.camera(intrinsics) == nil {
            throw ValidationError("--intrinsics takes four numbers, such as 525,525,319.5,239.5, the first two above zero.")
        }
        if let depthUnits, !(depthUnits > 0 && depthUnits.isFinite) { throw ValidationError("--depth-units must be above zero.") }
        do throws(ReconstructionError) { try options().check() } catch { throw ValidationError("\(error).") }
    }

    /// The camera of "fx,fy,cx,cy"; its size is that of the pictures.
    private static func camera(_ text: String) -> CameraIntrinsics? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Float($0.trimmingCharacters(in: .whitespaces)) }
        guard numbers.count == 4, let fx = numbers[0], let fy = numbers[1], let cx = numbers[2], let cy = numbers[3],
            fx > 0, fy > 0, [fx, fy, cx, cy].allSatisfy(\.isFinite)
        else { return nil }
        return CameraIntrinsics(width: 0, height: 0, fx: fx, fy: fy, cx: cx, cy: cy)
    }

    var captureOptions: CaptureOptions {
        CaptureOptions(intrinsics: intrinsics.flatMap(Self.camera), depthUnitsPerMetre: depthUnits)
    }

    /// The mode's options with what differs from them.
    func options() throws(ReconstructionError) -> ReconstructionOptions {
        var options = mode.options
        for setting in set {
            let parts = setting.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2 else {
                throw .badOption("--set takes a setting and a value, such as voxelSize=0.01, and not ‘\(setting)’")
            }
            try options.set(parts[0], to: parts[1])
        }
        if let voxel { options.voxelSize = voxel }
        if let maxDepth { options.maximumDepth = maxDepth }
        if let stride { options.stride = stride }
        if let smooth { options.smooths = smooth }
        if let poses { options.poses = poses }
        if fillHoles { options.fillHoles = true }
        if let simplify { options.simplifyTo = simplify }
        if texture { options.textureSize = 4096 }
        return options
    }
}

extension PoseOptions.Method: ExpressibleByArgument {}
extension ReconstructionMode: ExpressibleByArgument {}
