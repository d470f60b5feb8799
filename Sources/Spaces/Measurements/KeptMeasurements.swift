import DioramaLibrary
import Foundation
import Measurement

/// What the library stores of a measurement: the request, to repeat it, and the value.
public struct KeptMeasurement: Codable, Sendable {
    /// What was measured.
    public var request: MeasurementRequest
    /// The value with its uncertainty; of a check distance that of the model without a correction.
    public var measured: MeasuredValue
    /// The true length, where it is a check distance.
    public var check: TrueLength?

    /// A length that is known from elsewhere.
    public struct TrueLength: Codable, Sendable, Equatable {
        /// Metres.
        public var length: Double
        /// Half of the interval in metres that holds it in 95 of 100 cases.
        public var tolerance: Double
    }

    /// `measured` is the single value of `request`.
    public init(request: MeasurementRequest, measured: MeasuredValue, check: TrueLength? = nil) {
        self.request = request
        self.measured = measured
        self.check = check
    }

    /// The check distance; nil where it is a measurement.
    func checkRequest(named name: String) -> CheckRequest? {
        check.map {
            CheckRequest(
                points: request.points, length: $0.length, tolerance: $0.tolerance, radius: request.radius, name: name)
        }
    }

    /// - Throws: `SpacesError` of kind `damaged` where the library holds something else.
    public init(_ entry: Entry<MeasurementRecord>) throws(SpacesError) {
        guard let kept = try? JSONDecoder().decode(KeptMeasurement.self, from: Data(entry.content.content.utf8)) else {
            throw SpacesError(.damaged, "the measurement \(entry.id) in the library is damaged", remedy: "delete it")
        }
        self = kept
    }
}

/// The measurements of a library's spaces.
public struct KeptMeasurements: Sendable {
    private let library: Library
    private let measurer: SpaceMeasurer
    /// The maximum number of measurements of a space that are listed.
    private static let maxCount = 1000

    /// `measurer` measures in spaces of `library`.
    public init(library: Library, measurer: SpaceMeasurer) {
        self.library = library
        self.measurer = measurer
    }

    /// The measurements of a space, the oldest first, a thousand at most; check distances are none of them (`SpaceChecks`).
    public func entries(in space: SpaceID) async throws -> [Entry<MeasurementRecord>] {
        try await library.measurements.list([.space(space)], by: .oldest, limit: Self.maxCount).entries
            .filter { (try? KeptMeasurement($0).check) == nil }
    }

    /// The measurements of a space with the names that they have now.
    public func list(in space: SpaceID) async throws -> MeasurementList {
        MeasurementList(
            try await entries(in: space).map { entry in
                var value = try KeptMeasurement(entry).measured
                value.id = entry.id.description
                value.name = entry.content.name
                return value
            })
    }

    /// Measures and keeps the value.
    /// - Parameters:
    ///   - request: what is measured.
    ///   - name: the measurement's kind where it is empty.
    ///   - space: the space in which it is measured.
    /// - Throws: as `SpaceMeasurer.measure`; `SpacesError` of kind `notPossible` where the request has no single value.
    public func add(_ request: MeasurementRequest, name: String, in space: Space) async throws -> Entry<MeasurementRecord> {
        let value = try await value(of: request, in: space)
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        return try await library.measurements.add(
            MeasurementRecord(
                name: name.isEmpty ? value.kind.rawValue.capitalized : name, space: space.id,
                content: try StoredJSON.text(KeptMeasurement(request: request, measured: value))))
    }

    /// Renames a measurement, and measures it again between other points.
    /// - Parameters:
    ///   - id: the measurement.
    ///   - name: nil keeps the name.
    ///   - points: nil keeps the points and the value.
    /// - Returns: nil where there is no such measurement, or its space is gone.
    /// - Throws: as `add`.
    public func change(
        _ id: MeasurementID, name: String?, points: [MeasurementRequest.Pick]?
    ) async throws -> Entry<MeasurementRecord>? {
        guard let old = try await library.measurements.get(id), try KeptMeasurement(old).check == nil else { return nil }
        var content = old.content.content
        if let points {
            guard let spaceID = old.content.space, let space = try await library.space(spaceID) else { return nil }
            var request = try KeptMeasurement(old).request
            request.points = points
            content = try StoredJSON.text(KeptMeasurement(request: request, measured: try await value(of: request, in: space)))
        }
        return try await library.measurements.update(id) { [content] in
            if let name { $0.name = name }
            $0.content = content
        }
    }

    private func value(of request: MeasurementRequest, in space: Space) async throws -> MeasuredValue {
        let values = try await measurer.measure(request, in: space).values
        guard values.count == 1 else {
            throw SpacesError(.notPossible, "\(request.kind.rawValue) has no single value that could be kept")
        }
        return values[0]
    }
}
