import ArgumentParser
import Capture
import Geometry
import Reconstruction

/// What a capture's files don't say about its cameras, and how their poses are found.
struct CameraArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Camera poses: automatic (refine recorded poses, estimate missing ones), none (use them as recorded), refine or \
            odometry.
            """,
            valueName: "method"))
    var poses: PoseOptions.Method?

    @Option(
        parsing: .number,
        help: ArgumentHelp(
            "Intrinsics of the colour camera in pixels, if the capture has none or wrong ones.", valueName: "fx,fy,cx,cy"),
        transform: Numbers.intrinsics)
    var intrinsics: CameraIntrinsics?

    @Option(
        parsing: .number,
        help: ArgumentHelp("Depth units per metre of the depth images, if those of the capture format are wrong.", valueName: "n"))
    var depthUnits: Double?

    func validate() throws {
        if let depthUnits, !(depthUnits > 0 && depthUnits.isFinite) { throw ValidationError("--depth-units must be above zero.") }
    }

    var options: CaptureOptions { CaptureOptions(intrinsics: intrinsics, depthUnitsPerMetre: depthUnits) }
}

extension PoseOptions.Method: ExpressibleByArgument {}
