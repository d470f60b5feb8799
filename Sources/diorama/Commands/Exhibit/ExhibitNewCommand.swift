import ArgumentParser
import Exhibits
import Foundation
import Spaces

extension ExhibitCommand {
    struct New: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a package from model files.",
            discussion: """
                Each model is written as GLB and as USDZ in real and in table scale, with an image. Complete exhibit.json in a text
                editor, or import the package and complete it in the browser.

                EXAMPLES
                  diorama exhibit new tools/ --title "My tools"
                  diorama exhibit new boats/ --title Boats --model boat.glb --size 19
                """)

        @Argument(help: ArgumentHelp("The folder to make.", valueName: "folder"))
        var folder: String

        @Option(help: "The title of the exhibit.")
        var title: String

        @Option(help: ArgumentHelp("A model file in any readable format; can be given several times.", valueName: "file"))
        var model: [String] = []

        @Option(
            parsing: .number,
            help: ArgumentHelp(
                "How long the models are along --axis, in metres. Default: the unit of each file.", valueName: "metres"))
        var size: Double?

        @Option(help: ArgumentHelp("The axis of --size: x (width), y (height), z (depth) or longest.", valueName: "axis"))
        var axis = "longest"

        @OptionGroup var out: OutputOptions

        func validate() throws {
            guard axis == "longest" || ExhibitModelDraft.Axis(rawValue: axis) != nil else {
                throw ValidationError("--axis must be x, y, z or longest.")
            }
            if let size, !(size > 0 && size <= 100_000) {
                throw ValidationError("--size must be above 0 and at most 100000 metres.")
            }
            if size != nil, model.isEmpty { throw ValidationError("--size needs --model.") }
        }

        private struct Report: Encodable {
            var output: String
            var models: Int
        }

        func run() async throws {
            let size = size.map { ExhibitModelDraft.Size(metres: $0, axis: ExhibitModelDraft.Axis(rawValue: axis)) }
            let drafts = model.map { path in
                let file = URL(fileURLWithPath: path)
                return ExhibitModelDraft(source: file, name: file.deletingPathExtension().lastPathComponent, size: size)
            }
            let new = NewPackage(title: title, models: drafts)
            let target = URL(fileURLWithPath: folder)
            let package = try await cancellable { try new.write(to: target, progress: Terminal.progress()) }
            try out.print(
                Report(output: target.path, models: package.exhibit.models.count),
                "wrote \(folder) with \(package.exhibit.models.count) models; complete exhibit.json, then "
                    + "'diorama exhibit check' and 'diorama exhibit import'")
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check a package: its document, and all files that it names.",
            discussion: """
                Prints all problems and warnings. Exit code 1 where there are problems; such a package can't be imported.

                EXAMPLES
                  diorama exhibit check shelf/
                """)

        @Argument(help: ArgumentHelp("The package: a folder with exhibit.json, or a zip archive of it.", valueName: "package"))
        var package: String

        @OptionGroup var out: OutputOptions

        private struct Report: Encodable {
            struct Line: Encodable {
                var location: String
                var problem: String
                var remedy: String?

                init(_ problem: ExhibitProblem) {
                    location = problem.location
                    self.problem = problem.problem
                    remedy = problem.remedy
                }
            }

            struct Model: Encodable {
                var id: String
                var triangles: Int
                /// Metres.
                var size: [Double]
                var parts: Int
            }

            var valid: Bool
            var problems: [Line]
            var warnings: [Line]
            var models: [Model]
        }

        func run() async throws {
            let path = package
            let found = try await cancellable {
                try await PackageArgument(path).read { try $0.check(progress: Terminal.progress()) }
            }
            let report = Report(
                valid: found.isValid, problems: found.problems.map(Report.Line.init),
                warnings: found.warnings.map(Report.Line.init),
                models: found.models.map {
                    .init(
                        id: $0.id, triangles: $0.triangleCount, size: [$0.size.x, $0.size.y, $0.size.z], parts: $0.partCount)
                })
            var lines = found.problems.map { "problem: \($0)" } + found.warnings.map { "warning: \($0)" }
            lines += found.models.map {
                let size = [$0.size.x, $0.size.y, $0.size.z].map { String(format: "%.3g", $0) }.joined(separator: " × ")
                return "model \($0.id): \($0.triangleCount) triangles, \(size) m, \($0.partCount) parts"
            }
            try out.print(report, (lines + (found.isValid ? ["the package is valid"] : [])).joined(separator: "\n"))
            if let first = found.problems.first {
                let more = found.problems.count - 1
                throw CommandFailure("\(path), \(first)" + (more > 0 ? " (and \(more) more)" : ""))
            }
        }
    }
}
