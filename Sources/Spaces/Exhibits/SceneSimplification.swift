import Geometry
import Meshes
import Models
import Support

/// A scene with fewer triangles that keeps its nodes, materials and textures: for levels of detail.
struct SceneSimplification {
    /// The scene with at most about `count` triangles, shared between its surfaces in proportion. Surfaces with joints, morph
    /// targets or two sets of texture coordinates, and those of fewer than 64 triangles, stay as they are.
    /// - Throws: `SpacesError` of kind `invalidInput` where a surface can't be simplified; `CancellationError`.
    static func simplify(_ scene: Scene, toTriangles count: Int, progress: ProgressReporter = .silent) throws -> Scene {
        var result = scene
        let share = Double(count) / Double(max(1, scene.triangleCount))
        guard share < 1 else { return scene }
        for i in scene.meshes.indices {
            try progress.report(Double(i) / Double(scene.meshes.count), "Simplifying")
            for k in scene.meshes[i].primitives.indices where isSimple(scene.meshes[i].primitives[k]) {
                let old = scene.meshes[i].primitives[k]
                let target = max(32, Int(Double(old.triangleCount) * share))
                result.meshes[i].primitives[k] = try simplified(old, to: target)
            }
        }
        return result
    }

    private static func isSimple(_ primitive: Primitive) -> Bool {
        primitive.topology == .triangles && primitive.triangleCount >= 64 && primitive.joints.isEmpty && primitive.targets.isEmpty
            && primitive.textureCoordinates.count <= 1 && primitive.attributes.isEmpty
    }

    /// Colours are kept without their opacity where all of it is opaque; others stay as they are. Tangents are left to viewers.
    private static func simplified(_ old: Primitive, to count: Int) throws -> Primitive {
        guard old.colors.allSatisfy({ $0.w == 1 }) else { return old }
        let mesh = TriangleMesh(
            positions: old.positions, normals: old.normals, colors: old.colors.map { Vector3($0.x, $0.y, $0.z) },
            textureCoordinates: old.textureCoordinates.first ?? [],
            indices: old.indices.isEmpty ? (0..<UInt32(old.positions.count)).map { $0 } : old.indices)
        let small: TriangleMesh
        do throws(MeshError) { small = try Simplification.simplify(mesh, toTriangles: count).mesh } catch {
            throw SpacesError(.invalidInput, "the model can't be simplified: \(error)")
        }
        var new = Primitive()
        new.material = old.material
        new.positions = small.positions
        new.normals = small.normals
        new.colors = small.colors.map { SIMD4($0, 1) }
        new.textureCoordinates = small.textureCoordinates.isEmpty ? [] : [small.textureCoordinates]
        new.indices = small.indices
        return new
    }
}
