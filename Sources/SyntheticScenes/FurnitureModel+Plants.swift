import Geometry
import Support

extension FurnitureModel {
    /// A leaf along +x from the origin that rises and droops: `length` and `width` in metres.
    private static func leafSolid(length: Float, width: Float, droop: Float) -> Solid {
        .sheet(columns: 7, rows: 4, thickness: 0.0025) { u, v in
            let t = 0.02 + 0.96 * u
            let (s, _) = Trigonometry.sincos(t * .pi)
            let half = width / 2 * s * (1.25 - 0.5 * t)
            let side = 2 * v - 1
            // Folded a little along the midrib.
            return Vector3(length * u, length * (0.28 * u - droop * u * u) + 0.22 * half * side.magnitude, -half * side)
        }
    }

    /// A pot with earth; its rim is at `height`.
    private static func pot(radius: Float, height: Float, color: Vector3) -> FurnitureModel {
        var pot = FurnitureModel()
        let t = radius * 0.09
        pot.add(
            .lathe(
                [
                    Vector2(0, 0), Vector2(radius * 0.72, 0), Vector2(radius * 0.74, 0.008), Vector2(radius * 0.86, height * 0.5),
                    Vector2(radius * 0.96, height * 0.82), Vector2(radius, height * 0.83), Vector2(radius, height),
                    Vector2(radius - t, height),
                    Vector2(radius - t * 1.6, height * 0.88), Vector2(0, height * 0.88),
                ], sides: 32),
            Material(mean: color) { p, spot in
                let isEarth = p.y > height * 0.86 && p.x * p.x + p.z * p.z < (radius - t * 1.3) * (radius - t * 1.3)
                let clouds =
                    1 + 0.1 * ValueNoise.value(p * 30) + 0.3
                    * (isEarth ? ValueNoise.fine(p, frequency: 180, spot: spot) : 0)
                return (isEarth ? web(0x4a382b) : color) * clouds
            })
        return pot
    }

    /// A fig tree of about 1.5 m in a clay pot.
    static func tree(_ random: inout SplitMix64, pot color: Vector3) -> FurnitureModel {
        var tree = pot(radius: 0.19, height: 0.34, color: color)
        let trunk = (0...10).map { i -> Vector3 in
            let t = Float(i) / 10
            return Vector3(0.05 * Trigonometry.sin(t * 3), 0.28 + 1.05 * t, 0.04 * Trigonometry.sin(t * 4 + 1))
        }
        tree.add(.tube(trunk, radius: 0.016, endRadius: 0.008), .wood(web(0x8a6a4a), web(0x5a422c), along: 1))
        for k in 0..<30 {
            let t = 0.22 + 0.78 * Float(k) / 29
            let length = (0.33 - 0.13 * t) * (0.85 + 0.3 * random.unit())
            let leaf = leafSolid(length: length, width: length * (0.52 + 0.12 * random.unit()), droop: 0.15 + 0.35 * random.unit())
            let turn = Float(k) * 2.399 + 0.3 * random.unit()
            let tilt = Quaternion(angle: 0.15 + 0.7 * t * t + 0.25 * random.unit(), axis: Vector3(0, 0, 1))
            let place =
                trunk[0] + (trunk[10] - trunk[0]) * t
                + Vector3(0.05 * Trigonometry.sin(t * 3) - 0.05 * t * Trigonometry.sin(3), 0, 0)
            let pose = RigidTransform(rotation: Quaternion(angle: turn, axis: Vector3(0, 1, 0)) * tilt, translation: place)
            let green = web(0x4d7a3f) * (0.75 + 0.5 * random.unit())
            tree.add(leaf.placed(pose), .leaf(Vector3(green.x * (0.9 + 0.3 * random.unit()), green.y, green.z)))
        }
        return tree
    }

    /// A small plant in a pot.
    static func pottedPlant(_ random: inout SplitMix64, leaves: Int = 14, reach: Float = 0.2) -> FurnitureModel {
        let height = reach * 0.65
        var plant = pot(radius: reach * 0.5, height: height, color: random.unit() < 0.5 ? web(0xc27c54) : web(0xe4ddcf))
        for k in 0..<leaves {
            let inner = Float(k) / Float(leaves)
            let length = reach * (1.15 - 0.4 * inner) * (0.8 + 0.4 * random.unit())
            let leaf = leafSolid(length: length, width: length * 0.42, droop: 0.5 * (1 - inner))
            let tilt = Quaternion(angle: 0.35 + 0.95 * inner, axis: Vector3(0, 0, 1))
            let rotation = Quaternion(angle: Float(k) * 2.399 + random.unit() * 0.4, axis: Vector3(0, 1, 0)) * tilt
            plant.add(
                leaf.placed(RigidTransform(rotation: rotation, translation: Vector3(0, height * 0.86, 0))),
                .leaf(web(0x5d8a4c) * (0.75 + 0.5 * random.unit())))
        }
        return plant
    }

    /// A vase, with as many dry stems as told.
    static func vase(_ color: Vector3, height: Float, stems: Int, _ random: inout SplitMix64) -> FurnitureModel {
        var vase = FurnitureModel()
        let outside: [Vector2] = [
            Vector2(0, 0), Vector2(0.26, 0), Vector2(0.34, 0.08), Vector2(0.40, 0.28), Vector2(0.38, 0.48), Vector2(0.26, 0.68),
            Vector2(0.155, 0.82),
            Vector2(0.15, 0.92), Vector2(0.18, 1.0),
        ]
        let inside: [Vector2] = [
            Vector2(0.155, 1.0), Vector2(0.125, 0.92), Vector2(0.13, 0.82), Vector2(0.1, 0.72), Vector2(0, 0.7),
        ]
        vase.add(.lathe((outside + inside).map { $0 * height }, sides: 28), .clay(color))
        for _ in 0..<stems {
            let (s, c) = Trigonometry.sincos(random.unit() * 2 * .pi)
            let lean = 0.04 + 0.10 * random.unit()
            let top = height + 0.16 + 0.14 * random.unit()
            let foot = Vector3(0.06 * c * height, height * 0.72, 0.06 * s * height)
            let middle = Vector3(0.35 * lean * c, height + 0.08, 0.35 * lean * s)
            let tip = Vector3(lean * c, top, lean * s)
            vase.add(.tube([foot, middle, tip], radius: 0.0022, endRadius: 0.0015, sides: 5), .clay(web(0x8c7a4f)))
            let head = Solid.ball(Vector3(0.012, 0.035, 0.012), rows: 6)
            let tilt = Quaternion(angle: -2.2 * lean, axis: Vector3(-s, 0, c))
            vase.add(
                head.placed(RigidTransform(rotation: tilt, translation: tip)),
                .clay(random.unit() < 0.5 ? web(0xd9bf8c) : web(0xc98f6b)))
        }
        return vase
    }
}
