import ArgumentParser
import Foundation
import Images
import Spaces
import Splats
import Support
import SyntheticScenes

struct SplatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "splat",
        abstract: "Train Gaussian splats on a capture, photos or a video.",
        discussion: """
            Splats show reflections and fine structure that no mesh does, and can't be measured. They begin at the depth of a
            capture, or at the points that photos share; a share of the images is held out and says how good they are.

            EXAMPLES
              diorama splat ~/scans/office --output office.spz
              diorama splat ~/photos/fox --output fox.ply --iterations 3000 --image-size 400
              diorama splat ~/scans/office --output office.spz --checkpoint office.training --preview office.jpg
              diorama splat ~/scans/office --output office.spz --device auto
            """)

    @Argument(help: "A capture's folder or file, a folder of photos, a video, or 'demo' for the built-in demo capture.")
    var capture: String

    @Option(
        name: .shortAndLong,
        help: "The file to write; its extension sets the format: \(SplatTraining.formatList).")
    var output: String

    @Option(
        help: ArgumentHelp(
            "Keep the state of the training here now and then and when it is cancelled; the same command goes on from it.",
            valueName: "file"))
    var checkpoint: String?

    @Option(help: ArgumentHelp("Show the first held-out image here while the training runs: png or jpg.", valueName: "file"))
    var preview: String?

    @OptionGroup var training: SplatArguments
    @OptionGroup var photos: PhotoArguments
    @OptionGroup var camera: CameraArguments
    @OptionGroup var out: OutputOptions

    func validate() throws {
        if let preview, !["png", "jpg", "jpeg"].contains(URL(fileURLWithPath: preview).pathExtension.lowercased()) {
            throw ValidationError("--preview must be a png or jpg file.")
        }
    }

    func run() async throws {
        let target = URL(fileURLWithPath: output)
        var options = training.options
        options.checkpoint = checkpoint.map { URL(fileURLWithPath: $0) }
        let work = SplatTraining(
            opening: CaptureOpening(capture: camera.options, photos: try photos.options()), poses: camera.poses ?? .automatic,
            options: options, target: target)
        try work.check()
        let picture = preview.map { URL(fileURLWithPath: $0) }
        if let picture { try TargetFile.checkFolder(of: picture) }
        let reporter = Terminal.progress()
        let path = capture
        let result = try await cancellable {
            let observe = { (state: SplatTrainingState) in Self.observe(state, picture) }
            if path == CaptureArguments.demo {
                return try work.run(OpenedCapture(DemoCapture().capture), progress: reporter, observe: observe)
            }
            try FileRoles.checkCapture(path)
            return try work.run(URL(fileURLWithPath: path), progress: reporter, observe: observe)
        }
        let report = SplatReport(result, output: target)
        try out.print(report, report.text)
    }

    /// Tells the quality on the images that were held out, and writes the picture.
    private static func observe(_ state: SplatTrainingState, _ picture: URL?) {
        if let quality = state.heldOut, state.iteration < state.iterations {
            Terminal.line(
                "step \(state.iteration): \(state.splats) splats, "
                    + String(format: "%.2f dB on %d held-out images", quality.psnr, quality.images))
        }
        guard let picture, let image = state.preview else { return }
        do {
            let isPNG = picture.pathExtension.lowercased() == "png"
            try AtomicFile.write(isPNG ? PNG.encode(image) : JPEG.encode(image, quality: 90), to: picture)
        } catch {
            Terminal.line("warning: \(Terminal.oneLine(error))")
        }
    }
}

/// What `splat` prints.
struct SplatReport: Encodable {
    var capture: String
    var splats: Int
    var iterations: Int
    var seconds: Double
    var cpuSeconds: Double
    /// "cpu" or "vulkan", and the Vulkan device's name.
    var device: SplatDevice
    var deviceName: String?
    /// Nil where no image was held out.
    var heldOut: HeldOutQuality?
    /// Nil where the capture had depth.
    var images: ImagesReport?
    /// "known" or "unknown": whether lengths are metres.
    var scale: String
    var notes: [String]
    var output: String

    private enum CodingKeys: String, CodingKey {
        case capture, splats, iterations, seconds, images, scale, notes, output
        case device
        case deviceName = "device_name"
        case cpuSeconds = "cpu_seconds"
        case heldOut = "held_out"
    }

    init(_ result: SplatTraining.Result, output: URL) {
        let training = result.training
        capture = result.format
        splats = training.cloud.count
        iterations = training.iterations
        seconds = training.seconds
        cpuSeconds = training.cpuSeconds
        device = training.device.device
        deviceName = training.device.model
        heldOut = training.heldOut
        images = result.photos.map(ImagesReport.init)
        scale = result.photos?.scale.name ?? "known"
        notes = result.notes
        self.output = output.path
    }

    var text: String {
        let quality = heldOut.map { String(format: ", %.2f dB and SSIM %.3f on %d held-out images", $0.psnr, $0.ssim, $0.images) }
        let first =
            "\(output): \(splats) splats after \(iterations) steps in \(Terminal.duration(seconds))"
            + String(format: " (%.0f CPU s)", cpuSeconds) + (deviceName.map { " on \($0)" } ?? "") + (quality ?? "")
        return ([first] + notes.map { "note: \($0)" }).joined(separator: "\n")
    }
}

/// How many of the photos were used.
struct ImagesReport: Encodable {
    var given: Int
    var registered: Int
    /// Pixels; nil where a model that was given doesn't say.
    var reprojectionError: Double?
    var unregistered: [Unregistered]
    /// What to photograph next.
    var guidance: [String]

    private enum CodingKeys: String, CodingKey {
        case given, registered, unregistered, guidance
        case reprojectionError = "reprojection_error"
    }

    struct Unregistered: Encodable {
        var name: String
        var reason: String
        var explanation: String
    }

    init(_ photos: PhotoSummary) {
        given = photos.given
        registered = photos.registered
        reprojectionError = photos.reprojectionError
        unregistered = photos.unregistered.map {
            Unregistered(name: $0.name, reason: $0.reason.rawValue, explanation: $0.explanation)
        }
        guidance = photos.guidance
    }

    /// With null for an unknown reprojection error, so that the key is always there.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(given, forKey: .given)
        try container.encode(registered, forKey: .registered)
        try container.encode(reprojectionError, forKey: .reprojectionError)
        try container.encode(unregistered, forKey: .unregistered)
        try container.encode(guidance, forKey: .guidance)
    }
}
