import ArgumentParser
import Capture
import Photogrammetry
import Spaces

/// How photos without depth get poses, a scale and depth.
struct PhotoArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Photos: a length that you know, between two points of --scale-point or PHOTO:X,Y pixels: "A,B=1.20" in metres or with \
            a unit; repeatable. Without a known length, markers, GPS or depth the scale is unknown.
            """,
            valueName: "A,B=length"))
    var scaleLength: [String] = []

    @Option(
        help: ArgumentHelp(
            "Photos: a named point where a photo shows it, A=IMG_1.jpg:812,344 in pixels; give each in two photos or more.",
            valueName: "A=photo:x,y"))
    var scalePoint: [String] = []

    @Option(
        parsing: .number,
        help: ArgumentHelp(
            "Photos: the side of the printed markers that lie in the scene ('diorama markers').", valueName: "length"),
        transform: Numbers.length)
    var scaleMarker: Double?

    @Option(
        help: ArgumentHelp(
            """
            Photos: which are compared with each other: automatic, exhaustive (each with each), sequential (for videos) or \
            retrieval (the most similar ones).
            """,
            valueName: "method"))
    var matching: StructureFromMotion.Options.Matching = .automatic

    @Option(
        help: ArgumentHelp(
            "Photos: how poses are put together: incremental, or global for many photos with known focal length.",
            valueName: "method"))
    var mapper: StructureFromMotion.Options.Mapper = .incremental

    @Flag(help: "Photos: find the poses anew where the folder has a COLMAP or nerfstudio model.")
    var ignoreModel = false

    @Option(
        parsing: .number,
        help: ArgumentHelp("Photos: longer edge of the depth images. Default: 640.", valueName: "pixels"))
    var depthSize: Int?

    func validate() throws {
        if scaleMarker != nil, !scaleLength.isEmpty {
            throw ValidationError("--scale-marker and --scale-length can't be combined.")
        }
        if scaleLength.isEmpty, !scalePoint.isEmpty { throw ValidationError("--scale-point needs --scale-length.") }
        if let scaleMarker, !(scaleMarker > 0 && scaleMarker <= 10) {
            throw ValidationError("--scale-marker must be above 0 and at most 10 metres.")
        }
        do throws(PhotogrammetryError) {
            _ = try scale()
            try options().depth.check()
        } catch { throw ValidationError("\(error).") }
    }

    private func scale() throws(PhotogrammetryError) -> ScaleReference {
        if let scaleMarker { return .markers(side: scaleMarker) }
        guard !scaleLength.isEmpty else { return .automatic }
        let points = try ScaleLength.named(scalePoint)
        var lengths: [ScaleLength] = []
        for text in scaleLength { lengths.append(try ScaleLength(text, points: points)) }
        return .lengths(lengths)
    }

    func options() throws(PhotogrammetryError) -> PhotoOptions {
        var options = PhotoOptions()
        options.poses.scale = try scale()
        options.poses.matching = matching
        options.poses.mapper = mapper
        options.poses.ignoresExistingModel = ignoreModel
        if let depthSize { options.depth.maximumImageEdge = depthSize }
        return options
    }
}

extension StructureFromMotion.Options.Matching: ExpressibleByArgument {}
extension StructureFromMotion.Options.Mapper: ExpressibleByArgument {}
