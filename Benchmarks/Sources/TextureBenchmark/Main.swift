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
               TextureBenchmark psnr CAPTURE POSES [IMAGES]                texture against vertex colours on held-out frames
               TextureBenchmark product CAPTURE POSES ERRORS [IMAGES]
                                                                           what people get, simplified before texturing by each
                                                                           of the errors in voxels, such as 0,0.25,0.5
               TextureBenchmark export CAPTURE POSES FOLDER                mesh, images and cameras for other programs, without
                                                                           the held-out frames, and our texture (ours.obj)
               TextureBenchmark score CAPTURE POSES FOLDER MODEL… [images=PREFIX]
                                                                           textured models of the exported mesh on held-out frames
        POSES: none (as recorded) or automatic (refined). Every 12th frame is held out, from frame 6 on; automatic:0 begins at 0.
        """

    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        switch (words.first, words.count) {
        case ("unwrap", 3...4): try unwrap(words[1], size: Int(words[2]) ?? 4096, density: words.count > 3 ? Float(words[3]) : nil)
        case ("texture", 4): try texture(words[1], words[2], to: words[3])
        case ("psnr", 3...4): try HeldOut.compare(heldOut(words), images: words.count > 3 ? words[3] : nil)
        case ("product", 4...5):
            let errors = words[3].split(separator: ",").compactMap { Float($0) }
            guard !errors.isEmpty else { throw BenchmarkError("\(words[3]): give errors such as 0,0.25") }
            try HeldOut.product(heldOut(words), errors: errors, images: words.count > 4 ? words[4] : nil)
        case ("export", 4): try PeerTextures.export(heldOut(words), to: URL(fileURLWithPath: words[3]))
        case ("score", 5...):
            let images = words.dropFirst(4).first { $0.hasPrefix("images=") }
            try PeerTextures.score(
                heldOut(words), folder: URL(fileURLWithPath: words[3]), models: words.dropFirst(4).filter { $0 != images },
                images: images.map { String($0.dropFirst("images=".count)) })
        default:
            FileHandle.standardError.write(Data((usage + "\n").utf8))
            exit(2)
        }
    }

    /// Of `COMMAND CAPTURE POSES`, where POSES is `none` or `automatic`, perhaps with `:OFFSET`.
    private static func heldOut(_ words: [String]) throws -> HeldOutFrames {
        let parts = words[2].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, let method = PoseOptions.Method(rawValue: parts[0]),
            let offset = Int(parts.count > 1 ? parts[1] : "6")
        else { throw BenchmarkError("\(words[2]): give none or automatic, or automatic:0 for another first held-out frame") }
        return try HeldOutFrames(open(words[1]), poses: method, offset: offset)
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
