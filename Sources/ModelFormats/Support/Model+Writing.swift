import Codecs
import Foundation
import Geometry
import Support

extension Model {
    /// Refuses what no format can hold: no geometry, arrays that do not match, positions that are not finite.
    func checkWritable() throws(FormatError) {
        if positions.isEmpty { throw .unwritable("the model is empty") }
        let flaw: String? =
            switch shape {
            case .mesh(let mesh): mesh.flaw
            case .cloud(let cloud):
                TriangleMesh(positions: cloud.positions, normals: cloud.normals, colors: cloud.colors).flaw
                    ?? cloud.attributes.first { $0.values.count != cloud.positions.count }.map {
                        "its attribute \(Text.quote($0.name)) has \($0.values.count) values for \(cloud.positions.count) points"
                    }
            case .splats(let splats): splats.flaw
            }
        if let flaw { throw .unwritable("the model is damaged: \(flaw)") }
    }

    /// The model for formats that hold no splats: their centres as points.
    func withoutSplats(_ format: String, _ losses: inout [Loss]) -> Model {
        guard let splats else { return self }
        losses.append(Loss(.shape, "\(format) can't store Gaussian splats; only their centres are written, as points."))
        if splats.degree > 0 { losses.append(Loss(.harmonics, "View-dependent colours are omitted.")) }
        return with(.cloud(splats.centres))
    }

    /// The loss of a format whose coordinates are floats: map coordinates would lose their millimetres, so the origin is left out.
    func originLoss(_ format: String) -> Loss? {
        if origin == .zero { return nil }
        let place = (0..<3).map { "\(origin[$0])" }.joined(separator: ", ")
        return Loss(
            .precision,
            "\(format) can't store doubles; the model was written near the origin, translated by (\(place)) metres, y up.")
    }

    /// The mesh, for formats that hold nothing else.
    func meshOnly(_ format: String) throws(FormatError) -> TriangleMesh {
        guard let mesh, mesh.triangleCount > 0 else {
            throw .unwritable(
                "\(format) stores only triangles, and the model is a point cloud of \(positions.count) points; write ply or glb")
        }
        return mesh
    }
}

extension AtomicFile {
    /// The initialiser for code that throws only `FormatError`.
    static func begin(_ url: URL) throws(FormatError) -> AtomicFile {
        do throws(FileError) { return try AtomicFile(url) } catch { throw FormatError(error) }
    }

    /// `commit` for code that throws only `FormatError`.
    static func end(_ file: consuming AtomicFile) throws(FormatError) {
        do throws(FileError) { try file.commit() } catch { throw FormatError(error) }
    }
}
