import Geometry

/// Solids with their materials that belong together, around an origin on the floor; +z is the front.
package struct FurnitureModel: Sendable {
    var pieces: [(solid: Solid, material: Material)] = []

    mutating func add(_ solid: Solid, _ material: Material) { pieces.append((solid, material)) }

    mutating func add(_ other: FurnitureModel, at offset: Vector3 = Vector3(0, 0, 0), turn: Float = 0) {
        pieces += other.pieces.map { ($0.solid.placed(offset, turn: turn), $0.material) }
    }

    mutating func add(_ other: FurnitureModel, _ pose: RigidTransform) {
        pieces += other.pieces.map { ($0.solid.placed(pose), $0.material) }
    }
}
