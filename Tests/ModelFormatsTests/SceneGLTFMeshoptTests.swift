import CMeshOptimizer
import Codecs
import Geometry
import Models
import Testing

/// EXT_meshopt_compression, with content compressed by the library itself.
@Suite struct SceneGLTFMeshoptTests {
    private static let corners: [Vector3] = (0..<21).map { Vector3(Float($0 % 7), Float($0 / 7), 0.5) }
    private static let indices: [UInt32] = (0..<2).flatMap { y in
        (0..<6).flatMap { x -> [UInt32] in
            let a = UInt32(y * 7 + x)
            return [a, a + 1, a + 8, a, a + 8, a + 7]
        }
    }

    /// Compressed bytes of rows of `stride` bytes.
    private static func vertices(_ rows: [UInt8], stride: Int) -> [UInt8] {
        var target = [UInt8](repeating: 0, count: meshopt_encodeVertexBufferBound(rows.count / stride, stride))
        let length = meshopt_encodeVertexBuffer(&target, target.count, rows, rows.count / stride, stride)
        return Array(target.prefix(length))
    }

    private static func triangles(_ indices: [UInt32], vertexCount: Int) -> [UInt8] {
        var target = [UInt8](repeating: 0, count: meshopt_encodeIndexBufferBound(indices.count, vertexCount))
        let length = meshopt_encodeIndexBuffer(&target, target.count, indices, indices.count)
        return Array(target.prefix(length))
    }

    private static func sequence(_ indices: [UInt32], vertexCount: Int) -> [UInt8] {
        var target = [UInt8](repeating: 0, count: meshopt_encodeIndexSequenceBound(indices.count, vertexCount))
        let length = meshopt_encodeIndexSequence(&target, target.count, indices, indices.count)
        return Array(target.prefix(length))
    }

    private struct View {
        var bytes: [UInt8]
        var count: Int
        var stride: Int
        var mode = "ATTRIBUTES"
        var filter = "NONE"
    }

    /// A file of these views, behind a fallback buffer, as gltfpack writes them.
    private static func file(_ views: [View], accessors: String, primitive: String, node: String = "{\"mesh\":0}") -> [UInt8] {
        var data: [UInt8] = []
        var list: [String] = []
        var fallback = 0
        for view in views {
            let length = view.count * view.stride
            let stride = view.mode == "ATTRIBUTES" ? ",\"byteStride\":\(view.stride)" : ""
            list.append(
                """
                {"buffer":1,"byteOffset":\(fallback),"byteLength":\(length)\(stride),"extensions":{"EXT_meshopt_compression":\
                {"buffer":0,"byteOffset":\(data.count),"byteLength":\(view.bytes.count),"byteStride":\(view.stride),\
                "count":\(view.count),"mode":"\(view.mode)","filter":"\(view.filter)"}}}
                """)
            data += view.bytes
            fallback += length
        }
        return glb(
            """
            {"asset":{"version":"2.0"},"extensionsUsed":["EXT_meshopt_compression","KHR_mesh_quantization"],\
            "extensionsRequired":["EXT_meshopt_compression","KHR_mesh_quantization"],"nodes":[\(node)],\
            "meshes":[{"primitives":[\(primitive)]}],"accessors":[\(accessors)],"bufferViews":[\(list.joined(separator: ","))],\
            "buffers":[{"byteLength":\(data.count)},{"byteLength":\(fallback),\
            "extensions":{"EXT_meshopt_compression":{"fallback":true}}}]}
            """, data)
    }

    private static func accessor(_ view: Int, _ type: String, component: Int = 5126, count: Int, normalized: Bool = false) -> String
    {
        "{\"bufferView\":\(view),\"componentType\":\(component),\"count\":\(count),\"type\":\"\(type)\","
            + "\"normalized\":\(normalized)}"
    }

    private static var plain: (positions: View, triangles: View) {
        let rows = corners.flatMap { [$0.x, $0.y, $0.z] }
        return (
            View(bytes: vertices(bytes(rows), stride: 12), count: 21, stride: 12),
            View(bytes: triangles(indices, vertexCount: 21), count: indices.count, stride: 2, mode: "TRIANGLES")
        )
    }

    /// Of each triangle the first corner may be another.
    private static func sorted(_ indices: [UInt32]) -> [[UInt32]] {
        stride(from: 0, to: indices.count, by: 3).map { i in
            let t = Array(indices[i..<i + 3])
            let first = t.firstIndex(of: t.min() ?? 0) ?? 0
            return [t[first], t[(first + 1) % 3], t[(first + 2) % 3]]
        }
    }

    @Test func `Vertices and triangles are decompressed`() throws {
        let plain = Self.plain
        let accessors = Self.accessor(0, "VEC3", count: 21) + "," + Self.accessor(1, "SCALAR", component: 5123, count: 72)
        let scene = try sceneOfGLB(
            Self.file(
                [plain.positions, plain.triangles], accessors: accessors,
                primitive: "{\"attributes\":{\"POSITION\":0},\"indices\":1}"))
        let part = scene.meshes[0].primitives[0]
        #expect(part.positions == Self.corners && Self.sorted(part.indices) == Self.sorted(Self.indices))
        // Models read it, too.
        let model = try read(
            Self.file(
                [plain.positions, plain.triangles], accessors: accessors,
                primitive: "{\"attributes\":{\"POSITION\":0},\"indices\":1}"), "a.glb")
        #expect(model.triangleCount == 24)
    }

