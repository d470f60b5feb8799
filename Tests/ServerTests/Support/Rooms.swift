import Geometry

/// A closed box that is looked at from within, in triangles of some 10 cm.
func roomMesh(width: Float, depth: Float, height: Float) -> TriangleMesh {
    var mesh = TriangleMesh()
    func side(_ corner: Vector3, u: Vector3, v: Vector3) {
        let columns = max(1, Int(u.length / 0.1))
        let rows = max(1, Int(v.length / 0.1))
        let base = UInt32(mesh.positions.count)
        for j in 0...rows {
            for i in 0...columns {
                mesh.positions.append(corner + u * (Float(i) / Float(columns)) + v * (Float(j) / Float(rows)))
            }
        }
        for j in 0..<UInt32(rows) {
            for i in 0..<UInt32(columns) {
                let a = base + j * UInt32(columns + 1) + i
                mesh.indices += [a, a + 1, a + UInt32(columns) + 2, a, a + UInt32(columns) + 2, a + UInt32(columns) + 1]
            }
        }
    }
    let x = Vector3(width, 0, 0)
    let y = Vector3(0, height, 0)
    let z = Vector3(0, 0, depth)
    side(.zero, u: z, v: x)
    side(y, u: x, v: z)
    side(.zero, u: x, v: y)
    side(z + x, u: Vector3(-width, 0, 0), v: y)
    side(z, u: Vector3(0, 0, -depth), v: y)
    side(x, u: z, v: y)
    return mesh
}
