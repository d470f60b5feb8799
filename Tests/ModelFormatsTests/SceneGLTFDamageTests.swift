import Codecs
import Foundation
import Geometry
import ModelFormats
import Models
import TestSupport
import Testing

/// What damage does to the scenes of glTF files: an error or a scene without a flaw, never a trap or a hang.
@Suite struct SceneGLTFDamageTests {
    private static let whole: [UInt8] =
        (try? bytesWritten("a.glb") { try GLB.write(try GLTFSceneSample.everything(), to: $0) }) ?? []
    /// The JSON alone: its buffer is missing.
    private static let text: [UInt8] =
        (try? bytesWritten("a.gltf") { try GLTF.write(try GLTFSceneSample.everything(), to: $0) }) ?? []

    private func check(_ bytes: [UInt8], isText: Bool = false) {
        bytes.withUnsafeBytes { bytes in
            do throws(FormatError) {
                let scene = isText ? try GLTF.readScene(bytes) : try GLB.readScene(bytes)
                #expect(scene.flaw == nil)
                _ = ScenePose(scene, animation: 0, at: 0.3)
            } catch {
                #expect(error.kind == .unreadable && !error.description.contains("\n") && error.description.count > 7)
            }
        }
    }

    @Test func `Files cut anywhere are read or refused`() {
        #expect(Self.whole.count > 5000 && Self.text.count > 3000)
        for length in stride(from: 0, to: Self.whole.count, by: 7) { check(Array(Self.whole[..<length])) }
        for length in stride(from: 0, to: Self.text.count, by: 13) { check(Array(Self.text[..<length]), isText: true) }
    }

    @Test func `Flipped bits are read or refused`() {
        for damaged in TestData.bitFlips(of: Self.whole, count: 1500, seed: 3) { check(damaged) }
        // The binary part alone, which damage to the JSON hides.
        let start = Self.whole.count / 2
        for damaged in TestData.bitFlips(of: Array(Self.whole[start...]), count: 500, seed: 4) {
            check(Array(Self.whole[..<start]) + damaged)
        }
    }

