import Companions
import Foundation
import Geometry
import Live
import ModelFormats
import Models
import Testing

/// The companions as scenes and as files.
@Suite struct CompanionTests {
    /// Built once: building one takes a fraction of a second.
    static let scenes = CompanionCharacter.all.map { $0.scene() }

    static var numbers: Range<Int> { 0..<Int(CompanionModel.count) }

    @Test func `there is a companion for each model of the protocol`() {
        #expect(CompanionCharacter.all.map(\.model.index) == Array(0..<CompanionModel.count))
        #expect(Set(CompanionCharacter.all.map(\.name)).count == 6)
        #expect(Set(CompanionCharacter.all.map(\.fileName)).count == 6)
    }

    @Test(arguments: numbers) func `a companion is a valid scene of the right size`(_ number: Int) throws {
        let scene = Self.scenes[number]
        #expect(scene.flaw == nil)
        #expect((2000...8000).contains(scene.triangleCount))
        let skin = try #require(scene.skins.first)
        #expect((10...20).contains(skin.joints.count))
        let box = scene.bounds
        #expect(box.min.y > -0.001 && box.min.y < 0.005, "\(box.min.y)")
        #expect((0.3...0.5).contains(box.max.y), "\(box.max.y)")
        #expect(box.size.x < 0.5 && box.size.z < 0.5)
        #expect(abs(box.center.x) < 0.02)
    }

    @Test(arguments: numbers) func `every surface is closed and consistently oriented`(_ number: Int) {
        for (k, primitive) in Self.scenes[number].meshes[0].primitives.enumerated() {
            var directed: [SIMD2<UInt32>: Int] = [:]
            for t in stride(from: 0, to: primitive.indices.count, by: 3) {
                for i in 0..<3 {
                    directed[SIMD2(primitive.indices[t + i], primitive.indices[t + (i + 1) % 3]), default: 0] += 1
                }
            }
            // Each edge belongs to two triangles, which pass it in opposite directions.
            #expect(directed.values.allSatisfy { $0 == 1 }, "primitive \(k)")
            #expect(directed.keys.allSatisfy { directed[SIMD2($0.y, $0.x)] == 1 }, "primitive \(k)")
        }
    }

    @Test(arguments: numbers) func `normals are unit vectors that point out of the surface`(_ number: Int) {
        for primitive in Self.scenes[number].meshes[0].primitives {
            #expect(primitive.normals.allSatisfy { abs($0.length - 1) < 1e-3 })
            var outward = 0
            for t in stride(from: 0, to: primitive.indices.count, by: 3) {
                let corners = (0..<3).map { Int(primitive.indices[t + $0]) }
                let p = corners.map { primitive.positions[$0] }
                let n = corners.reduce(Vector3(repeating: 0)) { $0 + primitive.normals[$1] }
                if dot(cross(p[1] - p[0], p[2] - p[0]), n) > 0 { outward += 1 }
            }
            #expect(Double(outward) > 0.97 * Double(primitive.triangleCount), "\(outward) of \(primitive.triangleCount)")
        }
    }

    @Test(arguments: numbers) func `weights are normalized and every joint but the root moves something`(_ number: Int) throws {
        let scene = Self.scenes[number]
        let skin = try #require(scene.skins.first)
        var used = Set<Int>()
        for primitive in scene.meshes[0].primitives {
            #expect(primitive.weights.count == primitive.positions.count)
            for (joint, weight) in zip(primitive.joints, primitive.weights) {
                #expect(abs(weight.sum() - 1) < 1e-4)
                #expect(weight.min() >= 0)
                for k in 0..<4 where weight[k] > 0 { used.insert(Int(joint[k])) }
            }
        }
        let names = skin.joints.indices.filter { !used.contains($0) }.map { scene.nodes[skin.joints[$0]].name }
        // Joints in the middle of a chain, which only carry others.
        #expect(Set(names).isSubset(of: ["root", "crest", "head"]), "\(names)")
    }

    @Test func `the six differ from each other`() {
        for a in Self.numbers {
            for b in Self.numbers where b > a {
                #expect(
                    Self.scenes[a].triangleCount != Self.scenes[b].triangleCount || Self.scenes[a].bounds != Self.scenes[b].bounds)
                #expect(Self.color(Self.scenes[a]) != Self.color(Self.scenes[b]))
            }
        }
    }

    /// The mean colour of the largest primitive, in steps of a tenth.
    private static func color(_ scene: Models.Scene) -> SIMD3<Int> {
        let colors = scene.meshes[0].primitives.max { $0.positions.count < $1.positions.count }?.colors ?? []
        let mean = colors.reduce(SIMD4<Float>(), +) / Float(max(colors.count, 1)) * 10
        return SIMD3(Int(mean.x), Int(mean.y), Int(mean.z))
    }

    @Test(arguments: numbers) func `the bytes are the same each time`(_ number: Int) throws {
        let companion = CompanionCharacter.all[number]
        #expect(companion.scene() == Self.scenes[number])
        let bytes = try companion.glb()
        #expect(try companion.glb() == bytes)
        #expect(bytes.count < 600_000)
        #expect(bytes.starts(with: Data("glTF".utf8)))
    }

    @Test(arguments: ["glb", "usdz"]) func `files keep skins and animations`(_ format: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("companions-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (number, scene) in Self.scenes.enumerated() {
            let url = folder.appendingPathComponent("\(number).\(format)")
            let losses = try SceneFile.write(scene, to: url)
            #expect(losses.allSatisfy { [.animations, .precision].contains($0.kind) }, "\(losses)")
            let read = try SceneFile.read(url)
            #expect(read.flaw == nil)
            #expect(read.triangleCount == scene.triangleCount)
            #expect(read.skins.first?.joints.count == scene.skins[0].joints.count)
            #expect(read.animations.map(\.name) == scene.animations.map(\.name))
            #expect(Self.distance(read, scene) < 0.002)
        }
    }

    /// The largest difference of the boxes around two scenes, in some poses of all animations.
    private static func distance(_ a: Models.Scene, _ b: Models.Scene) -> Float {
        var largest: Float = 0
        for (i, animation) in b.animations.enumerated() {
            for t in [Float(0), 0.37, 0.8] {
                let first = a.bounds(of: ScenePose(a, animation: i, at: t * animation.duration))
                let second = b.bounds(of: ScenePose(b, animation: i, at: t * animation.duration))
                largest = max(largest, (first.min - second.min).length, (first.max - second.max).length)
            }
        }
        return largest
    }
}
