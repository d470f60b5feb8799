import Geometry
import Measurement
import Reconstruction
import Support

/// Surfaces and noise models that tests measure in.
enum Scenes {
    /// A box whose faces look outwards, each side cut into `cells` squares; inside out for a room.
    static func box(from low: Point, to high: Point, cells: Int = 1, isRoom: Bool = false) -> TriangleMesh {
        var mesh = TriangleMesh()
        for axis in 0..<3 {
            let u = (axis + 1) % 3
            let v = (axis + 2) % 3
            for isHigh in [false, true] {
                let base = UInt32(mesh.positions.count)
                for j in 0...cells {
                    for i in 0...cells {
                        var p = isHigh ? high : low
                        p[u] = low[u] + (high[u] - low[u]) * Double(i) / Double(cells)
                        p[v] = low[v] + (high[v] - low[v]) * Double(j) / Double(cells)
                        mesh.positions.append(p.single)
                    }
                }
                for j in 0..<UInt32(cells) {
                    for i in 0..<UInt32(cells) {
                        let a = base + j * UInt32(cells + 1) + i
                        let b = a + 1
                        let c = a + UInt32(cells) + 2
                        let d = a + UInt32(cells) + 1
                        mesh.indices += isHigh != isRoom ? [a, b, c, a, c, d] : [a, c, b, a, d, c]
                    }
                }
            }
        }
        return mesh
    }

    /// The same surface with every vertex moved at random, `deviation` metres along each axis.
    static func shaken(_ mesh: TriangleMesh, _ deviation: Float, seed: UInt64 = 3) -> TriangleMesh {
        var random = SplitMix64(seed: seed)
        var moved: [Vector3: Vector3] = [:]
        var copy = mesh
        for i in copy.positions.indices {
            let p = copy.positions[i]
            if let seen = moved[p] {
                copy.positions[i] = seen
            } else {
                copy.positions[i] += Vector3(random.normal(), random.normal(), random.normal()) * deviation
                moved[p] = copy.positions[i]
            }
        }
        return copy
    }

    /// A model by which everything in a box was seen: each place from the station that `station` gives for it.
    static func noise(
        from low: Point, to high: Point, stations: Int = 1, voxelSize: Double = 0.02, frames: Int = 20, distance: Float = 2,
        station: (SIMD3<Int32>) -> Int = { _ in 0 }
    ) -> NoiseModel {
        var places: [SIMD3<Int32>: [ScanObservations.Visit]] = [:]
        let edge = Double(ScanObservations.edge)
        func cell(_ x: Double) -> Int32 { Int32((x / edge).rounded(.down)) }
        for x in cell(low.x) - 1...cell(high.x) + 1 {
            for y in cell(low.y) - 1...cell(high.y) + 1 {
                for z in cell(low.z) - 1...cell(high.z) + 1 {
                    let place = SIMD3(x, y, z)
                    places[place] = [
                        .init(station: station(place), frames: frames, weight: 1, distance: distance, confidence: 1)
                    ]
                }
            }
        }
        let path = (0..<stations).map { Vector3(Float($0), 1.5, 0) }
        return NoiseModel(voxelSize: voxelSize, observations: ScanObservations(stations: path, places: places))
    }
}