    /// Each number of the JSON in turn is replaced by an extreme one.
    @Test func `Numbers replaced by extreme ones are read or refused`() throws {
        let length = Self.whole.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self)) }
        let json = Array(Self.whole[20..<20 + length])
        let binary = Array(Self.whole[(20 + length + 8)...])
        var i = 0
        var replaced = 0
        while i < json.count {
            guard json[i] >= 0x30, json[i] <= 0x39, [UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: ",")].contains(json[i - 1])
            else {
                i += 1
                continue
            }
            var end = i
            while end < json.count, json[end] >= 0x2D, json[end] <= 0x39 { end += 1 }
            let extremes = ["-1", "9223372036854775807", "7", "4294967296"]
            for extreme in [extremes[replaced % 4], extremes[(replaced + 1) % 4]] {
                let changed = json[..<i] + Array(extreme.utf8) + json[end...]
                check(glb(String(decoding: changed, as: UTF8.self), binary))
            }
            replaced += 1
            i = end
        }
        #expect(replaced > 300)
    }

    private func refusal(_ bytes: [UInt8]) -> String {
        do throws(FormatError) {
            _ = try sceneOfGLB(bytes)
            return ""
        } catch { return error.reason }
    }

    @Test(arguments: [
        (#""nodes":[{"children":[1]},{"children":[0]}],"scenes":[{"nodes":[0]}]"#, "child of two nodes"),
        (#""nodes":[{"children":[1]},{"children":[1]}],"scenes":[{"nodes":[0]}]"#, "child of two nodes"),
        (#""nodes":[{},{"children":[2]},{"children":[1]}],"scenes":[{"nodes":[0]}]"#, "below itself"),
        (#""nodes":[{"children":[7]}]"#, "node 7, which does not exist"),
        (#""nodes":[{}],"scenes":[{"nodes":[-1]}]"#, "root -1 does not exist"),
        (#""nodes":[{}],"scenes":[{"nodes":[0]}],"scene":2"#, "scene 2, which does not exist"),
        (#""nodes":[{"mesh":3}]"#, "mesh 3, which does not exist"),
        (#""nodes":[{"skin":0}]"#, "skin 0, which does not exist"),
        (#""nodes":[{"camera":1}],"cameras":[{"type":"perspective"}]"#, "camera 1, which does not exist"),
        (#""nodes":[{"extensions":{"KHR_lights_punctual":{"light":0}}}]"#, "light 0, which does not exist"),
        (#""nodes":[{}],"skins":[{"joints":[0,4]}]"#, "node 4, which does not exist"),
        (#""nodes":[{}],"skins":[{"joints":[0,0,0,0,0,0],"inverseBindMatrices":2}]"#, "do not match its joints"),
        (#""nodes":[{"rotation":[0,0,1]}]"#, "not 4 finite numbers"),
        (#""materials":[{"normalTexture":{"index":3}}]"#, "texture 3, which does not exist"),
        (#""textures":[{"source":1}]"#, "image 1, which does not exist"),
        (#""meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":2}]}]"#, "material 2, which does not exist"),
        (#""meshes":[{"primitives":[{"attributes":{"POSITION":99}}]}]"#, "accessor 99, which does not exist"),
        (#""meshes":[{"primitives":[{"attributes":{"POSITION":1}}]}]"#, "without three components"),
        (#""meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1}}]}]"#, "does not match the 4 positions"),
        (#""meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":7}]}]"#, "unknown mode 7"),
        (#""meshes":[{"primitives":[{"attributes":{"POSITION":3}}]}]"#, "without any bytes"),
        (#""meshes":[{"primitives":[{"attributes":{"POSITION":4}}]}]"#, "exceeds its buffer"),
        (#""meshes":[{"primitives":[{"attributes":{"POSITION":5}}]}]"#, "contains only 4"),
        (
            #""meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[{}]},{"attributes":{"POSITION":0}}]}]"#,
            "differ in their morph targets"
        ),
        (
            #""meshes":[{"primitives":[{"attributes":{"POSITION":0},"extensions":{"KHR_draco_mesh_compression":{}}}]}]"#,
            "KHR_draco_mesh_compression"
        ),
        (#""extensionsRequired":["KHR_draco_mesh_compression"]"#, "KHR_draco_mesh_compression"),
        (
            #""nodes":[{}],"animations":[{"channels":[{"sampler":0,"target":{"node":5,"path":"scale"}}],"samplers":[]}]"#,
            "node 5, which does not exist"
        ),
        (
            #""nodes":[{}],"animations":[{"channels":[{"sampler":1,"target":{"node":0,"path":"scale"}}],"samplers":[]}]"#,
            "sampler 1, which does not exist"
        ),
        (
            #""nodes":[{}],"animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"scale"}}],"samplers":[{"input":1,"#
                + #""output":0,"interpolation":"CUBICSPLINE"}]}]"#, "do not match its values"
        ),
        (
            #""nodes":[{"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":0,"SCALE":6}}}}]"#,
            "different lengths"
        ),
        (
            #""nodes":[{"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"ROTATION":0}}}}]"#,
            "not of 4 numbers"
        ),
    ]) func `Broken references and bounds are named`(properties: String, reason: String) {
        let json = """
            {"asset":{"version":"2.0"},\(properties),"accessors":[\
            {"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},{"bufferView":0,"componentType":5126,"count":2,\
            "type":"SCALAR"},{"bufferView":0,"componentType":5126,"count":0,"type":"MAT4"},\
            {"componentType":5126,"count":2000000000,"type":"VEC3"},{"bufferView":1,"componentType":5126,"count":1,"type":"VEC3"},\
            {"bufferView":0,"componentType":5126,"count":9223372036854775807,"type":"VEC3"},\
            {"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],\
            "bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":40,"byteLength":12}],"buffers":[{"byteLength":48}]}
            """
        let found = refusal(glb(json, [UInt8](repeating: 0, count: 48)))
        #expect(found.contains(reason), "\(found)")
    }

    @Test func `A small file can't fill the memory`() {
        // Each of many morph targets uses the same accessor, which has no bytes.
        let targets = Array(repeating: "{\"POSITION\":0}", count: 40_000).joined(separator: ",")
        let json = """
            {"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},\
            "targets":[\(targets)]}]}],"accessors":[{"componentType":5126,"count":500000,"type":"VEC3"}]}
            """
        #expect(refusal(glb(json, [])).contains("do not fit into memory"))
        // As many images are the whole file.
        let images = Array(repeating: "{\"source\":0}", count: 1000).joined(separator: ",")
        let many = """
            {"asset":{"version":"2.0"},"nodes":[{}],"textures":[\(images)],"images":[{"bufferView":0}],\
            "bufferViews":[{"buffer":0,"byteLength":1000}],"buffers":[{"byteLength":1000}]}
            """
        #expect(refusal(glb(many, [UInt8](repeating: 7, count: 1000))) == "")
    }

    @Test func `Deep hierarchies are read and written without recursion`() throws {
        var scene = Scene()
        scene.nodes = (0..<50_000).map { i in
            var node = Node()
            if i < 49_999 { node.children = [i + 1] }
            return node
        }
        scene.roots = [0]
        let bytes = try bytesWritten("a.glb") { try GLB.write(scene, to: $0) }
        expectSameScene(try sceneOfGLB(bytes), scene)
    }
}
