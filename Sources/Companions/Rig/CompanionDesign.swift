import Geometry
import Live
import Models

/// Everything that defines a companion: shapes, colours, skeleton and way of moving.
struct CompanionDesign: Sendable {
    /// The name.
    var name: String
    /// The skeleton.
    var rig: Rig
    /// Closed bodies.
    var solids: [Solid]
    /// Decorations of their surfaces.
    var patches: [Patch] = []
    /// Lines on their surfaces.
    var strokes: [Stroke] = []
    /// Leaves and feathers.
    var petals: [Petal] = []
    /// Balls.
    var balls: [Ball] = []
    /// Small stars that are visible while it sparkles: their linear RGB.
    var sparkleColors: [Vector3] = []
    /// The radius in metres of the ring of stars.
    var sparkleRadius: Float = 0.21
    /// How it moves.
    var manner = Manner()
    /// Joints that follow late.
    var springs: [Spring] = []
    /// What must not get below the floor.
    var soles: [Sole] = []
    /// Roughness of hard surfaces.
    var hardRoughness: Float = 0.35
    /// What it does differently in an action at a time from 0 to 1.
    var accent: @Sendable (CompanionAction, Float, inout Pose) -> Void = { _, _, _ in }

    /// Raises feet that are below the floor.
    func plant(_ pose: inout Pose) {
        guard !soles.isEmpty else { return }
        let world = pose.world
        for sole in soles {
            let lowest = sole.points.map { sole.height($0, rig: rig, world: world) }.min() ?? 0
            if lowest < 0 { pose[sole.bone].offset.y -= Float(lowest) }
        }
    }
}

/// Points that stand on the floor, and the joint that is raised where they get below it.
struct Sole: Sendable {
    /// A point with the joints that move it.
    struct Point: Sendable {
        /// Metres, in the rest pose.
        var position: Vector3
        /// The joints and their weights.
        var influences: [(bone: Bone, weight: Float)]
    }

    /// The joint that is raised.
    var bone: Bone
    /// The points.
    var points: [Point]

    /// The height of a point in a pose, by linear blend skinning.
    func height(_ point: Point, rig: Rig, world: [AffineMap]) -> Double {
        point.influences.reduce(0) { sum, influence in
            let joint = rig.index(influence.bone)
            let local = SIMD3<Double>(point.position - rig.joints[joint].position)
            return sum + Double(influence.weight) * world[joint].apply(local).y
        }
    }

    /// The soles of two feet: a rectangle on the floor around a point of the left foot, and its mirror image.
    static func feet(x: Float, z: ClosedRange<Float>, half: Float) -> [Sole] {
        [(Bone.leftFoot, Float(1)), (.rightFoot, -1)].map { bone, side in
            let points = [z.lowerBound, z.upperBound, (z.lowerBound + z.upperBound) / 2].flatMap { z in
                [x - half, x, x + half].map { Point(position: Vector3(side * $0, 0, z), influences: [(bone, 1)]) }
            }
            return Sole(bone: bone, points: points)
        }
    }

    /// The underside of a solid that lies on the floor.
    static func underside(of solid: Solid, bone: Bone) -> Sole {
        let box = solid.bounds
        var points: [Point] = []
        for z in stride(from: box.min.z, to: box.max.z, by: 0.015) {
            for x in stride(from: box.min.x, to: box.max.x, by: 0.015) {
                let p = Vector3(x, 0.001, z)
                if solid.distance(p) < 0.004 { points.append(Point(position: p, influences: solid.influences(p))) }
            }
        }
        return Sole(bone: bone, points: points)
    }
}

extension CompanionDesign {
    /// The surfaces, closed each, with colours and weights.
    func shells() -> [Shell] {
        var all: [Shell] = []
        for solid in solids {
            let mesh = SurfaceNets.mesh(solid)
            var shell = Shell(finish: solid.finish)
            for p in mesh.positions { shell.add(p, color: solid.color(p), influences: solid.influences(p), rig: rig) }
            shell.normals = mesh.normals
            shell.indices = mesh.indices
            all.append(shell)
        }
        all += patches.map { $0.shell(on: solids[$0.solid], rig: rig) }
        all += strokes.map { $0.shell(on: solids[$0.solid], rig: rig) }
        all += petals.map { $0.shell(rig: rig) }
        all += balls.map { $0.shell(rig: rig) }
        for i in all.indices where all[i].finish != .glowing { shade(&all[i]) }
        return all + stars()
    }

    /// Darkens colours where the surface sees little of its surroundings.
    private func shade(_ shell: inout Shell) {
        for i in shell.positions.indices {
            let p = shell.positions[i]
            let n = shell.normals[i]
            var hidden: Float = 0
            for (reach, share) in [(Float(0.012), Float(0.3)), (0.03, 0.4), (0.06, 0.3)] {
                let free = solids.map { $0.distance(p + n * reach) }.min() ?? reach
                hidden += share * min(max(1 - free / reach, 0), 1)
            }
            // Less light reaches what is near the floor and faces it.
            hidden += 0.35 * max(-n.y, 0) * (1 - Curve.smooth(p.y / 0.12))
            let c = shell.colors[i]
            // Shadows are a little more saturated than the colour itself.
            let dark = c * c * 0.35 + c * 0.3
            shell.colors[i] = c + (dark - c) * min(hidden, 1) * 0.75
        }
    }

    /// A ring of four-pointed stars around the joint of the sparkles.
    private func stars() -> [Shell] {
        guard !sparkleColors.isEmpty, rig.has(.sparkles) else { return [] }
        let center = rig.joints[rig.index(.sparkles)].position
        return sparkleColors.indices.map { i in
            let (s, c) = Trigonometry.sincos((Float(i) + 0.5) / Float(sparkleColors.count) * 2 * .pi)
            let height: Float = [0.1, -0.02, 0.15, 0.04][i % 4]
            let size: Float = [0.032, 0.022, 0.027][i % 3]
            var shell = Shell(finish: .glowing)
            let at = center + Vector3(c * sparkleRadius, height, s * sparkleRadius)
            // Two crossed lenses would overlap; one star with eight points and thickness is seen from all sides.
            func add(_ p: Vector3) {
                shell.add(at + p * size, color: sparkleColors[i], influences: [(.sparkles, 1)], rig: rig)
            }
            add(Vector3(s, 0, -c) * -0.22)
            for k in 0..<8 {
                let (y, x) = Trigonometry.sincos(Float(k) / 8 * 2 * .pi)
                let r: Float = k % 2 == 0 ? 1 : 0.3
                add((Vector3(c, 0, s) * x + Vector3(0, 1, 0) * y) * r)
            }
            add(Vector3(s, 0, -c) * 0.22)
            shell.closeRings(rings: 1, segments: 8)
            shell.computeNormals()
            return shell
        }
    }
}