    @Test func `Sequences of indices and all filters are decompressed`() throws {
        let directions: [SIMD4<Float>] = (0..<21).map { i in
            let v = Vector3(Float(i) - 10, 3, Float(i % 5) - 2).normalized
            return SIMD4(v.x, v.y, v.z, 1)
        }
        var octahedral = [UInt8](repeating: 0, count: 21 * 8)
        var exponential = [UInt8](repeating: 0, count: 21 * 12)
        var quaternions = [UInt8](repeating: 0, count: 21 * 8)
        let turns = directions.map { v in
            let q = SIMD4(v.x, v.y, v.z, 0.5)
            return q / (q * q).sum().squareRoot()
        }
        directions.withUnsafeBytes { source in
            meshopt_encodeFilterOct(&octahedral, 21, 8, 16, source.assumingMemoryBound(to: Float.self).baseAddress)
        }
        let floats = Self.corners.flatMap { [$0.x, $0.y, $0.z] }
        meshopt_encodeFilterExp(&exponential, 21, 12, 24, floats)
        turns.withUnsafeBytes { source in
            meshopt_encodeFilterQuat(&quaternions, 21, 8, 16, source.assumingMemoryBound(to: Float.self).baseAddress)
        }
        let segments = (0..<20).flatMap { [UInt32($0), UInt32($0 + 1)] }
        let views = [
            View(bytes: Self.vertices(exponential, stride: 12), count: 21, stride: 12, filter: "EXPONENTIAL"),
            View(bytes: Self.vertices(octahedral, stride: 8), count: 21, stride: 8, filter: "OCTAHEDRAL"),
            View(bytes: Self.sequence(segments, vertexCount: 21), count: 40, stride: 4, mode: "INDICES"),
            View(bytes: Self.vertices(quaternions, stride: 8), count: 21, stride: 8, filter: "QUATERNION"),
        ]
        let accessors = [
            Self.accessor(0, "VEC3", count: 21), Self.accessor(1, "VEC3", component: 5122, count: 21, normalized: true),
            Self.accessor(2, "SCALAR", component: 5125, count: 40),
            Self.accessor(3, "VEC4", component: 5122, count: 21, normalized: true),
        ]
        let scene = try sceneOfGLB(
            Self.file(
                views, accessors: accessors.joined(separator: ","),
                primitive: "{\"attributes\":{\"POSITION\":0,\"NORMAL\":1},\"indices\":2,\"mode\":1}",
                node: "{\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"ROTATION\":3}}}}"))
        let part = scene.meshes[0].primitives[0]
        #expect(part.topology == .lines && part.indices == segments)
        for i in 0..<21 {
            #expect((part.positions[i] - Self.corners[i]).length < 1e-5)
            #expect(dot(part.normals[i], Vector3(directions[i].x, directions[i].y, directions[i].z)) > 0.9999)
            let q = try #require(scene.nodes[0].instances[i].parts?.rotation)
            #expect(abs((q * SIMD4<Double>(turns[i])).sum()) > 0.9999)
        }
    }

    @Test func `Damaged and impossible compression is refused`() throws {
        let plain = Self.plain
        let accessors = Self.accessor(0, "VEC3", count: 21) + "," + Self.accessor(1, "SCALAR", component: 5123, count: 72)
        func error(_ change: (inout View, inout View) -> Void) -> String {
            var positions = plain.positions
            var triangles = plain.triangles
            change(&positions, &triangles)
            do throws(FormatError) {
                _ = try sceneOfGLB(
                    Self.file(
                        [positions, triangles], accessors: accessors,
                        primitive: "{\"attributes\":{\"POSITION\":0},\"indices\":1}"))
                return ""
            } catch { return error.reason }
        }
        #expect(error { positions, _ in positions.bytes[0] = 1 }.contains("can't be decompressed"))
        #expect(error { positions, _ in positions.bytes.removeLast(40) }.contains("can't be decompressed"))
        #expect(error { positions, _ in positions.count = 1 << 40 }.contains("can't contain them"))
        #expect(error { positions, _ in positions.count = -1 }.contains("can't contain them"))
        #expect(error { positions, _ in positions.stride = 13 }.contains("invalid stride"))
        #expect(error { positions, _ in positions.stride = 0 }.contains("invalid stride"))
        #expect(error { positions, _ in positions.filter = "OCTAHEDRAL" }.contains("invalid stride"))
        #expect(error { positions, _ in positions.filter = "GZIP" }.contains("unknown filter"))
        #expect(error { positions, _ in positions.mode = "POINTS" }.contains("unknown mode"))
        #expect(error { _, triangles in triangles.count = 71 }.contains("can't contain them"))
        #expect(error { _, triangles in triangles.bytes[0] = 0 }.contains("can't be decompressed"))
        #expect(error { positions, _ in positions.count = 20 }.contains("contains only 20"))
    }
}
