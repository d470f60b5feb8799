import PointClouds
import ArgumentParser
import Geometry
import Reconstruction

struct CloudDownsampleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "downsample",
        abstract: "Make a cloud with fewer points.",
        discussion: """
            EXAMPLE
              diorama cloud downsample scan.ply --voxel 0.02 --output thin.ply
            """)

    @OptionGroup var files: CloudFiles

    @Option(help: ArgumentHelp("One mean point for each cube of this edge length.", valueName: "metres"))
    var voxel: Float?

    @Option(help: ArgumentHelp("Points of the cloud that are at least this far apart.", valueName: "metres"))
    var poisson: Float?

    @OptionGroup var out: OutputOptions

    func validate() throws {
        if (voxel == nil) == (poisson == nil) { throw ValidationError("Give either --voxel or --poisson.") }
        if !((voxel ?? poisson ?? 1) > 0) { throw ValidationError("--voxel and --poisson must be above 0 metres.") }
    }

    func run() async throws {
        let (voxel, poisson) = (voxel, poisson)
        let report = try await CloudWork.run(files) { cloud, progress in
            if let voxel { return CloudResult(try Downsampling.voxel(cloud, size: voxel, progress: progress)) }
            return CloudResult(cloud.selecting(try Downsampling.poissonDisk(cloud, spacing: poisson ?? 1, progress: progress)))
        }
        try out.print(report, report.text)
    }
}

struct CloudOutliersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outliers",
        abstract: "Leave out points that lie apart from the others.",
        discussion: """
            Without --radius a point goes whose mean distance from its neighbours is unusual; with it, a point that has too few within reach.

            EXAMPLES
              diorama cloud outliers scan.ply --neighbours 20 --ratio 2 --output clean.ply
              diorama cloud outliers scan.ply --radius 0.05 --minimum 8 --output clean.ply
            """)

    @OptionGroup var files: CloudFiles

    @Option(help: "How many nearest points are looked at, the point itself being one.")
    var neighbours: Int = 20

    @Option(help: "How many standard deviations above the mean are too many.")
    var ratio: Float = 2

    @Option(help: ArgumentHelp("Count the points within this distance instead.", valueName: "metres"))
    var radius: Float?

    @Option(help: "The fewest points within the radius, the point itself being one.")
    var minimum: Int = 8

    @OptionGroup var out: OutputOptions

    func run() async throws {
        let (neighbours, ratio, radius, minimum) = (neighbours, ratio, radius, minimum)
        let report = try await CloudWork.run(files) { cloud, progress in
            let kept =
                if let radius {
                    try Outliers.radius(cloud, radius: radius, minimum: minimum, progress: progress)
                } else {
                    try Outliers.statistical(cloud, neighbours: neighbours, ratio: ratio, progress: progress)
                }
            return CloudResult(cloud.selecting(kept))
        }
        try out.print(report, report.text)
    }
}

struct CloudNormalsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "normals",
        abstract: "Find the direction that each point faces.",
        discussion: """
            EXAMPLE
              diorama cloud normals scan.ply --k 30 --viewpoint 0,1.5,0 --output scan-normals.ply
            """)

    @OptionGroup var files: CloudFiles

    @Option(help: "How many nearest points the normal is fitted to.")
    var k: Int = 30

    @Option(help: ArgumentHelp("Of those, only points within this distance.", valueName: "metres"))
    var radius: Float?

    @Option(help: ArgumentHelp("Turn all normals to this point; otherwise neighbours are turned alike.", valueName: "x,y,z"))
    var viewpoint: String?

    @Flag(help: "Turn all normals upwards.")
    var up = false

    @OptionGroup var out: OutputOptions

    func validate() throws {
        if viewpoint != nil && eye == nil { throw ValidationError("--viewpoint takes three numbers, such as 0,1.5,0.") }
        if viewpoint != nil && up { throw ValidationError("Give either --viewpoint or --up.") }
    }

    private var eye: Vector3? {
        let numbers = (viewpoint ?? "").split(separator: ",").compactMap { Float($0) }
        return numbers.count == 3 && numbers.allSatisfy(\.isFinite) ? Vector3(numbers[0], numbers[1], numbers[2]) : nil
    }

    func run() async throws {
        let search: NeighbourSearch = radius.map { .nearestWithin(k, $0) } ?? .nearest(k)
        let side: Normals.Orientation = eye.map { .towards($0) } ?? (up ? .along(Vector3(0, 1, 0)) : .consistent)
        let report = try await CloudWork.run(files) { cloud, progress in
            var cloud = cloud
            try Normals.estimate(&cloud, search: search, orientation: side, progress: progress)
            return CloudResult(cloud)
        }
        try out.print(report, report.text)
    }
}
