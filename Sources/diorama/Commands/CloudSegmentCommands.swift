import ArgumentParser
import Spaces

struct CloudPlanesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "planes",
        abstract: "Find the largest planes: floor, walls, table tops.",
        discussion: """
            Writes the cloud with a colour per plane and grey for the rest, or each plane to a file of its own.

            EXAMPLE
              diorama cloud planes room.ply --distance 0.02 --most 6 --split --output plane.ply
            """)

    @OptionGroup var files: CloudFiles

    @Option(parsing: .number, help: ArgumentHelp("Maximum distance of a point from its plane.", valueName: "metres"))
    var distance: Float = 0.02

    @Option(parsing: .number, help: ArgumentHelp("Maximum number of planes.", valueName: "number"))
    var most: Int = 10

    @Option(parsing: .number, help: ArgumentHelp("Minimum number of points of a plane.", valueName: "number"))
    var minimum: Int = 100

    @Flag(help: "Write each plane to a file of its own: plane-1.ply, plane-2.ply, …")
    var split = false

    @OptionGroup var out: OutputOptions

    func run() async throws {
        try await files.run(
            .planes(distance: distance, limit: most, minimum: minimum, output: split ? .separate : .colored), out: out)
    }
}

struct CloudClustersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clusters",
        abstract: "Find clusters of points (DBSCAN).",
        discussion: """
            Writes the cloud with a colour per cluster and grey for the rest, or each cluster to a file of its own.

            EXAMPLE
              diorama cloud clusters table.ply --eps 0.03 --minimum 10 --split --output thing.ply
            """)

    @OptionGroup var files: CloudFiles

    @Option(parsing: .number, help: ArgumentHelp("Neighbourhood radius.", valueName: "metres"))
    var eps: Float

    @Option(
        parsing: .number,
        help: ArgumentHelp("Minimum number of points within the radius, including the point itself.", valueName: "number"))
    var minimum: Int = 10

    @Flag(help: "Write each cluster to a file of its own: thing-1.ply, thing-2.ply, … (1000 at most).")
    var split = false

    @OptionGroup var out: OutputOptions

    func run() async throws {
        try await files.run(.clusters(radius: eps, minimum: minimum, output: split ? .separate : .colored), out: out)
    }
}
