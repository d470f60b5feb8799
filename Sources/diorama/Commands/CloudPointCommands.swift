import ArgumentParser
import Geometry
import PointClouds
import Spaces

struct CloudDownsampleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "downsample",
        abstract: "Reduce the number of points.",
        discussion: """
            EXAMPLE
              diorama cloud downsample scan.ply --voxel 0.02 --output thin.ply
            """)

    @OptionGroup var files: CloudFiles

    @Option(parsing: .number, help: ArgumentHelp("Keep one mean point per cube of this edge length.", valueName: "metres"))
    var voxel: Float?

    @Option(parsing: .number, help: ArgumentHelp("Keep a subset of points that are at least this far apart.", valueName: "metres"))
    var poisson: Float?

    @OptionGroup var out: OutputOptions

    func validate() throws {
        if (voxel == nil) == (poisson == nil) { throw ValidationError("Give either --voxel or --poisson.") }
        if !((voxel ?? poisson ?? 1) > 0) { throw ValidationError("--voxel and --poisson must be above 0 metres.") }
    }

    func run() async throws {
        let operation: CloudOperation =
            if let voxel { .voxelDownsampling(size: voxel) } else { .poissonDiskDownsampling(spacing: poisson ?? 1) }
        try await files.run(operation, out: out)
    }
}

struct CloudOutliersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outliers",
        abstract: "Remove outliers.",
        discussion: """
            Without --radius, removes points whose mean distance from their nearest neighbours is unusually large; with --radius,
            points that have too few neighbours within it.

            EXAMPLES
              diorama cloud outliers scan.ply --neighbours 20 --ratio 2 --output clean.ply
              diorama cloud outliers scan.ply --radius 0.05 --minimum 8 --output clean.ply
            """)

    @OptionGroup var files: CloudFiles

    @Option(parsing: .number, help: "Number of nearest points, including the point itself.")
    var neighbours: Int = 20

    @Option(parsing: .number, help: "Threshold in standard deviations above the mean distance.")
    var ratio: Float = 2

    @Option(parsing: .number, help: ArgumentHelp("Count the points within this distance instead.", valueName: "metres"))
    var radius: Float?

    @Option(parsing: .number, help: "Minimum number of points within the radius, including the point itself.")
    var minimum: Int = 8

    @OptionGroup var out: OutputOptions

    func run() async throws {
        let operation: CloudOperation =
            if let radius {
                .radiusOutliers(radius: radius, minimum: minimum)
            } else {
                .statisticalOutliers(neighbours: neighbours, ratio: ratio)
            }
        try await files.run(operation, out: out)
    }
}

struct CloudNormalsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "normals",
        abstract: "Estimate normals.",
        discussion: """
            EXAMPLE
              diorama cloud normals scan.ply --k 30 --viewpoint 0,1.5,0 --output scan-normals.ply
            """)

    @OptionGroup var files: CloudFiles

    @Option(parsing: .number, help: "Number of nearest points to fit a normal to.")
    var k: Int = 30

    @Option(parsing: .number, help: ArgumentHelp("Use only neighbours within this distance.", valueName: "metres"))
    var radius: Float?

    @Option(
        parsing: .number,
        help: ArgumentHelp(
            "Orient all normals towards this point; by default, consistently with their neighbours.", valueName: "x,y,z"),
        transform: Numbers.position)
    var viewpoint: Vector3?

    @Flag(help: "Orient all normals upwards.")
    var up = false

    @OptionGroup var out: OutputOptions

    func validate() throws {
        if viewpoint != nil && up { throw ValidationError("Give either --viewpoint or --up.") }
    }

    func run() async throws {
        let search: NeighbourSearch = radius.map { .nearestWithin(k, $0) } ?? .nearest(k)
        let orientation: Normals.Orientation = viewpoint.map { .towards($0) } ?? (up ? .along(Vector3(0, 1, 0)) : .consistent)
        try await files.run(.normals(search: search, orientation: orientation), out: out)
    }
}
