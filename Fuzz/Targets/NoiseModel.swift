import Foundation
import Measurement
import Reconstruction

/// What was read can be measured with, and read again when it was written.
func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard let noise = try? NoiseModel(json: Data(bytes)) else { return }
    let points = [Point(0, 0, 0), Point(1, 0.5, 2)].map { MeasuredPoint($0, normal: Point(0, 1, 0)) }
    if let distance = try? Measurer(noise: noise).distance(points[0], points[1]) {
        for units in [true, false] { _ = distance.text(units ? .metric : .imperial) }
    }
    if let again = try? noise.json() { precondition((try? NoiseModel(json: again)) != nil, "what was written can't be read") }
}

func seeds() -> [[UInt8]] {
    let visits = [0, 1].map { ScanObservations.Visit(station: $0, frames: 5, weight: 2.5, distance: 1.8, confidence: 0.9) }
    let seen = ScanObservations(
        stations: [.zero, [1, 0, 2]], places: [SIMD3(0, 0, 0): visits, SIMD3(2, 1, 4): [visits[1]], SIMD3(-1, 0, 3): [visits[0]]])
    let stable = ScanObservations(
        stations: seen.stations, places: seen.places,
        stability: [SIMD3(0, 0, 0): ScanObservations.Stability(frames: 0.002, voxels: 0.004, scatter: 0.001)])
    let models = [
        NoiseModel(voxelSize: 0.02, observations: stable),
        NoiseModel(voxelSize: 0.01, observations: seen),
        NoiseModel(voxelSize: 0.02, observations: ScanObservations(), caveat: "the camera's path is not certain"),
    ]
    return models.compactMap { (try? $0.json()).map { Array($0) } }
}
