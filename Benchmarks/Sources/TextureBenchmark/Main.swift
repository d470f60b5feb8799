import BenchmarkSupport
import Capture
import Foundation
import Geometry
import Meshes
import ModelFormats
import Reconstruction

/// Our unwrapping and texturing, measured; `run.sh` calls it by turns with the peer.
@main
enum Main {
    static let usage = """
        usage: TextureBenchmark unwrap MESH SIZE [TEXELS_PER_METRE]         one JSON line
               TextureBenchmark texture MESH CAPTURE MODEL                 writes the textured model; one JSON line
               TextureBenchmark psnr CAPTURE none|automatic [PICTURES]     texture against vertex colours on held-out frames;
                                                                           none: recorded poses, automatic: refined
               TextureBenchmark product CAPTURE none|automatic ERRORS [PICTURES]
                                                                           what people get, simplified before texturing by each
                                                                           of the errors in voxels, such as 0,0.25,0.5
        """

    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        switch (words.first, words.count) {
        case ("unwrap", 3...4): try unwrap(words[1], size: Int(words[2]) ?? 4096, density: words.count > 3 ? Float(words[3]) : nil)
        case ("texture", 4): try texture(words[1], words[2], to: words[3])
        case ("psnr", 3...4):
            guard let method = PoseOptions.Method(rawValue: words[2]) else {
                throw BenchmarkError("\(words[2]): none or automatic")
            }
            try HeldOut.compare(open(words[1]), poses: method, pictures: words.count > 3 ? words[3] : nil)
        case ("product", 4...5):
            let errors = words[3].split(separator: ",").compactMap { Float($0) }
            guard let method = PoseOptions.Method(rawValue: words[2]), !errors.isEmpty else {
                throw BenchmarkError("give none or automatic, and errors such as 0,0.25")
            }
            try HeldOut.product(open(words[1]), poses: method, errors: errors, pictures: words.count > 4 ? words[4] : nil)
        default:
            FileHandle.standardError.write(Data((usage + "\n").utf8))
            exit(2)
        }
    }

    private static func open(_ path: String) throws -> Capture { try Capture.open(URL(fileURLWithPath: path)) }

    private static func texture(_ path: String, _ capture: String, to target: String) throws {
        let mesh = try mesh(path)
        let capture = try open(capture)
        let wall = ContinuousClock.now
        let cpu = Meter.cpuSeconds()
        let result = try Texturing.texture(mesh, capture: capture)
        let measured = ((ContinuousClock.now - wall) / .seconds(1), Meter.cpuSeconds() - cpu)
        try ModelFile.write(Model(result.mesh, texture: result.atlas), to: URL(fileURLWithPath: target))
        try Report.print([
            "triangles": mesh.triangleCount, "wall": measured.0, "cpu": measured.1, "width": result.atlas.width,
            "height": result.atlas.height, "charts": result.chartCount, "views": result.views, "coverage": result.coverage,
            "utilisation": result.utilisation, "texels_per_metre": result.texelsPerMetre, "notes": result.notes,
        ])
    }

    private static func mesh(_ path: String) throws -> TriangleMesh {
        guard let mesh = try ModelFile.read(URL(fileURLWithPath: path)).mesh else { throw BenchmarkError("\(path) holds no mesh") }
        return mesh
    }

    private static func unwrap(_ path: String, size: Int, density: Float?) throws {
        let mesh = try mesh(path)
        let wall = ContinuousClock.now
        let cpu = Meter.cpuSeconds()
        let atlas = try UVAtlas.unwrap(mesh, options: UVAtlas.Options(texelsPerMetre: density, maximumSize: size))
        try Report.print([
            "who": "diorama", "triangles": mesh.triangleCount, "wall": (ContinuousClock.now - wall) / .seconds(1),
            "cpu": Meter.cpuSeconds() - cpu, "width": atlas.width, "height": atlas.height, "charts": atlas.chartCount,
            "utilisation": atlas.utilisation, "texels_per_metre": atlas.texelsPerMetre, "vertices": atlas.mesh.positions.count,
        ])
    }
}
