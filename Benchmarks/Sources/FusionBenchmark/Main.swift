import BenchmarkSupport
import Foundation
import Geometry
import Meshes
import ModelFormats
import Reconstruction

/// Diorama's side of the fusion benchmark; `run.sh` runs it alternately with the peer.
@main
enum Main {
    static let usage = """
        usage: FusionBenchmark pack CAPTURE|demo FILE [FRAMES]              write decoded frames for every program
               FusionBenchmark fuse FILE VOXEL MAXIMUM_DEPTH MESH.ply      fuse them; one JSON line
               FusionBenchmark distance MESH MESH VOXEL                   distance of two surfaces; one JSON line
               FusionBenchmark walk FRAMES MEGABYTES                      fuse a long walk with this memory limit for voxels
        """

    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        switch (words.first, words.count) {
        case ("pack", 3...4): try PackedFrames.write(words[1], to: words[2], limit: words.count > 3 ? Int(words[3]) : nil)
        case ("fuse", 5): try fuse(words[1], voxel: number(words[2]), maximumDepth: number(words[3]), mesh: words[4])
        case ("distance", 4): try distance(words[1], words[2], voxel: number(words[3]))
        case ("walk", 3): try walk(frames: Int(number(words[1])), megabytes: Int(number(words[2])))
        default:
            FileHandle.standardError.write(Data((usage + "\n").utf8))
            exit(2)
        }
    }

    private static func number(_ text: String) throws -> Float {
        guard let value = Float(text) else { throw BenchmarkError("'\(text)' is not a number") }
        return value
    }

    private static func fuse(_ file: String, voxel: Float, maximumDepth: Float, mesh: String) throws {
        let frames = try PackedFrames.read(file)
        let options = ReconstructionOptions(voxelSize: voxel, maximumDepth: maximumDepth)
        let volume = TSDFVolume(voxelSize: voxel, truncation: options.truncation)
        let meter = Meter()
        for start in stride(from: 0, to: frames.count, by: Reconstructor.batch) {
            let batch = Array(frames[start..<min(frames.count, start + Reconstructor.batch)])
            try volume.integrate(FusionFrame.prepare(batch, maximumDepth: maximumDepth))
        }
        let fusion = meter.read()
        let extraction = Meter()
        let surface = try SurfaceExtraction(volume, minimumWeight: options.minimumWeight).mesh(progress: .silent)
        let extracted = extraction.read()
        try ModelFile.write(Model(surface), to: URL(fileURLWithPath: mesh))
        try report([
            "who": "diorama", "frames": frames.count, "wall": fusion.wall, "cpu": fusion.cpu, "peak": fusion.peak,
            "base": fusion.base, "extraction_wall": extracted.wall, "triangles": surface.triangleCount, "blocks": volume.blockCount,
        ])
    }

    private static func mesh(_ path: String) throws -> TriangleMesh {
        guard case .mesh(let mesh) = try ModelFile.read(URL(fileURLWithPath: path)).shape else {
            throw BenchmarkError("\(path) holds no mesh")
        }
        return mesh
    }

    private static func distance(_ a: String, _ b: String, voxel: Float) throws {
        // Compares only where both have surface; the shares say how much of each that is.
        let reach = 4 * voxel
        let first = try mesh(a)
        let second = try mesh(b)
        let there = SurfaceDistance.distances(from: SurfaceDistance.points(on: first, spacing: 0.02), to: BVH(second))
        let back = SurfaceDistance.distances(from: SurfaceDistance.points(on: second, spacing: 0.02), to: BVH(first))
        func mean(_ d: [Float]) -> Double {
            let near = d.filter { $0 <= reach }
            return near.reduce(0) { $0 + Double($1) } / Double(max(1, near.count))
        }
        func share(_ d: [Float]) -> Double { Double(d.count { $0 <= reach }) / Double(max(1, d.count)) }
        try report([
            "mean_there": mean(there), "mean_back": mean(back), "shared_there": share(there), "shared_back": share(back),
        ])
    }

    private static func walk(frames: Int, megabytes: Int) throws {
        let corridor = Corridor()
        let volume = TSDFVolume(voxelSize: 0.01, truncation: 0.04, memoryLimit: megabytes << 20)
        let meter = Meter()
        for start in stride(from: 0, to: frames, by: Reconstructor.batch) {
            let batch = (start..<min(frames, start + Reconstructor.batch)).map(corridor.frame)
            try volume.integrate(FusionFrame.prepare(batch, maximumDepth: 4))
        }
        let fusion = meter.read()
        try report([
            "frames": frames, "wall": fusion.wall, "cpu": fusion.cpu, "peak": fusion.peak, "blocks": volume.blockCount,
            "block_bytes": volume.blockBytes, "resident_bytes": volume.residentBytes,
        ])
    }

    private static func report(_ values: [String: Any]) throws {
        print(String(decoding: try JSONSerialization.data(withJSONObject: values, options: [.sortedKeys]), as: UTF8.self))
    }
}

struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
    init(_ text: String) { description = text }
}
