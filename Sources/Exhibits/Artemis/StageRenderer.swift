import Geometry
import Images
import Rendering
import Support

/// Draws stages: key and rim light with shadows, reflections of a studio, ambient occlusion, tone mapping.
struct StageRenderer: Sendable {
    private let stage: Stage
    private let bvh: BVH
    private let floor: FloorOpenness?
    private let background: StageBackground
    /// The box around the stage.
    private let bounds: Bounds

    /// - Parameters:
    ///   - stage: what is drawn.
    ///   - background: what is around it.
    ///   - reach: how far surfaces darken each other, metres.
    init(_ stage: Stage, background: StageBackground, reach: Float) {
        var stage = stage
        bvh = BVH(stage.mesh)
        if case .studio(let y) = background {
            floor = FloorOpenness(stage.mesh, bvh: bvh, y: y, reach: reach * 2.5)
            stage.computeOpenness(bvh, reach: reach, floor: y)
        } else {
            floor = nil
            stage.computeOpenness(bvh, reach: reach, floor: nil)
        }
        self.stage = stage
        self.background = background
        bounds = stage.mesh.bounds
    }

    /// The models alone from a camera, with a transparent background.
    func cutout(_ camera: RenderCamera, light: StageLight, width: Int, height: Int) -> ColorImage {
        let shot = Shot(camera, light: light, height: height)
        return Renderer.cutout(stage.mesh, camera: camera, width: width, height: height, style: Self.style) { point in
            ToneMapping.filmic(surfaceColor(point, shot))
        }
    }

    /// An image from a camera.
    func image(_ camera: RenderCamera, light: StageLight? = nil, width: Int, height: Int) -> ColorImage {
        let shot = Shot(camera, light: light, height: height)
        let eye = shot.eye
        let forward = shot.forward
        var mesh = stage.mesh
        let models = mesh.triangleCount
        // The backdrop behind everything, and the floor.
        let far = max(bounds.size.length * 4, (bounds.center - eye).length * 3)
        let middle = eye + forward * far
        let side = far * 3
        Self.quad(
            &mesh,
            [
                middle - shot.right * side - shot.up * side, middle + shot.right * side - shot.up * side,
                middle + shot.right * side + shot.up * side, middle - shot.right * side + shot.up * side,
            ])
        if let floor {
            let c = bounds.center
            let r = bounds.size.length * 3
            Self.quad(
                &mesh,
                [
                    Vector3(c.x - r, floor.y, c.z + r), Vector3(c.x + r, floor.y, c.z + r), Vector3(c.x + r, floor.y, c.z - r),
                    Vector3(c.x - r, floor.y, c.z - r),
                ])
        }
        return Renderer.render(mesh, camera: camera, width: width, height: height, style: Self.style) { point in
            if point.triangle >= models + 2 { return floorColor(point.interpolate(mesh.positions), shot) }
            if point.triangle >= models { return backdrop((point.interpolate(mesh.positions) - eye).normalized, shot) }
            return ToneMapping.filmic(surfaceColor(point, shot))
        }
    }

    private static let style = RenderStyle(supersampling: 3)

    /// What all pixels of an image share.
    private struct Shot {
        let eye: Vector3
        let forward: Vector3
        let right: Vector3
        let up: Vector3
        let light: StageLight
        /// Metres a pixel at a metre's distance.
        let footprint: Float

        init(_ camera: RenderCamera, light: StageLight?, height: Int) {
            eye = camera.pose.translation
            forward = camera.pose.rotation.rotate(Vector3(0, 0, -1))
            right = camera.pose.rotation.rotate(Vector3(1, 0, 0))
            up = camera.pose.rotation.rotate(Vector3(0, 1, 0))
            self.light = light ?? .studio(forward)
            if case .perspective(let angle) = camera.projection {
                footprint = 2 * Trigonometry.tan(angle / 2) / Float(height)
            } else {
                footprint = 0.001
            }
        }
    }

    private static func quad(_ mesh: inout TriangleMesh, _ corners: [Vector3]) {
        let first = UInt32(mesh.positions.count)
        mesh.positions += corners
        mesh.normals += Array(repeating: Vector3(0, 1, 0), count: 4)
        mesh.textureCoordinates += Array(repeating: Vector2(0, 0), count: 4)
        mesh.indices += [0, 1, 2, 0, 2, 3].map { $0 + first }
    }

    // MARK: Surfaces

