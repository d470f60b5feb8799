import ArgumentParser
import Foundation
import Images
import Photogrammetry
import Spaces
import Support

struct MarkersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "markers",
        abstract: "Write a page of markers to print: photos that show one get their scale from it.",
        discussion: """
            Print at 100 %, measure a printed marker, lay the page flat into the scene, and give the measured side to
            'reconstruct', 'splat', 'import' or 'open' with --scale-marker.

            EXAMPLE
              diorama markers --output markers.pdf
            """)

    @Option(name: .shortAndLong, help: "The file to write: pdf, svg or png.")
    var output: String

    @Option(
        parsing: .number, help: ArgumentHelp("The side of a marker: metres, or with a unit. Default: 0.12.", valueName: "length"),
        transform: Numbers.length)
    var side: Double = 0.12

    @Option(parsing: .number, help: ArgumentHelp("Number of markers on the page.", valueName: "n"))
    var count = 1

    @Option(help: "Paper: a4 or letter.")
    var paper: PhotoMarkers.Paper = .a4

    @OptionGroup var out: OutputOptions

    func run() throws {
        let target = URL(fileURLWithPath: output)
        let page = try PhotoMarkers(paper: paper, side: side, count: count)
        try TargetFile.checkFolder(of: target)
        let bytes: [UInt8] =
            switch target.pathExtension.lowercased() {
            case "pdf": page.pdf()
            case "svg": Array(page.svg().utf8)
            case "png": try PNG.encode(page.image())
            default: throw CommandFailure("\(output): markers are written as pdf, svg or png; choose one of these extensions")
            }
        try AtomicFile.write(bytes, to: target)
        try out.print(
            Written(output: target.path, markers: page.markers.count, side: side),
            "\(target.path): \(page.markers.count) markers of \(Int((side * 1000).rounded())) mm; measure one after printing")
    }

    private struct Written: Encodable {
        var output: String
        var markers: Int
        /// Metres.
        var side: Double
    }
}

extension PhotoMarkers.Paper: ExpressibleByArgument {}
