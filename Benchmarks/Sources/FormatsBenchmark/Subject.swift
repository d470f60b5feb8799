import BenchmarkSupport
import Foundation
import Geometry
import ModelFormats
import Splats

/// What is written and read: a mesh with vertex colours, a coloured cloud, or splats of degree 3. Made up, the same each time.
///
/// The peers get the same numbers as bare arrays, a file each.
enum Subject: String, CaseIterable {
    case mesh
    case cloud
    case splats

    func model() -> Model {
        switch self {
        case .mesh: Model(Scene.mesh(side: 708))
        case .cloud: Model(Scene.cloud(columns: 2500, rows: 2000))
        case .splats: Model(Scene.splats(400_000))
        }
    }

    /// A little one of the same kind, which loads code and tables before anything is measured.
    func small() -> Model {
        switch self {
        case .mesh: Model(Scene.mesh(side: 20))
        case .cloud: Model(Scene.cloud(columns: 20, rows: 20))
        case .splats: Model(Scene.splats(400))
        }
    }

    // MARK: Bare arrays

    func write(to folder: URL) throws {
        let model = model()
        func put<T>(_ name: String, _ values: [T]) throws {
            try values.withUnsafeBytes { try Data($0).write(to: folder.appendingPathComponent("\(rawValue)-\(name)")) }
        }
        try put("positions.f32", model.positions.flatMap { [$0.x, $0.y, $0.z] })
        if let splats = model.splats {
            try put("rotations.f32", splats.rotations.map(\.vector).flatMap { [$0.w, $0.x, $0.y, $0.z] })
            try put("scales.f32", splats.scales.flatMap { [$0.x, $0.y, $0.z] })
            try put("opacities.f32", splats.opacities)
            try put("harmonics.f32", splats.harmonics)
        } else {
            try put("codes.u8", model.colors.flatMap { [SRGB.code($0.x), SRGB.code($0.y), SRGB.code($0.z)] })
            try put("indices.u32", model.mesh?.indices ?? [])
        }
    }
}

extension Model {
    /// Bytes of its arrays.
    var memory: Int {
        let vectors = (positions.count + normals.count) * MemoryLayout<Vector3>.stride
        switch shape {
        case .mesh(let mesh): return vectors + mesh.colors.count * MemoryLayout<Vector3>.stride + mesh.indices.count * 4
        case .cloud(let cloud): return vectors + cloud.colors.count * MemoryLayout<Vector3>.stride
        case .splats(let splats):
            return vectors + splats.count * (MemoryLayout<Vector3>.stride + MemoryLayout<Quaternion>.stride + 4)
                + splats.harmonics.count * 4
        }
    }
}
