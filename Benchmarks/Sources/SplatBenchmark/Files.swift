import Foundation
import Geometry
import ModelFormats
import Splats

/// Model files.
enum Files {
    static func points(_ path: String) throws -> PointCloud? { try ModelFile.read(URL(fileURLWithPath: path)).cloud }

    static func splats(_ path: String) throws -> SplatCloud? { try ModelFile.read(URL(fileURLWithPath: path)).splats }

    /// With z up, as nerfstudio's captures and their tools have it.
    static func write(_ cloud: SplatCloud, to path: String) throws {
        try ModelFile.write(Model(cloud), to: URL(fileURLWithPath: path), options: WriteOptions(up: .z))
    }
}
