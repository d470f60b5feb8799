import ArgumentParser
import Companions
import Foundation
import Images
import Live
import ModelFormats
import Models
import Support

struct LiveCompanionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "companions",
        abstract: "Write the six companions of live sessions as models with skeletons and animations.",
        discussion: """
            A companion faces +z, stands on y = 0 and has an animation for each action: \
            \(CompanionAction.allCases.map(\.name).joined(separator: ", ")).

            EXAMPLES
              diorama live companions --output companions
              diorama live companions --output companions --format usdz --film
            """)

    @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write into; made if it is missing.", valueName: "folder"))
    var output: String

    @Option(help: ArgumentHelp("glb or usdz. Default: glb.", valueName: "format"))
    var format = "glb"

    @Flag(help: "Also write an image for each action (a film strip), and one of all companions.")
    var film = false

    @OptionGroup var out: OutputOptions

    func validate() throws {
        guard ["glb", "usdz"].contains(format) else { throw ValidationError("--format must be glb or usdz.") }
    }

    func run() async throws {
        let folder = URL(fileURLWithPath: output, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let reporter = Terminal.progress()
        let report = try await cancellable { [format, film] in
            try Self.write(to: folder, format: format, film: film, progress: reporter)
        }
        try out.print(report, report.text)
    }

    private static func write(
        to folder: URL, format: String, film: Bool, progress: ProgressReporter
    ) throws -> CompanionsReport {
        var report = CompanionsReport(companions: [], images: [], notes: [])
        var scenes: [Models.Scene] = []
        let all = CompanionCharacter.all
        for (i, companion) in all.enumerated() {
            try progress.report(Double(i) / Double(all.count), "Writing \(companion.name)")
            let scene = companion.scene()
            let url = folder.appendingPathComponent("\(companion.fileName).\(format)")
            for loss in try SceneFile.write(scene, to: url) where !report.notes.contains(loss.sentence) {
                report.notes.append(loss.sentence)
            }
            let bytes = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int64 ?? 0
            report.companions.append(CompanionsReport.Entry(companion, scene, path: url.path, bytes: bytes))
            scenes.append(scene)
            guard film else { continue }
            for action in CompanionAction.allCases {
                let strip = folder.appendingPathComponent("\(companion.fileName)-\(action.name).png")
                try AtomicFile.write(PNG.encode(FilmStrip.strip(scene, action: action)), to: strip)
                report.images.append(strip.path)
            }
        }
        if film {
            let sheet = folder.appendingPathComponent("companions.png")
            try AtomicFile.write(PNG.encode(FilmStrip.sheet(scenes, action: .wave)), to: sheet)
            report.images.append(sheet.path)
        }
        return report
    }
}

/// What `live companions` prints.
struct CompanionsReport: Encodable {
    struct Entry: Encodable {
        var model: Int
        var name: String
        var path: String
        var bytes: Int64
        var triangles: Int
        var joints: Int
        var height: Double
        /// Metres per second over the floor that match the walk.
        var walkingSpeed: Double
        /// Seconds, by action.
        var durations: [String: Double]

        init(_ companion: CompanionCharacter, _ scene: Models.Scene, path: String, bytes: Int64) {
            model = Int(companion.model.index)
            name = companion.name
            self.path = path
            self.bytes = bytes
            triangles = scene.triangleCount
            joints = scene.skins.first?.joints.count ?? 0
            height = Self.rounded(Double(scene.bounds.max.y))
            walkingSpeed = Self.rounded(Double(companion.walkingSpeed))
            durations = [:]
            for action in CompanionAction.allCases { durations[action.name] = Self.rounded(Double(companion.duration(of: action))) }
        }

        private static func rounded(_ x: Double) -> Double { (x * 1000).rounded() / 1000 }
    }

    var companions: [Entry]
    var images: [String]
    var notes: [String]

    var text: String {
        var lines = companions.map {
            "\($0.path): \($0.name), \($0.triangles) triangles, \($0.joints) joints, \(Terminal.bytes($0.bytes))"
        }
        if !images.isEmpty { lines.append("\(images.count) images") }
        return (lines + notes.map { "note: \($0)" }).joined(separator: "\n")
    }
}
