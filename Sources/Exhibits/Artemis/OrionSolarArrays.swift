import Geometry

extension OrionSpacecraft {
    private typealias D = OrionDimensions

    /// The number of panels of a wing.
    private static let panelCount = 3
    private static let gap: Float = 0.05

    /// One wing with its drive. Its outer joint turns fully; here the cells face +y.
    static func addWing(_ number: Int, to model: inout Model, _ detail: Detail) {
        let name = "solar-array-\(number + 1)"
        model.part(name, of: "solar-arrays")
        let angle = radians(D.wingAzimuths[number])
        func add(_ shape: Shape, _ finish: ArtemisFinish) {
            // Built with the cells below, then turned over about the wing's axis.
            let turned = shape.rotated(.pi, about: Vector3(0, 0, 1))
            model.add(turned.translated(0, D.wingHeight, 0).turned(angle), finish, to: name)
        }
        let tip = D.arraySpan / 2
        let root = tip - D.wingLength
        for k in 0..<panelCount {
            let outer = tip - Float(panelCount - 1 - k) * (D.panelLength + gap)
            addPanel(from: outer - D.panelLength, detail, add)
            guard k > 0, detail.hasFittings else { continue }
            // Hinges between the panels.
            for x in [Float(-0.72), -0.25, 0.25, 0.72] {
                let hinge = Shape.box(Vector3(0.09, 0.045, 0.12), bevel: 0.01).translated(x, 0.012, outer - D.panelLength - gap / 2)
                add(hinge, .brightMetal)
            }
        }
        let inner = tip - Float(panelCount) * D.panelLength - Float(panelCount - 1) * gap
        addYoke(from: root, to: inner, detail, add)
    }

    /// A panel that begins at a distance along z: sandwich plate, cells below, ribs and harness above.
    private static func addPanel(from start: Float, _ detail: Detail, _ add: (Shape, ArtemisFinish) -> Void) {
        let w = D.panelWidth
        let l = D.panelLength
        add(Shape.box(Vector3(w, 0.024, l), bevel: detail.hasFittings ? 0.006 : 0).translated(0, 0, start + l / 2), .panelBack)
        // Cells: one image for a third of the width and half of the length, 27 by 46 cells in all.
        var cells = Shape()
        let columns = detail.hasFittings ? 3 : 1
        let rows = detail.hasFittings ? 4 : 1
        let x = w / 2 - 0.025
        let margin: Float = 0.025
        for i in 0..<columns {
            for k in 0..<rows {
                let u = [Float(i) / Float(columns), Float(i + 1) / Float(columns)]
                let v = [Float(k) / Float(rows), Float(k + 1) / Float(rows)]
                func corner(_ a: Int, _ b: Int) -> UInt32 {
                    cells.vertex(
                        Vector3(-x + 2 * x * u[a], -0.0135, start + margin + (l - 2 * margin) * v[b]), normal: Vector3(0, -1, 0),
                        at: Vector2(u[a] * 3, v[b] * 2))
                }
                let numbers = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]
                cells.triangle(numbers[0], numbers[1], numbers[2])
                cells.triangle(numbers[0], numbers[2], numbers[3])
            }
        }
        add(cells, .solarCell)
        guard detail.hasFittings else { return }
        // Edge members and stiffeners on the back.
        for side in [Float(-1), 1] {
            add(Shape.box(Vector3(0.035, 0.035, l - 0.06)).translated(side * (w / 2 - 0.04), 0.026, start + l / 2), .brightMetal)
        }
        for k in 0..<4 {
            add(
                Shape.box(Vector3(w - 0.12, 0.022, 0.03)).translated(0, 0.022, start + 0.12 + (l - 0.24) * Float(k) / 3),
                .brightMetal)
        }
        add(Shape.box(Vector3(0.07, 0.02, l)).translated(0.32, 0.020, start + l / 2), .goldFoil)
        guard detail.hasOrnaments else { return }
        // Hold-down points and the clips of the harness.
        for u in [Float(-0.62), 0.62] {
            for v in [Float(0.2), 0.8] {
                let button = Shape.cylinder(0.05, height: 0.03, segments: 24, bevel: 0.006).translated(u, 0.012, start + l * v)
                add(button, .brightMetal)
                let hole = Shape.cylinder(0.045, height: 0.004, segments: 24).translated(u, -0.018, start + l * v)
                add(hole, .brightMetal)
            }
        }
        for k in 0..<9 {
            add(Shape.box(Vector3(0.10, 0.012, 0.03)).translated(0.32, 0.034, start + l * (Float(k) + 0.5) / 9), .darkMetal)
        }
    }

    /// The drive on the service module and the frame between it and the first panel.
    private static func addYoke(from root: Float, to inner: Float, _ detail: Detail, _ add: (Shape, ArtemisFinish) -> Void) {
        let n = detail.segments(40, least: 8)
        let forward = Vector3(0, 0, 1)
        add(Shape.box(Vector3(0.26, 0.26, 0.22), bevel: 0.03).translated(0, 0, 1.98), .smoothWhite)
        add(Shape.cylinder(0.105, height: 0.16, segments: n, bevel: 0.01).aimed(forward).translated(0, 0, 2.06), .darkMetal)
        add(Shape.cylinder(0.07, height: 0.20, segments: n).aimed(forward).translated(0, 0, 2.14), .brightMetal)
        let pivot = Vector3(0, 0, root + 0.16)
        let sides = detail.segments(12, least: 4)
        for side in [Float(-1), 1] {
            add(.rod(from: pivot, to: Vector3(side * 0.72, 0, inner), radius: 0.026, segments: sides), .brightMetal)
            guard detail.hasFittings else { continue }
            add(.rod(from: pivot, to: Vector3(side * 0.26, 0, inner), radius: 0.016, segments: sides), .brightMetal)
            add(Shape.box(Vector3(0.10, 0.05, 0.10), bevel: 0.012).translated(side * 0.72, 0, inner - 0.02), .darkMetal)
        }
        add(
            .rod(from: Vector3(-0.80, 0, inner - 0.03), to: Vector3(0.80, 0, inner - 0.03), radius: 0.022, segments: sides),
            .brightMetal)
        add(Shape.box(Vector3(0.24, 0.12, 0.20), bevel: 0.03).translated(pivot.x, pivot.y, pivot.z), .darkMetal)
        // The cable from the drive to the harness.
        guard detail.hasFittings else { return }
        let path = [
            Vector3(0.05, 0.06, 2.2), Vector3(0.12, 0.10, root + 0.3), Vector3(0.26, 0.07, inner - 0.2),
            Vector3(0.32, 0.03, inner + 0.03),
        ]
        add(.tube(path, radius: 0.018, segments: detail.segments(10, least: 4)), .goldFoil)
    }

    /// The wings as they are stowed for launch: each a packet of three panels against the service module.
    static func addFoldedWings(to model: inout Model, _ detail: Detail) {
        model.part("folded-arrays", of: "service-module")
        for azimuth in D.wingAzimuths {
            for k in 0..<panelCount {
                let panel = Shape.box(Vector3(D.panelWidth, D.panelLength, 0.026)).translated(0, 2.45, 2.16 + Float(k) * 0.07)
                model.add(panel.turned(radians(azimuth)), k == panelCount - 1 ? .solarCell : .panelBack, to: "folded-arrays")
            }
        }
    }
}
