import ArgumentParser
import Foundation
import Spaces
import Splats

/// How splats are trained.
struct SplatArguments: ParsableArguments {
    @Option(parsing: .number, help: ArgumentHelp("Steps of the training.", valueName: "n"))
    var iterations = SplatTrainingOptions.usual.iterations

    @Option(parsing: .number, help: ArgumentHelp("At most as many splats.", valueName: "n"))
    var maxSplats = SplatTrainingOptions.usual.maximumSplats

    @Option(
        parsing: .number,
        help: ArgumentHelp("Every n-th image is not trained on but measured with; 0 trains on all.", valueName: "n"))
    var holdout = SplatTrainingOptions.usual.holdout

    @Option(parsing: .number, help: ArgumentHelp("Longer edge to which images are reduced.", valueName: "pixels"))
    var imageSize = SplatTrainingOptions.usual.imageEdge

    @Option(parsing: .number, help: ArgumentHelp("Degree of the spherical harmonics, 0 to 3.", valueName: "n"))
    var degree = SplatTrainingOptions.usual.degree

    @Option(parsing: .number, help: ArgumentHelp("The same number gives the same splats.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(parsing: .number, help: ArgumentHelp("Memory that the training may use.", valueName: "megabytes"))
    var memory = SplatTrainingOptions.usual.memoryMegabytes

    @Option(
        help: ArgumentHelp(
            "What draws and differentiates the splats: the processor, a graphics processor through Vulkan, or auto for a graphics "
                + "processor where there is a usable one. The same seed gives slightly different splats on each.",
            valueName: "device"))
    var device = SplatTrainingOptions.usual.device

    func validate() throws {
        // The trainer checks the upper limits, which depend on the images.
        if iterations < 1 { throw ValidationError("--iterations must be 1 or more.") }
        if maxSplats < 1 { throw ValidationError("--max-splats must be 1 or more.") }
        if holdout < 0 || holdout == 1 { throw ValidationError("--holdout must be 0, or 2 or more.") }
        if imageSize < 16 { throw ValidationError("--image-size must be 16 pixels or more.") }
        if !(0...3).contains(degree) { throw ValidationError("--degree must be 0, 1, 2 or 3.") }
        if memory < 64 { throw ValidationError("--memory must be 64 megabytes or more.") }
    }

    var options: SplatTrainingOptions {
        var options = SplatTrainingOptions.usual
        options.iterations = iterations
        options.maximumSplats = maxSplats
        options.holdout = holdout
        options.imageEdge = imageSize
        options.seed = seed
        options.degree = degree
        options.memoryMegabytes = memory
        options.device = device
        return options
    }
}

extension SplatDevice: ExpressibleByArgument {}
