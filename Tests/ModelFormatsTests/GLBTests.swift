import ModelFormats
import Foundation
import Geometry
import Images
import Testing

/// A GLB file of this JSON and binary chunk.
func glb(_ json: String, _ binary: [UInt8]) -> [UInt8] {
    func words(_ values: Int...) -> [UInt8] { values.flatMap { v in (0..<4).map { UInt8(truncatingIfNeeded: v >> (8 * $0)) } } }
    let text = Array(json.utf8) + [UInt8](repeating: 32, count: (4 - json.utf8.count % 4) % 4)
    let body = words(text.count, 0x4E4F_534A) + text + words(binary.count, 0x004E_4942) + binary
    return words(0x4654_6C67, 2, body.count + 12) + body
}

/// Little-endian bytes.
func bytes<T>(_ values: [T]) -> [UInt8] { values.withUnsafeBytes { Array($0) } }

@Suite struct GLBTests {
    @Test func `A mesh survives exactly, colours included`() throws {
        let mesh = Sample.surface(side: 40)
        #expect(try roundTrip(Model(mesh), "a.glb").model.mesh == mesh)
        #expect(try roundTrip(Model(Sample.cloud), "a.glb").model.cloud == Sample.cloud)
    }

    @Test func `Every sRGB code survives linear colours of 16 bits and of floats`() throws {
        let linear = (0..<256).map { SRGB.linear[$0] }
        let json = """
            {"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0,"COLOR_0":1},\
            "mode":0}]}],
            "accessors":[{"bufferView":0,"componentType":5121,"count":256,"type":"VEC3"},
            {"bufferView":1,"componentType":5123,"normalized":true,"count":256,"type":"VEC4"}],
            "bufferViews":[{"buffer":0,"byteLength":768},{"buffer":0,"byteOffset":768,"byteLength":2048}],\
            "buffers":[{"byteLength":2816}]}
            """
        let positions: [UInt8] = (0..<256).flatMap { [UInt8($0), 0, 0] }
        let sixteen = linear.flatMap { x in [UInt16](repeating: UInt16((x * 65535).rounded()), count: 3) + [65535] }
        let cloud = try #require(try read(glb(json, positions + bytes(sixteen)), "a.glb").cloud)
        #expect(codes(cloud.colors) == (0..<256).map { SIMD3(repeating: UInt8($0)) })
        let floats = PointCloud(positions: cloud.positions, colors: linear.map { Vector3(repeating: $0) })
        #expect(try roundTrip(Model(floats), "a.glb").model.cloud == floats)
    }

    @Test func `Texture coordinates are flipped at both doors`() throws {
        let (model, file) = try roundTrip(Model(Sample.full), "a.glb")
        #expect(model.mesh?.textureCoordinates == Sample.full.textureCoordinates)
        // The second vertex has v = 1/4, in the file 3/4.
        let offset = file.count - Sample.full.indices.count * 4 - 8 * 8 + 8 + 4
        #expect(file.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Float.self) } == 0.75)
    }

