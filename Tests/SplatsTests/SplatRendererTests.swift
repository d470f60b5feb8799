import Foundation
import Geometry
import Images
import Rendering
import Splats
import Support
import Testing

@Suite struct SplatRendererTests {
    static let camera = CameraIntrinsics(width: 33, height: 25, fx: 40, fy: 40, cx: 16, cy: 12)

    static func splat(
        at position: Vector3, size: Float = 0.1, opacity: Float = 0.8, color: Vector3 = Vector3(1, 0.5, 0.25)
    ) -> SplatCloud {
        let k = SplatCloud.coefficient(ofBase: color)
        return SplatCloud(
            positions: [position], rotations: [.identity], scales: [Vector3(repeating: size)], opacities: [opacity], degree: 0,
            harmonics: [k.x, k.y, k.z])
    }

    @Test(arguments: [SplatAntialiasing.standard, .mip]) func `one round splat is the Gaussian of the paper`(
        mode: SplatAntialiasing
    ) throws {
        let cloud = Self.splat(at: Vector3(0, 0, -2))
        let background = Vector3(0, 0.2, 1)
        let drawn = try SplatRenderer(cloud, antialiasing: mode)
            .render(pose: .identity, intrinsics: Self.camera, background: background)
        // Deviation in the image: 0.1 m · 40 / 2 m = 2 pixels.
        let blur: Float = mode == .standard ? 0.3 : 0.1
        let opacity = 0.8 * (mode == .standard ? 1 : 4 / (4 + blur))
        for y in 0..<25 {
            for x in 0..<33 {
                let r2 = Float((x - 16) * (x - 16) + (y - 12) * (y - 12))
                var alpha = opacity * Foundation.exp(-0.5 * r2 / (4 + blur))
                if abs(alpha * 255 - 1) < 0.01 { continue }
                if alpha < 1.0 / 255 { alpha = 0 }
                let expected = Vector3(1, 0.5, 0.25) * alpha + background * (1 - alpha)
                #expect((drawn.exact[x, y] - expected).length < 2e-5, "\(x) \(y)")
                #expect(abs(drawn.alpha[x, y] - alpha) < 1e-5)
            }
        }
        #expect(abs(drawn.depth[16, 12] - 2) < 1e-5)
        #expect(drawn.depth[0, 0] == 0)
    }

    @Test func `splats are blended in the order of their depths, whatever their order in the cloud`() throws {
        let near = Self.splat(at: Vector3(0, 0, -1), size: 0.2, opacity: 0.6, color: Vector3(1, 0, 0))
        let middle = Self.splat(at: Vector3(0, 0, -2), size: 0.5, opacity: 0.5, color: Vector3(0, 1, 0))
        let far = Self.splat(at: Vector3(0, 0, -4), size: 1, opacity: 0.9, color: Vector3(0, 0, 1))
        let a = try SplatRenderer.render(
            near + middle + far, camera: RenderCamera(pose: .identity, projection: .pinhole(Self.camera)), width: 33, height: 25)
        let b = try SplatRenderer.render(
            far + near + middle, camera: RenderCamera(pose: .identity, projection: .pinhole(Self.camera)), width: 33, height: 25)
        #expect(a.exact == b.exact)
        let expected = Vector3(0.6, 0.4 * 0.5, 0.4 * 0.5 * 0.9)
        #expect((a.exact[16, 12] - expected).length < 1e-5)
        let cover: Float = 0.6 + 0.2 + 0.18
        #expect(abs(a.depth[16, 12] - (0.6 * 1 + 0.2 * 2 + 0.18 * 4) / cover) < 1e-4)
    }

