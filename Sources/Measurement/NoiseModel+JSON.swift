import Foundation
import Geometry
import Reconstruction

/// Noise models as JSON, described in docs/measurement.md.
extension NoiseModel {
    /// The value of `schema` in its JSON; the number changes when older readers would misread it.
    public static let schema = "diorama.noise/1"
    /// Larger files than this are no noise models.
    public static let largestFile = 256 << 20

    /// Reads what `json()` wrote.
    /// - Throws: what is missing or wrong.
    public init(json bytes: Data) throws(MeasurementError) {
        guard bytes.count <= Self.largestFile else { throw MeasurementError("the noise model is larger than the limit of 256 MB") }
        let document: Document
        do { document = try JSONDecoder().decode(Document.self, from: bytes) } catch {
            throw MeasurementError(decoding: error, "the noise model")
        }
        guard document.schema == Self.schema else {
            throw MeasurementError(
                "the noise model's schema is ‘\(document.schema.prefix(40))’, but only ‘\(Self.schema)’ is supported")
        }
        let numbers = [
            document.sensor.base, document.sensor.growth, document.sensor.limit, document.sensor.unsure, document.sensor.visit,
            document.drift.translation, document.drift.rotation, document.surface.flat, document.surface.detail,
            document.surface.lateral,
            document.surface.plane, document.surface.tilt, document.surface.bend, document.surface.floor,
            document.scale?.deviation ?? 0, document.scale?.depth ?? 0,
        ]
        guard numbers.allSatisfy({ $0.isFinite && $0 >= 0 && $0 < 1e6 }) else {
            throw MeasurementError("the noise model has a negative deviation; reconstruct the scan again")
        }
        guard document.drift.exponent > 0, document.drift.exponent <= 2 else {
            throw MeasurementError("drift.exponent of the noise model is \(document.drift.exponent); it must be between 0 and 2")
        }
        guard document.voxelSize.isFinite, document.voxelSize >= 0, document.voxelSize <= 1 else {
            throw MeasurementError("voxel_size of the noise model is \(document.voxelSize); it must be between 0 and 1")
        }
        self.init(
            sensor: document.sensor, drift: document.drift, surface: document.surface,
            scale: document.scale ?? NoiseModel.Scale(), voxelSize: document.voxelSize, observations: try document.observations(),
            caveat: document.caveat)
    }

    /// The model as JSON: the same model gives the same bytes.
    public func json() throws(MeasurementError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return try encoder.encode(Document(self)) + Data("\n".utf8) } catch {
            throw MeasurementError("the noise model can't be written as JSON: \(error)")
        }
    }
}

extension NoiseModel.Sensor {
    /// Models of earlier versions have no `visit`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            base: try values.decode(Double.self, forKey: .base), growth: try values.decode(Double.self, forKey: .growth),
            limit: try values.decode(Double.self, forKey: .limit), unsure: try values.decode(Double.self, forKey: .unsure),
            visit: try values.decodeIfPresent(Double.self, forKey: .visit) ?? 0)
    }

    enum CodingKeys: String, CodingKey { case base, growth, limit, unsure, visit }
}

extension NoiseModel.Surface {
    /// What models did not have when they were made is as in those that are made now.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            flat: try values.decode(Double.self, forKey: .flat), detail: try values.decode(Double.self, forKey: .detail),
            lateral: try values.decode(Double.self, forKey: .lateral), plane: try values.decode(Double.self, forKey: .plane),
            tilt: try values.decodeIfPresent(Double.self, forKey: .tilt) ?? Self.fused.tilt,
            bend: try values.decodeIfPresent(Double.self, forKey: .bend) ?? Self.fused.bend,
            floor: try values.decodeIfPresent(Double.self, forKey: .floor) ?? Self.fused.floor)
    }
}

private struct Document: Codable {
    var schema: String
    var sensor: NoiseModel.Sensor
    var drift: NoiseModel.Drift
    var surface: NoiseModel.Surface
    /// Absent in models of earlier versions.
    var scale: NoiseModel.Scale?
    var voxelSize: Double
    var caveat: String?
    /// Camera positions in millimetres.
    var stations: [[Int]]
    /// One a place: its three numbers, and for each visit station, frames, weight in thousandths, distance in centimetres and
    /// confidence in percent.
    var places: [[Int]]
    /// One a place: for each visit its offset in tenths of a millimetre, null where there is none. Absent in models of earlier
    /// versions.
    var offsets: [[Int?]]?
    /// Absent in models of earlier versions.
    var variants: [Variant]?
    /// One a place where it is known: its three numbers, then frames, voxels and scatter in tenths of a millimetre. Absent in
    /// models of earlier versions.
    var stability: [[Int]]?

    struct Variant: Codable {
        var kind: TrajectoryVariant.Kind
        /// One a station: translation in micrometres and rotation vector in microradians.
        var motions: [[Int]]
    }

    enum CodingKeys: String, CodingKey {
        case schema, sensor, drift, surface, scale, caveat, stations, places, offsets, variants, stability
        case voxelSize = "voxel_size"
    }

