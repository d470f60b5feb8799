import Geometry

/// A closed box that is looked at from within, in triangles of some 10 cm.
func roomMesh(width: Float, depth: Float, height: Float) -> TriangleMesh {
    var mesh = TriangleMesh()
    func side(_ corner: Vector3, _ u: Vector3, _ v: Vector3) {
        let (columns, rows) = (max(1, Int(u.length / 0.1)), max(1, Int(v.length / 0.1)))
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
    let (x, y, z) = (Vector3(width, 0, 0), Vector3(0, height, 0), Vector3(0, 0, depth))
    side(.zero, z, x)
    side(y, x, z)
    side(.zero, x, y)
    side(z + x, Vector3(-width, 0, 0), y)
    side(z, Vector3(0, 0, -depth), y)
    side(x, z, y)
    return mesh
}