    @Test func `Accessor bounds are the exact bounds of the positions`() throws {
        let mesh = Sample.surface(side: 12)
        let (_, file) = try roundTrip(Model(mesh), "a.glb")
        let length = file.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self)) }
        let json = try #require(try JSONSerialization.jsonObject(with: Data(file[20..<20 + length])) as? [String: Any])
        let accessor = try #require((json["accessors"] as? [[String: Any]])?.first)
        let low = try #require(accessor["min"] as? [Double])
        let high = try #require(accessor["max"] as? [Double])
        let box = mesh.bounds
        #expect(low.map { Float($0) } == [box.min.x, box.min.y, box.min.z])
        #expect(high.map { Float($0) } == [box.max.x, box.max.y, box.max.z])
        #expect(file.count % 4 == 0 && length % 4 == 0)
    }

    @Test func `Nodes place, scale and mirror their meshes`() throws {
        let floats: [Float] = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1]
        let json = """
            {"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],
            "nodes":[{"children":[1],"translation":[10,0,0]},{"mesh":0,"scale":[-2,2,2],"rotation":[0,0.70710678,0,0.70710678]}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1}}]}],
            "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
            {"bufferView":0,"byteOffset":36,"componentType":5126,"count":3,"type":"VEC3"}],
            "bufferViews":[{"buffer":0,"byteLength":72}],"buffers":[{"byteLength":72}]}
            """
        let mesh = try #require(try read(glb(json, bytes(floats)), "a.glb").mesh)
        // Mirrored in x and doubled, then turned so that x goes to −z, then moved.
        let expected = [Vector3(10, 0, 0), Vector3(10, 0, 2), Vector3(10, 2, 0)]
        for (p, q) in zip(mesh.positions, expected) { #expect((p - q).length < 1e-5) }
        #expect(mesh.indices == [0, 2, 1])
        let (a, b, c) = mesh.corners(0)
        #expect(dot(cross(b - a, c - a).normalized, mesh.normals[0]) > 0.999)
    }

    @Test func `Strips, fans, quantised, strided and sparse accessors are read`() throws {
        // Four corners as normalised signed bytes, eight apart.
        var corners: [UInt8] = []
        for (x, y) in [(0, 0), (127, 0), (0, 127), (127, 127)] { corners += [UInt8(x), UInt8(y), 0x81, 0, 9, 9, 9, 9] }
        let replacement: [UInt8] = [127, 127, 127, 0]
        let data = corners + [3, 0, 0, 0] + replacement
        func file(_ mode: Int) -> [UInt8] {
            glb(
                """
                {"asset":{"version":"2.0"},"extensionsRequired":["KHR_mesh_quantization"],"nodes":[{"mesh":0}],
                "meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":\(mode)}]}],
                "accessors":[{"bufferView":0,"componentType":5120,"normalized":true,"count":4,"type":"VEC3",
                "sparse":{"count":1,"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":2}}}],
                "bufferViews":[{"buffer":0,"byteLength":32,"byteStride":8},{"buffer":0,"byteOffset":32,"byteLength":4},
                {"buffer":0,"byteOffset":36,"byteLength":4}],"buffers":[{"byteLength":40}]}
                """, data)
        }
        let strip = try #require(try read(file(5), "a.glb").mesh)
        #expect(strip.positions == [Vector3(0, 0, -1), Vector3(1, 0, -1), Vector3(0, 1, -1), Vector3(1, 1, 1)])
        #expect(strip.indices == [0, 1, 2, 2, 1, 3])
        #expect(try read(file(6), "a.glb").mesh?.indices == [0, 1, 2, 0, 2, 3])
        #expect(try read(file(0), "a.glb").cloud?.positions.count == 4)
        #expect(try refusal(file(1), "a.glb")?.contains("drawing of lines") == true)
        #expect(try refusal(file(9), "a.glb")?.contains("mode 9") == true)
    }

    @Test func `Base colours and textures become vertex colours`() throws {
        var picture = ColorImage(width: 2, height: 2, repeating: SIMD4(0, 0, 255, 255))
        picture[0, 0] = SIMD4(255, 0, 0, 255)
        let png = try PNG.encode(picture)
        // Unsigned bytes as coordinates: the centre of the upper left pixel, then of the lower right one.
        let positions: [Float] = [0, 0, 0, 1, 0, 0, 0, 1, 0]
        let uv: [Float] = [0.25, 0.25, 0.75, 0.75, -0.75, 1.25]
        let data = bytes(positions) + bytes(uv) + png
        let json = """
            {"asset":{"version":"2.0"},"nodes":[{"mesh":0}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"material":0}]}],
            "materials":[{"pbrMetallicRoughness":{"baseColorFactor":[0.5,1,1,1],"baseColorTexture":{"index":0}}}],
            "textures":[{"source":0}],"images":[{"bufferView":2,"mimeType":"image/png"}],
            "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},{"bufferView":1,"componentType":5126,\
            "count":3,"type":"VEC2"}],
            "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":24},{"buffer":0,"byteOffset":60,\
            "byteLength":\(png.count)}],
            "buffers":[{"byteLength":\(data.count)}]}
            """
        let model = try read(glb(json, data), "a.glb")
        #expect(model.colors == [Vector3(0.5, 0, 0), Vector3(0, 0, 1), Vector3(0.5, 0, 0)])
        #expect(model.notes.contains { $0.contains("Textures were converted to vertex colours") })
    }

    @Test(arguments: [
        (#"{"asset":{"version":"2.0"},"extensionsRequired":["KHR_draco_mesh_compression"]}"#, "KHR_draco_mesh_compression"),
        (#"{"asset":{"version":"1.0"}}"#, "version"), (#"{"asset":{}}"#, "version"), ("{", "JSON"), ("[]", "JSON"),
        (#"{"asset":{"version":"2.0"},"nodes":[{"children":[0]}],"scenes":[{"nodes":[0]}]}"#, "child of two nodes"),
        (#"{"asset":{"version":"2.0"},"nodes":[{"children":[7]}]}"#, "node 7"),
        (#"{"asset":{"version":"2.0"},"nodes":[{"mesh":3}]}"#, "mesh 3"),
        (#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":4000000000}]}"#, "declares"),
        (#"{"asset":{"version":"2.0"},"buffers":[{"uri":"../a.bin","byteLength":4}]}"#, "another file"),
        (
            #"{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]}"#,
            "accessor 0"
        ),
        (
            #"{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"#
                + #""accessors":[{"componentType":5126,"count":4000000000,"type":"VEC3"}]}"#, "4000000000 elements"
        ),
        (
            #"{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"#
                + #""accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"VEC3"}],"#
                + #""bufferViews":[{"buffer":0,"byteLength":4}],"buffers":[{"byteLength":4}]}"#, "contains only 0"
        ),
    ]) func `A rule that is broken is named`(json: String, expected: String) throws {
        let line = try #require(try refusal(glb(json, [1, 2, 3, 4]), "a.glb"))
        #expect(line.isOneClearLine(about: "a.glb"))
        #expect(line.contains(expected), "\(line)")
    }

    @Test func `A file cut in half is refused with what it promises`() throws {
        let file = try roundTrip(Model(Sample.surface(side: 20)), "a.glb").bytes
        let line = try #require(try refusal(Array(file[..<(file.count / 2)]), "a.glb"))
        #expect(line.isOneClearLine(about: "a.glb") && line.contains("truncated"))
    }

    @Test func `A small file that repeats a mesh endlessly is refused`() throws {
        let nodes = (0..<3000).map { _ in #"{"mesh":0}"# }.joined(separator: ",")
        let json = """
            {"asset":{"version":"2.0"},"nodes":[\(nodes)],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":0}]}],
            "accessors":[{"bufferView":0,"componentType":5120,"count":9000,"type":"VEC3"}],
            "bufferViews":[{"buffer":0,"byteLength":27000}],"buffers":[{"byteLength":27000}]}
            """
        #expect(try refusal(glb(json, [UInt8](repeating: 1, count: 27000)), "a.glb")?.contains("instances its meshes") == true)
    }
}