    @Test func `a long splat is projected by the derivative of the projection`() throws {
        // 45° about the viewing axis, off the centre of the image.
        var cloud = Self.splat(at: Vector3(0.2, 0.1, -2))
        cloud.rotations = [Quaternion(angle: .pi / 4, axis: Vector3(0, 0, 1))]
        cloud.scales = [Vector3(0.2, 0.05, 0.05)]
        let drawn = try SplatRenderer.render(
            cloud, camera: RenderCamera(pose: .identity, projection: .pinhole(Self.camera)), width: 33, height: 25)
        // J R S: columns of the splat's axes in pixels, at u = 20, v = 10, x/z = -0.1 …
        let j = (fx: Float(20), xz: Float(20 * 0.1), yz: Float(20 * -0.05))
        let h = Float(0.5).squareRoot()
        let axes = [
            Vector2(j.fx * h * 0.2, -j.fx * h * 0.2), Vector2(-j.fx * h * 0.05, -j.fx * h * 0.05),
            Vector2(j.xz * 0.05, j.yz * 0.05),
        ]
        var xx: Float = 0.3
        var xy: Float = 0
        var yy: Float = 0.3
        for a in axes {
            xx += a.x * a.x
            xy += a.x * a.y
            yy += a.y * a.y
        }
        let determinant = xx * yy - xy * xy
        for (x, y) in [(20, 10), (23, 7), (18, 12), (24, 8), (20, 12)] {
            let d = Vector2(Float(x) - 20, Float(y) - 10)
            let power = -0.5 * (yy * d.x * d.x - 2 * xy * d.x * d.y + xx * d.y * d.y) / determinant
            let alpha = 0.8 * Foundation.exp(power)
            #expect(abs(drawn.alpha[x, y] - (alpha >= 1.0 / 255 ? alpha : 0)) < 2e-4, "\(x) \(y)")
        }
    }

    @Test func `many splats are drawn as a plain loop over pixels draws them`() throws {
        let cloud = Self.scene(400, seed: 5)
        let pose = RigidTransform.lookingAt(Vector3(0, 0, 0), from: Vector3(0.5, 0.4, 2.5))
        let drawn = try SplatRenderer(cloud).render(pose: pose, intrinsics: Self.camera)
        var worst: Float = 0
        for y in 0..<25 {
            for x in 0..<33 {
                let plain = Self.plain(cloud, pose: pose, x: Float(x), y: Float(y))
                worst = max(worst, (plain - drawn.exact[x, y]).length)
            }
        }
        // An alpha of 1/255 may be counted by one and not by the other.
        #expect(worst < 0.008)
    }

    /// Kerbl et al.'s equations 3, 5 and 6 for one pixel, in double precision.
    static func plain(_ cloud: SplatCloud, pose: RigidTransform, x: Float, y: Float) -> Vector3 {
        let inverse = pose.inverse
        var items: [(depth: Float, alpha: Float, color: Vector3)] = []
        for i in 0..<cloud.count {
            let p = inverse.apply(cloud.positions[i])
            let depth = -p.z
            guard depth > 0.02 else { continue }
            let rotation = (inverse.rotation * cloud.rotations[i]).matrix.columns
            func axis(_ a: Vector3, _ s: Float) -> Vector2 {
                let v = a * s
                return Vector2(
                    40 / depth * v.x + 40 * p.x / (depth * depth) * v.z, -40 / depth * v.y - 40 * p.y / (depth * depth) * v.z)
            }
            let s = cloud.scales[i]
            var xx: Float = 0.3
            var xy: Float = 0
            var yy: Float = 0.3
            for a in [axis(rotation.0, s.x), axis(rotation.1, s.y), axis(rotation.2, s.z)] {
                xx += a.x * a.x
                xy += a.x * a.y
                yy += a.y * a.y
            }
            let d = Vector2(x - (16 + 40 * p.x / depth), y - (12 - 40 * p.y / depth))
            let power = -0.5 * (yy * d.x * d.x - 2 * xy * d.x * d.y + xx * d.y * d.y) / (xx * yy - xy * xy)
            let alpha = min(cloud.opacities[i] * Foundation.exp(power), 0.99)
            if alpha < 1.0 / 255 { continue }
            let color = cloud.color(i, seenAlong: (cloud.positions[i] - pose.translation).normalized)
            items.append((depth, alpha, color.lanewiseMax(Vector3(repeating: 0))))
        }
        var sum = Vector3(repeating: 0)
        var left: Float = 1
        for item in items.sorted(by: { $0.depth < $1.depth }) {
            sum += item.color * item.alpha * left
            left *= 1 - item.alpha
        }
        return sum
    }

    static func scene(_ count: Int, seed: UInt64, degree: Int = 2) -> SplatCloud {
        var random = SplitMix64(seed: seed)
        var cloud = SplatCloud(degree: degree)
        for _ in 0..<count {
            cloud.positions.append(Vector3(random.normal(), random.normal(), random.normal()) * 0.3)
            cloud.rotations.append(Quaternion(random.normal(), random.normal(), random.normal(), random.normal()).normalized)
            cloud.scales.append(Vector3(random.unit() + 0.1, random.unit() + 0.1, random.unit() + 0.1) * 0.15)
            cloud.opacities.append(random.unit() * 0.6)
            for k in 0..<3 * cloud.coefficientCount { cloud.harmonics.append(random.normal() * (k < 3 ? 0.5 : 0.1)) }
        }
        return cloud
    }

