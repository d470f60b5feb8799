import ArgumentParser
import Foundation
import Splats

/// How splats are trained.
struct SplatArguments: ParsableArguments {
    @Option(parsing: .number, help: ArgumentHelp("Steps of the training.", valueName: "n"))
    var iterations = SplatTrainingOptions().iterations

    @Option(parsing: .number, help: ArgumentHelp("At most as many splats.", valueName: "n"))
    var maxSplats = SplatTrainingOptions().maximumSplats

    @Option(
        parsing: .number,
        help: ArgumentHelp("Every n-th image is not trained on but measured with; 0 trains on all.", valueName: "n"))
    var holdout = SplatTrainingOptions().holdout

    @Option(parsing: .number, help: ArgumentHelp("Longer edge to which images are reduced.", valueName: "pixels"))
    var imageSize = SplatTrainingOptions().imageEdge

    @Option(parsing: .number, help: ArgumentHelp("Degree of the spherical harmonics, 0 to 3.", valueName: "n"))
    var degree = SplatTrainingOptions().degree

    @Option(parsing: .number, help: ArgumentHelp("The same number gives the same splats.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(parsing: .number, help: ArgumentHelp("Memory that the training may use.", valueName: "megabytes"))
    var memory = SplatTrainingOptions().memoryMegabytes

    func validate() throws {
        do throws(SplatError) { try options.check() } catch { throw ValidationError("\(error).") }
    }

    var options: SplatTrainingOptions {
        var options = SplatTrainingOptions(
            iterations: iterations, maximumSplats: maxSplats, holdout: holdout, imageEdge: imageSize, seed: seed, degree: degree)
        options.memoryMegabytes = memory
        return options
    }
}
