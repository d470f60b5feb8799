import Geometry
import Images
import Live
import Models
import Rendering

/// Images of companions: film strips of their actions and a sheet with all of them.
public enum FilmStrip {
    /// The number of images of a strip.
    public static let frames = 8

    /// An action as images side by side, at equal times from its beginning on.
    /// - Parameters:
    ///   - scene: the scene of a companion.
    ///   - action: the action.
    ///   - width: width of one image in pixels.
    ///   - height: height of the strip in pixels.
    public static func strip(_ scene: Scene, action: CompanionAction, width: Int = 240, height: Int = 300) -> ColorImage {
        let number = scene.animations.firstIndex { $0.name == action.name }
        let duration = number.map { scene.animations[$0].duration } ?? 0
        let images = (0..<frames).map { i in
            image(
                scene, animation: number, at: (Float(i) + 0.5) / Float(frames) * duration, width: width, height: height,
                headroom: 0.13)
        }
        return sideBySide(images)
    }

    /// Companions side by side, each in the middle of its greeting or, without an action, at rest.
    public static func sheet(_ scenes: [Scene], action: CompanionAction?, width: Int = 320, height: Int = 400) -> ColorImage {
        let images = scenes.map { scene -> ColorImage in
            let number = action.flatMap { action in scene.animations.firstIndex { $0.name == action.name } }
            let time = number.map { scene.animations[$0].duration * 0.42 } ?? 0
            return image(scene, animation: number, at: time, width: width, height: height)
        }
        return sideBySide(images)
    }

    /// One image from the front, a little from the side and above.
    static func image(
        _ scene: Scene, animation: Int?, at time: Float, width: Int, height: Int, yaw: Float = -0.42, headroom: Float = 0
    ) -> ColorImage {
        let half: Float = 0.6
        let posed = PosedSurface(scene, animation: animation, at: time)
        let shadow = FloorShadow(posed, half: half)
        let surface = posed.withFloor(half: half)
        let (s, c) = Trigonometry.sincos(yaw)
        let eye = Vector3(s * 1.75, 0.62, c * 1.75)
        let aspect = Float(width) / Float(height)
        let angle: Float = (0.31 + 0.5 * headroom) * max(1, (0.86 - 0.4 * headroom) / aspect)
        let camera = RenderCamera.looking(at: Vector3(0, 0.235 + headroom / 2, 0), from: eye, verticalFieldOfView: angle)
        let light = FilmLight(eye: eye, right: Vector3(c, 0, -s))
        let mesh = surface.mesh
        let floor = mesh.triangleCount - 2
        let style = RenderStyle(supersampling: 3)
        let ground = SRGB.toLinear(RenderStyle.darkGround)
        return Renderer.render(mesh, camera: camera, width: width, height: height, style: style) { point in
            let p = point.interpolate(mesh.positions)
            if point.triangle >= floor {
                // A pool of light that ends in the ground colour.
                let pool = 1 - Curve.smooth(Vector3(p.x, 0, p.z).length / 0.3)
                return ground + (Vector3(0.028, 0.031, 0.038) * pool) * shadow.light(p) - ground * (1 - shadow.light(p)) * pool
                    * 0.6
            }
            let look = surface.looks[point.triangle]
            let color = look.color * point.interpolate(mesh.colors)
            return light.color(color, look, normal: point.interpolate(mesh.normals).normalized, at: p)
        }
    }

    static func sideBySide(_ images: [ColorImage]) -> ColorImage {
        let width = images.reduce(0) { $0 + $1.width }
        let height = images.map(\.height).max() ?? 0
        var result = ColorImage(width: width, height: height, repeating: SIMD4(RenderStyle.darkGround, 255))
        var x = 0
        for image in images {
            for row in 0..<image.height {
                for column in 0..<image.width { result[x + column, row] = image[column, row] }
            }
            x += image.width
        }
        return result
    }
}

/// The light of the film: a hemisphere, a warm key light, a cool light from behind, and highlights.
private struct FilmLight {
    let eye: Vector3
    private let key: Vector3
    private let rim: Vector3

    init(eye: Vector3, right: Vector3) {
        self.eye = eye
        let towards = Vector3(eye.x, 0, eye.z).normalized
        key = (towards * 0.75 - right * 0.6 + Vector3(0, 0.85, 0)).normalized
        rim = (right * 0.75 - towards * 0.7 + Vector3(0, 0.5, 0)).normalized
    }

    /// The colour that the eye sees.
    func color(_ color: Vector3, _ look: PosedSurface.Look, normal: Vector3, at p: Vector3) -> Vector3 {
        let view = (eye - p).normalized
        let n = dot(normal, view) < 0 ? -normal : normal
        let sky = 0.5 + 0.5 * n.y
        var light = Vector3(0.34, 0.31, 0.33) * (1 - sky) + Vector3(0.5, 0.52, 0.57) * sky
        // The key light wraps around soft surfaces a little.
        light += Vector3(0.74, 0.68, 0.58) * max((dot(n, key) + 0.2) / 1.2, 0)
        let grazing = 1 - max(dot(n, view), 0)
        light += Vector3(0.45, 0.55, 0.75) * (max(dot(n, rim), 0) * grazing * grazing)
        let half = (key + view).normalized
        var shine = max(dot(n, half), 0)
        // The exponent 2^k of the highlight, by the roughness.
        let doublings = look.roughness < 0.2 ? 7 : look.roughness < 0.5 ? 5 : 3
        for _ in 0..<doublings { shine *= shine }
        let strength: Float = look.roughness < 0.2 ? 0.7 : look.roughness < 0.5 ? 0.22 : 0.035
        return color * light + look.emitted + Vector3(repeating: shine * strength)
    }
}