    private func surfaceColor(_ point: SurfacePoint, _ shot: Shot) -> Vector3 {
        let p = point.interpolate(stage.mesh.positions)
        let material = stage.material(point.triangle)
        let view = (shot.eye - p).normalized
        var normal = point.interpolate(stage.mesh.normals).normalized
        let (a, b, c) = stage.mesh.corners(point.triangle)
        let face = cross(b - a, c - a).normalized
        if dot(face, view) < 0 { normal = -normal }
        var albedo = material.color
        if material.base != nil || material.normal != nil {
            let look = lookup(point, material, normal: normal, distance: (p - shot.eye).length, shot: shot)
            albedo *= look.color
            normal = look.normal
        }
        if dot(normal, view) < 0.02 { normal = (normal + view * (0.02 - dot(normal, view))).normalized }
        let open = stage.openness(point)
        let shadow = !material.receivesShadow ? 1 : keyShadow(p, face: dot(face, view) < 0 ? -face : face, normal: normal, shot)
        return shade(albedo, material, normal: normal, view: view, open: open, shadow: shadow, light: shot.light) + material.emitted
    }

    /// The texture's colour and the bent normal.
    private func lookup(
        _ point: SurfacePoint, _ material: StageMaterial, normal: Vector3, distance: Float, shot: Shot
    ) -> (color: Vector3, normal: Vector3) {
        let uv = stage.mesh.textureCoordinates
        let t0 = uv[point.vertices.0]
        let t1 = uv[point.vertices.1] - t0
        let t2 = uv[point.vertices.2] - t0
        let place = t0 + t1 * point.weights.y + t2 * point.weights.z
        let (a, b, c) = stage.mesh.corners(point.triangle)
        let e1 = b - a
        let e2 = c - a
        let area = cross(e1, e2).length
        let determinant = t1.x * t2.y - t2.x * t1.y
        guard area > 0, determinant.magnitude > 1e-12 else {
            return (material.base?.color(place, step: 1) ?? Vector3(repeating: 1), normal)
        }
        let width = material.base?.width ?? material.normal?.width ?? 512
        let step = (determinant.magnitude / area).squareRoot() * width * distance * shot.footprint
        let color = material.base?.color(place, step: step) ?? Vector3(repeating: 1)
        guard let map = material.normal else { return (color, normal) }
        let along = (e1 * t2.y - e2 * t1.y) / determinant
        let down = (e2 * t1.x - e1 * t2.x) / determinant
        let tangent = (along - normal * dot(along, normal)).normalized
        let bitangent = cross(normal, tangent) * (dot(cross(normal, tangent), down) < 0 ? -1 : 1)
        let n = map.codes(place, step: step) / 127.5 - 1
        // v runs downwards in the image, +y of the map upwards.
        return (color, (tangent * n.x - bitangent * n.y + normal * max(n.z, 0.1)).normalized)
    }

    /// 0…1: how much of the key light arrives, with a soft edge.
    private func keyShadow(_ p: Vector3, face: Vector3, normal: Vector3, _ shot: Shot) -> Float {
        let towards = dot(face, shot.light.key)
        let facing = min(max(towards * 6, 0), 1)
        guard dot(normal, shot.light.key) > 0, facing > 0 else { return 0 }
        let distance = (p - shot.eye).length
        let origin = p + face * ((distance * 0.0016 + 0.004) * (1.8 - towards))
        let (u, v) = Stage.frame(shot.light.key)
        let turn = Self.jitter(p) * 6.283
        var free: Float = 0
        for k in 0..<3 {
            let (s, c) = Trigonometry.sincos(turn + Float(k) * 2.0944)
            let direction = (shot.light.key + (u * c + v * s) * 0.022).normalized
            if bvh.intersect(Ray(origin: origin, direction: direction)) == nil { free += 1 }
        }
        return free / 3 * facing
    }

    /// A number 0..<1 that depends on a position alone.
    private static func jitter(_ p: Vector3) -> Float {
        var h = p.x.bitPattern &* 0x9E37_79B1 ^ p.y.bitPattern &* 0x85EB_CA77 ^ p.z.bitPattern &* 0xC2B2_AE3D
        h ^= h >> 15
        h = h &* 0x2C1B_3C6D
        h ^= h >> 12
        return Float(h >> 8) * 0x1p-24
    }