    init(_ model: NoiseModel) {
        schema = NoiseModel.schema
        sensor = model.sensor
        drift = model.drift
        surface = model.surface
        scale = model.scale
        voxelSize = model.voxelSize
        caveat = model.caveat
        func whole(_ x: Float) -> Int { Int(max(-1e9, min(1e9, x.rounded()))) }
        stations = model.observations.stations.map { [whole($0.x * 1000), whole($0.y * 1000), whole($0.z * 1000)] }
        let keys = model.observations.places.keys.sorted { ($0.x, $0.y, $0.z) < ($1.x, $1.y, $1.z) }
        places = keys.map { key in
            (model.observations.places[key] ?? []).reduce(into: [Int(key.x), Int(key.y), Int(key.z)]) { list, visit in
                list += [
                    visit.station, visit.frames, max(1, whole(visit.weight * 1000)), whole(visit.distance * 100),
                    whole(visit.confidence * 100),
                ]
            }
        }
        variants = model.observations.variants.map { variant in
            Variant(
                kind: variant.kind,
                motions: variant.motions.map { motion in
                    [motion.translation, motion.rotation].flatMap { v in (0..<3).map { whole(v[$0] * 1e6) } }
                })
        }
        stability = model.observations.stability.sorted { ($0.key.x, $0.key.y, $0.key.z) < ($1.key.x, $1.key.y, $1.key.z) }.map {
            let (key, found) = $0
            return [Int(key.x), Int(key.y), Int(key.z)] + [found.frames, found.voxels, found.scatter].map { whole($0 * 10_000) }
        }
        offsets = keys.map { key in
            (model.observations.places[key] ?? []).map { visit in visit.offset.map { whole($0 * 10_000) } }
        }
    }

    func observations() throws(MeasurementError) -> ScanObservations {
        func bad(_ what: String, _ number: Int) -> MeasurementError {
            MeasurementError("\(what)[\(number)] of the noise model is invalid; reconstruct the scan again")
        }
        var positions: [Vector3] = []
        for (i, numbers) in stations.enumerated() {
            guard numbers.count == 3 else { throw bad("stations", i) }
            positions.append(Vector3(Float(numbers[0]), Float(numbers[1]), Float(numbers[2])) / 1000)
        }
        var found: [SIMD3<Int32>: [ScanObservations.Visit]] = [:]
        for (i, numbers) in places.enumerated() {
            guard numbers.count >= 8, numbers.count % 5 == 3, let x = Int32(exactly: numbers[0]),
                let y = Int32(exactly: numbers[1]),
                let z = Int32(exactly: numbers[2])
            else { throw bad("places", i) }
            let offset = offsets.flatMap { i < $0.count ? $0[i] : nil }
            guard offset.map({ $0.count == numbers.count / 5 }) ?? true else { throw bad("offsets", i) }
            found[SIMD3(x, y, z)] = try Swift.stride(from: 3, to: numbers.count, by: 5).map { k throws(MeasurementError) in
                let part = numbers[k..<k + 5]
                guard positions.indices.contains(part[k]), part[k + 1] > 0, part[k + 2] > 0, part[k + 3] >= 0,
                    (0...100).contains(part[k + 4])
                else { throw bad("places", i) }
                let tenths = offset?[k / 5]
                guard (tenths ?? 0).magnitude <= 1000 else { throw bad("offsets", i) }
                return ScanObservations.Visit(
                    station: part[k], frames: part[k + 1], weight: Float(part[k + 2]) / 1000, distance: Float(part[k + 3]) / 100,
                    confidence: Float(part[k + 4]) / 100, offset: tenths.map { Float($0) / 10_000 })
            }
        }
        if let offsets, offsets.count != places.count {
            throw MeasurementError(
                "the noise model has offsets of \(offsets.count) places, but \(places.count) places; reconstruct the scan again")
        }
        return ScanObservations(
            stations: positions, places: found, variants: try trajectories(), stability: try stabilities())
    }

    private func stabilities() throws(MeasurementError) -> [SIMD3<Int32>: ScanObservations.Stability] {
        var found: [SIMD3<Int32>: ScanObservations.Stability] = [:]
        for (i, numbers) in (stability ?? []).enumerated() {
            guard numbers.count == 6, let x = Int32(exactly: numbers[0]), let y = Int32(exactly: numbers[1]),
                let z = Int32(exactly: numbers[2]), numbers[3...].allSatisfy({ $0.magnitude <= 100_000 }), numbers[5] >= 0
            else { throw MeasurementError("stability[\(i)] of the noise model is invalid; reconstruct the scan again") }
            func metres(_ k: Int) -> Float { Float(numbers[k]) / 10_000 }
            found[SIMD3(x, y, z)] = .init(frames: metres(3), voxels: metres(4), scatter: metres(5))
        }
        return found
    }

    private func trajectories() throws(MeasurementError) -> [ScanObservations.Variant] {
        try (variants ?? []).enumerated().map { i, variant throws(MeasurementError) in
            guard variant.motions.count == stations.count, variant.motions.allSatisfy({ $0.count == 6 }) else {
                throw MeasurementError(
                    "variants[\(i)] of the noise model doesn't have six numbers for each station; reconstruct the scan again")
            }
            return ScanObservations.Variant(
                kind: variant.kind,
                motions: variant.motions.map { n in
                    func vector(_ k: Int) -> Vector3 { Vector3(Float(n[k]), Float(n[k + 1]), Float(n[k + 2])) * 1e-6 }
                    return .init(translation: vector(0), rotation: vector(3))
                })
        }
    }
}

extension MeasurementError {
    /// An error of a JSON decoder, with the place in the document.
    init(decoding error: any Error, _ what: String) {
        func place(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
            let path = (context.codingPath + (key.map { [$0] } ?? [])).map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
            return String(path.joined().drop { $0 == "." }.prefix(200))
        }
        switch error {
        case DecodingError.keyNotFound(let key, let context): self.init("\(place(context, key)) of \(what) is missing")
        case DecodingError.valueNotFound(_, let context): self.init("\(place(context)) of \(what) is null, but a value is needed")
        case DecodingError.typeMismatch(_, let context): self.init("\(place(context)) of \(what) has the wrong type")
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            self.init("\(place(context)) of \(what) has an unknown value")
        default: self.init("\(what) is not well-formed JSON; the file is cut short or damaged")
        }
    }
}
