import Geometry
import Images
import Rendering

extension ArtemisIllustrations {
    private static let pathColor = Vector3(0.25, 0.62, 1.0)

    /// Earth and Moon in the right relation of sizes and distance, in thousands of kilometres, with the flight's
    /// farthest point.
    @Sendable static func distances(_ models: Models) -> IllustrationSet {
        var stage = Stage(models.textures)
        stage.add(StageProps.globe(6.371).rotated(0.6, about: Vector3(0, 0, 1)), StageProps.earthMaterial)
        // On 6 April 2026 the Moon was 8.3 thousand kilometres nearer than the spacecraft behind it, measured between the centers.
        stage.add(StageProps.globe(1.737, segments: 96).translated(398, 0, 0), StageProps.moonMaterial)
        let line = Shape.rod(from: Vector3(8, 0, 0), to: Vector3(406.8, 0, 0), radius: 0.7, segments: 12)
        stage.add(line.translated(0, -12, 0), StageMaterial(Vector3(repeating: 0), emitted: pathColor))
        for x in [Float(0), 398, 406.8] {
            let tick = Shape.rod(from: Vector3(x, -15, 0), to: Vector3(x, -9, 0), radius: 0.7, segments: 12)
            stage.add(tick, StageMaterial(Vector3(repeating: 0), emitted: pathColor))
        }
        stage.add(
            Shape.sphere(1.6, segments: 32).translated(406.8, 0, 0),
            StageMaterial(Vector3(repeating: 0), emitted: Vector3(1.0, 0.45, 0.1)))
        var camera = Illustration.camera(at: Vector3(203, -4, 0), azimuth: 0, elevation: 0, distance: 850, field: 20)
        camera.near = 5
        return IllustrationSet(
            stage: stage, background: .space, reach: 1,
            images: [Illustration("images/card-record-distance.jpg", camera: camera, light: .sun(Vector3(-0.5, 0.4, 0.8)))])
    }

    /// The path of the flight as a diagram: two orbits of Earth, the way out, around the Moon and back. Not in scale.
    @Sendable static func trajectory(_ models: Models) -> IllustrationSet {
        var stage = Stage(models.textures)
        stage.add(StageProps.globe(3).rotated(0.5, about: Vector3(0, 0, 1)).translated(-14, 0, 0), StageProps.earthMaterial)
        stage.add(StageProps.globe(1.5).translated(13, 0, 0), StageProps.moonMaterial)
        let glow = StageMaterial(Vector3(repeating: 0), emitted: pathColor)
        let warm = StageMaterial(Vector3(repeating: 0), emitted: Vector3(1.0, 0.55, 0.16))
        let pale = StageMaterial(Vector3(repeating: 0), emitted: Vector3(0.42, 0.47, 0.55))
        stage.add(.tube(ellipse(center: Vector3(-14, 0, 0), x: 4.0, y: 3.9), radius: 0.07, segments: 10), pale)
        stage.add(.tube(ellipse(center: Vector3(-15.6, 0, 0), x: 6.2, y: 5.2), radius: 0.07, segments: 10), pale)
        let out = curve([Vector3(-9.4, 0, 0), Vector3(-9.0, 5.4, 0), Vector3(2, 5.2, 0), Vector3(13, -3.0, 0)])
        let around = curve([Vector3(13, -3.0, 0), Vector3(18.6, -6.6, 0), Vector3(18.6, 6.6, 0), Vector3(13, 3.0, 0)])
        let home = curve([Vector3(13, 3.0, 0), Vector3(2, -5.2, 0), Vector3(-8.0, -6.4, 0), Vector3(-12.6, -2.7, 0)])
        stage.add(.tube(out + around.dropFirst(), radius: 0.13, segments: 12), glow)
        stage.add(.tube(home, radius: 0.13, segments: 12), warm)
        for (path, material, t) in [(out, glow, 0.5), (around, glow, 0.5), (home, warm, 0.45)] {
            let i = Int(Double(path.count) * t)
            let direction = path[i + 1] - path[i]
            let arrow = Shape.cylinder(0.5, top: 0.001, height: 1.3, segments: 24).aimed(direction)
            stage.add(arrow.translated(path[i].x, path[i].y, path[i].z), material)
        }
        return IllustrationSet(
            stage: stage, background: .space, reach: 1,
            images: [
                .card(
                    "mission-timeline", at: Vector3(-1.2, 0, 0), azimuth: 0, elevation: 12, distance: 60, field: 26,
                    light: .sun(Vector3(-0.4, 0.5, 0.8)))
            ])
    }

    private static func ellipse(center: Vector3, x: Float, y: Float) -> [Vector3] {
        (0...96).map { i in
            let (s, c) = Trigonometry.sincos(Float(i) / 96 * 2 * .pi)
            return center + Vector3(x * c, y * s, 0)
        }
    }

    private static func curve(_ p: [Vector3]) -> [Vector3] {
        (0...72).map { i in
            let t = Float(i) / 72
            let s = 1 - t
            let first = p[0] * (s * s * s) + p[1] * (3 * s * s * t)
            return first + p[2] * (3 * s * t * t) + p[3] * (t * t * t)
        }
    }
}
