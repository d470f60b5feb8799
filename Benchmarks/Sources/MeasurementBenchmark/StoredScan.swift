import Capture
import Foundation
import Geometry
import Measurement
import Meshes
import Reconstruction
import Support
import SyntheticScenes

/// A reconstructed demo capture beside its truth, kept in a file: surface, path and noise model.
struct StoredScan {
    var mesh = TriangleMesh()
    var poses: [RigidTransform] = []
    var truth = TriangleMesh()
    var truePoses: [RigidTransform] = []
    var noise: NoiseModel
    var seed: UInt64

    private static func path(_ folder: String, _ seed: UInt64) -> String { "\(folder)/seed-\(seed)" }

    /// Reconstructs a seed, unless it is there already.
    static func make(folder: String, seed: UInt64, voxel: Float, frames: Int) throws {
        let path = path(folder, seed)
        guard !FileManager.default.fileExists(atPath: path + ".json") else { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // All errors of a phone: noise, drift of up to 5 cm, a calibration of the depths that is off by some tenths of a per cent,
        // frames that were dropped.
        var random = SplitMix64(seed: seed ^ 0xca11b)
        let drift = Float(0.01 + 0.04 * random.unit())
        let scale = 1 + 0.004 * random.normal()
        let demo = DemoCapture(seed: seed, driftMetres: drift, droppedFrames: true, frameCount: frames, depthScale: scale)
        var options = ReconstructionOptions(voxelSize: voxel)
        // The truth is in the demo's own frame.
        options.levels = false
        let result = try Reconstructor.run(demo.capture, options: options)
        guard result.path.poses.count == demo.truePoses.count, !result.path.poses.contains(nil) else {
            return print("seed \(seed): frames were left out; it does not count")
        }
        var data = Data()
        func put<T>(_ v: [T]) {
            withUnsafeBytes(of: UInt64(v.count)) { data.append(contentsOf: $0) }
            v.withUnsafeBytes { data.append(contentsOf: $0) }
        }
        func put(_ mesh: TriangleMesh, _ poses: [RigidTransform]) {
            put(mesh.positions.flatMap { [$0.x, $0.y, $0.z] })
            put(mesh.indices)
            put(
                poses.flatMap { p in
                    let r = p.rotation.vector
                    let t = p.translation
                    return [r.x, r.y, r.z, r.w, t.x, t.y, t.z]
                })
        }
        put(result.mesh, result.path.poses.compactMap { $0 })
        put(demo.groundTruth, demo.truePoses)
        try data.write(to: URL(fileURLWithPath: path + ".bin"))
        try NoiseModel(result, options: options).json().write(to: URL(fileURLWithPath: path + ".json"))
        print("seed \(seed): \(result.mesh.triangleCount) triangles, path \(result.path.source.rawValue)")
    }

    /// nil where the seed was not scanned.
    init?(folder: String, seed: UInt64) throws {
        let path = Self.path(folder, seed)
        guard FileManager.default.fileExists(atPath: path + ".json") else { return nil }
        noise = try NoiseModel(json: try Data(contentsOf: URL(fileURLWithPath: path + ".json")))
        // The numbers on trial are the library's, not those of the day of the scan.
        noise.sensor = .phone
        noise.drift = .phone
        noise.surface = .fused
        noise = noise.calibrated
        // For finding out what each kind of evidence adds: WITHOUT=variants,stability,scale.
        let without = Set((ProcessInfo.processInfo.environment["WITHOUT"] ?? "").split(separator: ",").map(String.init))
        if without.contains("scale") { noise.scale = NoiseModel.Scale() }
        let seen = noise.observations
        noise.observations = ScanObservations(
            stations: seen.stations, places: seen.places, variants: without.contains("variants") ? [] : seen.variants,
            stability: without.contains("stability") ? [:] : seen.stability)
        self.seed = seed
        let data = try Data(contentsOf: URL(fileURLWithPath: path + ".bin"))
        var at = 0
        func take<T>(_ one: T.Type) -> [T] {
            data.withUnsafeBytes { bytes in
                let n = Int(bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
                let size = MemoryLayout<T>.size
                defer { at += 8 + n * size }
                return (0..<n).map { bytes.loadUnaligned(fromByteOffset: at + 8 + $0 * size, as: T.self) }
            }
        }
        func takeAll() -> (TriangleMesh, [RigidTransform]) {
            var mesh = TriangleMesh()
            let p = take(Float.self)
            mesh.positions = (0..<p.count / 3).map { Vector3(p[3 * $0], p[3 * $0 + 1], p[3 * $0 + 2]) }
            mesh.indices = take(UInt32.self)
            let q = take(Float.self)
            let poses = (0..<q.count / 7).map { i in
                RigidTransform(
                    rotation: Quaternion(q[7 * i], q[7 * i + 1], q[7 * i + 2], q[7 * i + 3]),
                    translation: Vector3(q[7 * i + 4], q[7 * i + 5], q[7 * i + 6]))
            }
            return (mesh, poses)
        }
        (mesh, poses) = takeAll()
        (truth, truePoses) = takeAll()
        // What simplification before texturing does to measurements: SIMPLIFY=0.1, in voxels.
        if let error = ProcessInfo.processInfo.environment["SIMPLIFY"].flatMap(Float.init) {
            mesh.computeNormals()
            mesh = try Simplification.simplify(
                mesh, toTriangles: ReconstructionOptions.minimumTexturedTriangles,
                options: .init(maximumError: error * Float(noise.voxelSize))
            ).mesh
        }
    }
}