    @Test func `a splat behind the camera, one that is too faint and one beside the image aren't drawn`() throws {
        let cloud =
            Self.splat(at: Vector3(0, 0, 2)) + Self.splat(at: Vector3(0, 0, -2), opacity: 0.003)
            + Self.splat(at: Vector3(9, 0, -2))
        let drawn = try SplatRenderer(cloud).render(pose: .identity, intrinsics: Self.camera)
        #expect(drawn.alpha.pixels.allSatisfy { $0 == 0 })
        let empty = try SplatRenderer(SplatCloud()).render(
            pose: .identity, intrinsics: Self.camera, background: Vector3(1, 1, 1))
        #expect(empty.color.pixels.allSatisfy { $0 == SIMD4(255, 255, 255, 255) })
    }

    @Test func `bad clouds, cameras and sizes are refused`() throws {
        var bad = Self.splat(at: Vector3(0, 0, -2))
        bad.positions[0].x = .nan
        #expect(throws: SplatError.self) { try SplatRenderer(bad) }
        let renderer = try SplatRenderer(Self.splat(at: Vector3(0, 0, -2)))
        let camera = RenderCamera(pose: .identity, projection: .orthographic(height: 2))
        #expect(throws: SplatError.self) { try renderer.render(camera: camera, width: 20, height: 20) }
        let perspective = RenderCamera(pose: .identity, projection: .perspective(verticalFieldOfView: 1))
        #expect(throws: SplatError.self) { try renderer.render(camera: perspective, width: 0, height: 20) }
        #expect(throws: SplatError.self) { try renderer.render(camera: perspective, width: 20, height: 100_000) }
    }

    @Test func `the first part of the order by importance shows the most`() throws {
        let large = Self.splat(at: Vector3(0, 0, -2), size: 0.3)
        let small = Self.splat(at: Vector3(0.1, 0, -2), size: 0.01)
        let faint = Self.splat(at: Vector3(0, 0.1, -2), size: 0.3, opacity: 0.1)
        let cloud = small + faint + large
        #expect(SplatOrder.byImportance(cloud) == [2, 1, 0])
        #expect(SplatOrder.coarse(cloud, count: 1).count == 1)
        #expect(SplatOrder.coarse(cloud, count: 9).scales == [cloud.scales[2], cloud.scales[1], cloud.scales[0]])
    }

    @Test func `splats that no image shows are floaters`() throws {
        // A wall hides the second one; the third is behind the camera; the fourth is out of all images.
        let wall = Self.splat(at: Vector3(0, 0, -2), size: 1, opacity: 0.99)
        let cloud =
            wall + wall + wall + Self.splat(at: Vector3(0, 0, -4)) + Self.splat(at: Vector3(0, 0, 3))
            + Self.splat(at: Vector3(30, 0, -2)) + Self.splat(at: Vector3(0, 0, -1))
        let cameras = [(pose: RigidTransform.identity, intrinsics: Self.camera)]
        let weights = try SplatPruning.visibility(of: cloud, from: cameras)
        #expect(weights[0] > 100 && weights[6] > 10)
        #expect(weights[3] < 0.01 && weights[4] == 0 && weights[5] == 0)
        let pruned = try SplatPruning.withoutFloaters(cloud, seenFrom: cameras, minimumWeight: 0.5)
        #expect(!pruned.positions.contains(Vector3(0, 0, 3)) && pruned.positions.contains(Vector3(0, 0, -1)))
        let box = Bounds(min: Vector3(-1, -1, -3), max: Vector3(1, 1, 0))
        #expect(SplatPruning.cropped(cloud, to: box).count == 4)
    }
}

private func + (a: SplatCloud, b: SplatCloud) -> SplatCloud {
    SplatCloud(
        positions: a.positions + b.positions, rotations: a.rotations + b.rotations, scales: a.scales + b.scales,
        opacities: a.opacities + b.opacities, degree: a.degree, harmonics: a.harmonics + b.harmonics)
}
