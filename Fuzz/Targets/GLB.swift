import Foundation
import ModelFormats
import Models

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    _ = try? GLB.read(bytes)
    if let scene = try? GLB.readScene(bytes) { precondition(scene.flaw == nil) }
}

/// Also the JSON alone with a fixed binary chunk: most damage to a whole file stops at the container.
func seeds() -> [[UInt8]] {
    func words(_ values: [UInt32]) -> [UInt8] { values.flatMap { v in (0..<4).map { UInt8(truncatingIfNeeded: v >> (8 * $0)) } } }
    func file(_ json: String, _ binary: [UInt8]) -> [UInt8] {
        let text = Array(json.utf8) + [UInt8](repeating: 32, count: (4 - json.utf8.count % 4) % 4)
        let body = words([UInt32(text.count), 0x4E4F_534A]) + text + words([UInt32(binary.count), 0x004E_4942]) + binary
        return words([0x4654_6C67, 2, UInt32(body.count + 12)]) + body
    }
    let floats: [Float] = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]
    let binary = words(floats.map(\.bitPattern)) + [0, 0, 1, 0, 2, 0, 3, 0] + (0..<16).map { UInt8($0 * 16) }
    let views = """
        "bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":8},{"buffer":0,"byteOffset":56,\
        "byteLength":16,"byteStride":4}],
        "buffers":[{"byteLength":72}]}
        """
    let head = "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
    let mesh =
        head + """
            "nodes":[{"mesh":0,"children":[1],"translation":[1,2,3],"rotation":[0,0,0,1],"scale":[1,-1,1]},{"mesh":0,"matrix":[1,\
            0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0,"COLOR_0":2,"TEXCOORD_0":3},"indices":1,"mode":5,"material":0},\
            {"attributes":{"POSITION":0},"mode":6}]}],
            "materials":[{"pbrMetallicRoughness":{"baseColorFactor":[0.5,0.5,0.5,1],"baseColorTexture":{"index":0}}}],
            "textures":[{"source":0,"sampler":0}],"samplers":[{"wrapS":33071}],"images":[{"bufferView":2,"mimeType":"image/png"}],
            "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
            {"bufferView":1,"componentType":5123,"count":4,"type":"SCALAR"},{"bufferView":2,"componentType":5121,\
            "normalized":true,"count":4,"type":"VEC4"},
            {"bufferView":2,"componentType":5123,"normalized":true,"count":4,"type":"VEC2"}],
            """ + views
    let sparse =
        head + """
            "nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":0}]}],
            "accessors":[{"componentType":5126,"count":4,"type":"VEC3","sparse":{"count":2,"indices":{"bufferView":1,\
            "componentType":5123},"values":{"bufferView":0}}}],
            """ + views
    // Skins, morph targets, animations, instances, lights and all textures of a material.
    let animated =
        head + """
            "nodes":[{"mesh":0,"skin":0,"children":[1],"weights":[1],"extensions":{"EXT_mesh_gpu_instancing":{"attributes":\
            {"TRANSLATION":0}},"KHR_lights_punctual":{"light":0},"KHR_node_visibility":{"visible":false}}},{"camera":0}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":0,"JOINTS_0":2,"WEIGHTS_0":3,"_ID":1},"mode":1,\
            "targets":[{"POSITION":0}],"material":0}],"weights":[0.5],"extras":{"targetNames":["a"]}}],
            "skins":[{"joints":[1],"inverseBindMatrices":5,"skeleton":1}],"cameras":[{"type":"orthographic","orthographic":{}}],
            "animations":[{"channels":[{"sampler":0,"target":{"node":1,"path":"translation"}},{"sampler":1,"target":{"node":0,\
            "path":"weights"}}],"samplers":[{"input":4,"output":0},{"input":4,"output":1,"interpolation":"STEP"}]}],
            "extensions":{"KHR_lights_punctual":{"lights":[{"type":"spot","spot":{}}]}},
            "materials":[{"normalTexture":{"index":0,"scale":2,"extensions":{"KHR_texture_transform":{"rotation":1}}},\
            "extensions":{"KHR_materials_clearcoat":{},"KHR_materials_unlit":{}}}],
            "textures":[{"extensions":{"KHR_texture_basisu":{"source":0}}}],"images":[{"bufferView":2}],
            "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
            {"bufferView":1,"componentType":5123,"count":4,"type":"SCALAR"},{"bufferView":2,"componentType":5121,"count":4,\
            "type":"VEC4"},{"bufferView":2,"componentType":5121,"normalized":true,"count":4,"type":"VEC4"},
            {"bufferView":0,"componentType":5126,"count":1,"type":"SCALAR"},{"bufferView":0,"componentType":5126,"count":0,\
            "type":"MAT4"}],
            """ + views
    let compressed =
        head + """
            "nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":0}]}],
            "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}],
            "bufferViews":[{"buffer":0,"byteLength":48,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteLength":72,\
            "byteStride":12,"count":4,"mode":"ATTRIBUTES","filter":"EXPONENTIAL"}}}],"buffers":[{"byteLength":72}]}
            """
    // A header, a group of sixteen equal bytes in each of twelve columns, and the first element at the end.
    let vertices: [UInt8] = [0xA0] + [UInt8](repeating: 0, count: 12 + 20) + [UInt8](repeating: 64, count: 12)
    return [
        file(mesh, binary), file(sparse, binary), file(animated, binary),
        file(compressed.replacingOccurrences(of: "72", with: "\(vertices.count)"), vertices + [0, 0, 0]),
    ]
}
