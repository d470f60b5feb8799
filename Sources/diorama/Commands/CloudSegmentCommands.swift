import PointClouds
import ArgumentParser
import Geometry
import Reconstruction

struct CloudPlanesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "planes",
        abstract: "Find the largest planes: floor, walls, table tops.",
        discussion: """
            Writes the cloud with a colour for each plane and grey for the rest, or each plane to a file of its own.

            EXAMPLE
              diorama cloud planes room.ply --distance 0.02 --most 6 --split --output plane.ply
            """)

    @OptionGroup var files: CloudFiles

    @Option(help: ArgumentHelp("How far from a plane its points may lie.", valueName: "metres"))
    var distance: Float = 0.02

    @Option(help: "How many planes at most.")
    var most: Int = 10

    @Option(help: "The fewest points of a plane.")
    var minimum: Int = 100

    @Flag(help: "Write each plane to a file of its own: plane-1.ply, plane-2.ply, …")
    var split = false

    @OptionGroup var out: OutputOptions

    func run() async throws {
        let (distance, most, minimum, split) = (distance, most, minimum, split)
        let report = try await CloudWork.run(files) { cloud, progress in
            let planes = try PlaneSegmentation.all(cloud, distance: distance, most: most, minimum: minimum, progress: progress)
            guard !planes.isEmpty else {
                throw CommandFailure("no plane with \(minimum) points within \(distance) m was found; try a larger --distance")
            }
            return CloudResult(
                cloud, pieces: CloudWork.parts(cloud, planes.map { $0.points }, split: split),
                parts: planes.map { CloudReport.Part(points: $0.points.count, normal: $0.plane.normal, offset: $0.plane.offset) })
        }
        try out.print(report, report.text)
    }
}

struct CloudClustersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clusters",
        abstract: "Find groups of points that hang together.",
        discussion: """
            Writes the cloud with a colour for each cluster and grey for the rest, or each cluster to a file of its own.

            EXAMPLE
              diorama cloud clusters table.ply --eps 0.03 --minimum 10 --split --output thing.ply
            """)

    @OptionGroup var files: CloudFiles

    @Option(help: ArgumentHelp("How near points of one cluster lie to each other.", valueName: "metres"))
    var eps: Float

    @Option(help: "How many points within that distance make a dense place, the point itself being one.")
    var minimum: Int = 10

    @Flag(help: "Write each cluster to a file of its own: thing-1.ply, thing-2.ply, … (a thousand at most).")
    var split = false

    @OptionGroup var out: OutputOptions

    func run() async throws {
        let (eps, minimum, split) = (eps, minimum, split)
        let report = try await CloudWork.run(files) { cloud, progress in
            let labels = try Clustering.dbscan(cloud, reach: eps, minimum: minimum, progress: progress)
            var clusters = [[Int]](repeating: [], count: (labels.max() ?? -1) + 1)
            for (i, label) in labels.enumerated() where label >= 0 { clusters[label].append(i) }
            guard !clusters.isEmpty else {
                throw CommandFailure("no place has \(minimum) points within \(eps) m; try a larger --eps")
            }
            if split && clusters.count > 1000 {
                throw CommandFailure("there are \(clusters.count) clusters, too many for files of their own; try a larger --eps")
            }
            return CloudResult(
                cloud, pieces: CloudWork.parts(cloud, clusters, split: split),
                parts: clusters.map { CloudReport.Part(points: $0.count) })
        }
        try out.print(report, report.text)
    }
}