    /// Cook–Torrance with the GGX distribution for the key light, and the studio's reflection and soft light.
    private func shade(
        _ albedo: Vector3, _ material: StageMaterial, normal n: Vector3, view: Vector3, open: Float, shadow: Float,
        light: StageLight
    ) -> Vector3 {
        let metallic = material.metallic
        let roughness = max(material.roughness, 0.06)
        let diffuse = albedo * (1 - metallic)
        let f0 = Vector3(repeating: 0.04) * (1 - metallic) + albedo * metallic
        let nv = max(dot(n, view), 0.02)
        let grazing = 1 - nv
        let grazing5 = grazing * grazing * grazing * grazing * grazing
        let smooth = Vector3(repeating: 1 - roughness).lanewiseMax(f0)
        let fresnel = f0 + (smooth - f0) * grazing5
        let t = 0.5 + 0.5 * n.y
        var result = diffuse * (light.ground * (1 - t) + light.sky * t) * open
        let nl = dot(n, light.key)
        if nl > 0, shadow > 0 {
            let half = (light.key + view).normalized
            let nh = max(dot(n, half), 0)
            let a2 = roughness * roughness * roughness * roughness
            let d = nh * nh * (a2 - 1) + 1
            let k = (roughness + 1) * (roughness + 1) / 8
            let visibility = 1 / (4 * (nl * (1 - k) + k) * (nv * (1 - k) + k))
            let lobe = min(a2 / (3.1416 * d * d) * visibility, 12)
            let vh = 1 - max(dot(view, half), 0)
            let vh5 = vh * vh * vh * vh * vh
            let f = f0 + (Vector3(repeating: 1) - f0) * vh5
            let reflectance: Vector3 = diffuse * 0.318 + f * lobe
            result += light.keyColor * reflectance * (nl * shadow)
        }
        let nr = max(dot(n, light.rim), 0)
        let edge = Vector3(repeating: grazing * grazing)
        result += light.rimColor * (diffuse + edge) * (nr * open * 0.5)
        let reflected = n * (2 * dot(n, view)) - view
        let seen = light.reflection(reflected, roughness: roughness)
        let visible = open * (0.675 + 0.325 * shadow.squareRoot())
        return result + seen * fresnel * visible
    }

    // MARK: Surroundings

    private func backdrop(_ d: Vector3, _ shot: Shot) -> Vector3 {
        let x = dot(d, shot.right) / max(dot(d, shot.forward), 0.1)
        let y = dot(d, shot.up) / max(dot(d, shot.forward), 0.1)
        let r2 = x * x + y * y
        switch background {
        case .studio, .dark:
            let glow = 1 / (1 + 7 * r2)
            // A little noise, so that the gradient shows no steps.
            let grain = (Self.jitter(d) - 0.5) * 0.0014
            return Vector3(0.0075 + grain, 0.0085 + grain, 0.0105 + grain) + Vector3(0.020, 0.023, 0.029) * glow
        case .space:
            return Vector3(0.0016, 0.0019, 0.0028) + Vector3(repeating: Self.star(x, y))
        }
    }

    /// A star in some cells of a grid.
    private static func star(_ x: Float, _ y: Float) -> Float {
        let cells: Float = 55
        let i = Int((x * cells).rounded(.down))
        let k = Int((y * cells).rounded(.down))
        let brightness = ProceduralTexture.hash(i, k, seed: 71)
        guard brightness > 0.86 else { return 0 }
        let dx = x * cells - Float(i) - 0.2 - 0.6 * ProceduralTexture.hash(i, k, seed: 72)
        let dy = y * cells - Float(k) - 0.2 - 0.6 * ProceduralTexture.hash(i, k, seed: 73)
        let size = 0.018 + 0.022 * ProceduralTexture.hash(i, k, seed: 74)
        let d = (dx * dx + dy * dy) / (size * size)
        return d < 4 ? (brightness - 0.84) * 4.5 * max(0, 1 - d / 4) : 0
    }

    /// The floor ends in the backdrop's colour; models mirror in it and darken it.
    private func floorColor(_ p: Vector3, _ shot: Shot) -> Vector3 {
        guard let floor else { return Vector3(repeating: 0) }
        let d = (p - shot.eye).normalized
        let back = backdrop(d, shot)
        let center = bounds.center
        let size = max(bounds.size.x, bounds.size.z) + 0.25 * bounds.size.y
        let flat = Vector3(p.x - center.x, 0, p.z - center.z).length / size
        let fade = 1 / (1 + flat * flat * flat * 2.2)
        let open = floor.openness(p)
        var light = Vector3(0.030, 0.033, 0.038) * open
        let mirrored = Vector3(d.x, -d.y, d.z)
        if fade > 0.05, let hit = bvh.intersect(Ray(origin: p + Vector3(0, 0.002, 0), direction: mirrored)) {
            let (a, b, c) = stage.mesh.corners(hit.triangle)
            let n = cross(b - a, c - a).normalized
            let material = stage.material(hit.triangle)
            let facing = 0.25 + 0.75 * max(dot(n, shot.light.key), 0)
            let base = material.base.map { $0.color(Vector2(0.3, 0.3), step: 256) } ?? Vector3(repeating: 1)
            let distance = hit.t / max(bounds.size.y, 1)
            light += material.color * base * (facing * 0.075 / (1 + 5 * distance))
        }
        return back + (light - back * (1 - open * 0.85)) * fade
    }
}
