import Geometry

/// A face: two eyes with highlights, closed happy eyes that are hidden at rest, cheeks and a mouth.
struct Face: Sendable {
    /// What the mouth looks like.
    enum Mouth: Sendable {
        /// A curved line.
        case smile
        /// Two small arcs below the nose.
        case muzzle
        /// Open, with a tongue.
        case open
        /// None: a beak is modelled.
        case none
    }

    /// The number of the solid that it is on.
    var solid = 0
    /// The middle between the eyes; z is inside the head.
    var center: Vector3
    /// Half the distance between the eyes, metres.
    var spacing: Float
    /// Half width and half height of an eye, metres.
    var eye: Vector2
    /// The height of the mouth below the eyes, metres.
    var mouthDrop: Float
    /// The width of the mouth, metres.
    var mouthWidth: Float = 0.034
    /// What the mouth looks like.
    var mouth = Mouth.smile
    /// Linear RGB of eyes and mouth.
    var ink = Palette.ink
    /// Linear RGB of the lower part of the eyes.
    var iris = Palette.iris
    /// Linear RGB of the cheeks; nil for none.
    var blush: Vector3? = Palette.blush
    /// The distance of the cheeks from the middle and below the eyes, metres.
    var cheek = Vector2(0.082, 0.036)
    /// The size of a cheek, metres.
    var cheekSize = Vector2(0.017, 0.011)

    /// Adds its parts to a design.
    func add(to design: inout CompanionDesign) {
        for side in [Float(1), -1] {
            let x = center.x + side * spacing
            addEye(x, &design)
            design.strokes.append(
                Stroke(
                    solid: solid,
                    points: Stroke.arc(
                        center: Vector3(x, center.y - 0.3 * eye.y, center.z), width: 2.1 * eye.x, sag: 0.75 * eye.y),
                    radius: 0.2 * eye.x + 0.0008, lift: 0.001, color: ink, finish: .glossy, binding: .bone(.smile)))
            if let blush {
                design.patches.append(
                    Patch(
                        solid: solid, center: Vector3(center.x + side * cheek.x, center.y - cheek.y, center.z),
                        facing: Vector3(side * 0.45, 0, 1), turn: side * 0.1,
                        outline: .ellipse(cheekSize.x, cheekSize.y), lift: 0.0006, dome: 0.0012, color: blush, segments: 18,
                        rings: 2))
            }
        }
        addMouth(&design)
    }

    private func addEye(_ x: Float, _ design: inout CompanionDesign) {
        let lift: Float = 0.001
        let dome = 0.26 * eye.x
        design.patches.append(
            Patch(
                solid: solid, center: Vector3(x, center.y, center.z), outline: .ellipse(eye.x, eye.y), lift: lift, dome: dome,
                color: ink, lowerColor: iris, finish: .glossy, binding: .bone(.eyes), segments: 22, rings: 4))
        for (dx, dy, size) in [(Float(-0.26), Float(0.38), Float(0.36)), (0.34, -0.36, 0.17)] {
            design.patches.append(
                Patch(
                    solid: solid, center: Vector3(x + dx * eye.x, center.y + dy * eye.y, center.z),
                    outline: .ellipse(size * eye.x, size * eye.x * 1.05),
                    lift: lift + dome * (1 - dx * dx - dy * dy).squareRoot() - 0.0001, dome: 0.0014, color: Palette.light,
                    finish: .glowing, binding: .bone(.eyes), segments: 12, rings: 2))
        }
    }

    private func addMouth(_ design: inout CompanionDesign) {
        let at = Vector3(center.x, center.y - mouthDrop, center.z)
        func line(_ points: [Vector3]) {
            design.strokes.append(
                Stroke(solid: solid, points: points, radius: 0.0026, color: ink, finish: .glossy, binding: .bone(.mouth)))
        }
        switch mouth {
        case .none: return
        case .smile: line(Stroke.arc(center: at, width: mouthWidth, sag: -0.32 * mouthWidth))
        case .muzzle:
            for side in [Float(1), -1] {
                line(
                    Stroke.arc(
                        center: at + Vector3(side * mouthWidth / 4, 0, 0), width: mouthWidth / 2, sag: -0.18 * mouthWidth,
                        count: 7))
            }
        case .open:
            design.patches += [
                Patch(
                    solid: solid, center: at, outline: .grin(mouthWidth / 2, mouthWidth * 0.52), lift: 0.0008, dome: 0.001,
                    color: Palette.mouth, finish: .glossy, binding: .bone(.mouth)),
                Patch(
                    solid: solid, center: at - Vector3(0, mouthWidth * 0.3, 0),
                    outline: .ellipse(mouthWidth * 0.27, mouthWidth * 0.16), lift: 0.0014, dome: 0.0012, color: Palette.tongue,
                    binding: .bone(.mouth), segments: 16, rings: 2),
            ]
        }
    }
}
