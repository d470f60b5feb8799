import Capture
import Foundation
import Spaces
import Geometry
import Reconstruction

/// What a scan tells of itself, as the API shows it. What is not known, or is no number, is null.
struct ReportPayload: Encodable {
    let report: ScanReport

    private enum Key: String, CodingKey {
        case mode, frames, duration, recorded, device, place, size, coverage, quality, parts, advice, poses
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(report.mode, forKey: .mode)
        try fields.encode(max(report.frames, 0), forKey: .frames)
        try fields.encode(report.duration.flatMap(amount), forKey: .duration)
        try fields.encode(report.recorded.flatMap(Self.time), forKey: .recorded)
        try fields.encode(report.device, forKey: .device)
        try fields.encode(report.place.flatMap(PlacePayload.init), forKey: .place)
        try fields.encode(Self.metres(report.size), forKey: .size)
        try fields.encode(share(report.coverage), forKey: .coverage)
        try fields.encode(share(report.quality), forKey: .quality)
        try fields.encode(PartsPayload(parts: report.parts), forKey: .parts)
        try fields.encode(report.advice, forKey: .advice)
        try fields.encode(PosesPayload(poses: report.poses), forKey: .poses)
    }

    private static func metres(_ size: Vector3) -> [Float]? {
        size.isFinite && size.x >= 0 && size.y >= 0 && size.z >= 0 ? [size.x, size.y, size.z] : nil
    }

    /// ISO 8601; none for what lies outside of the years 1970 to 9999.
    private static func time(_ seconds: Double) -> String? {
        guard seconds >= 0, seconds < 253_402_300_799 else { return nil }
        return Date(timeIntervalSince1970: seconds).payload
    }
}

private struct PartsPayload: Encodable {
    let parts: ScanReport.Parts

    private enum Key: String, CodingKey { case density, angles, sharpness }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(share(parts.density), forKey: .density)
        try fields.encode(share(parts.angles), forKey: .angles)
        try fields.encode(share(parts.sharpness), forKey: .sharpness)
    }
}

private struct PosesPayload: Encodable {
    let poses: ScanReport.Poses

    private enum Key: String, CodingKey { case source, confidence, loops, correction }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(poses.source, forKey: .source)
        try fields.encode(share(poses.confidence), forKey: .confidence)
        try fields.encode(max(poses.loops, 0), forKey: .loops)
        try fields.encode(amount(poses.correction), forKey: .correction)
    }
}

/// Degrees and metres; none where the position is not on the Earth.
private struct PlacePayload: Encodable {
    let place: GeographicPlace

    private enum Key: String, CodingKey { case latitude, longitude, altitude, heading, accuracy }

    init?(_ place: GeographicPlace) {
        guard abs(place.latitude) <= 90, abs(place.longitude) <= 180 else { return nil }
        self.place = place
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(place.latitude, forKey: .latitude)
        try fields.encode(place.longitude, forKey: .longitude)
        try fields.encode(place.altitude.flatMap(finite), forKey: .altitude)
        try fields.encode(place.heading.flatMap(finite), forKey: .heading)
        try fields.encode(place.accuracy.flatMap(amount), forKey: .accuracy)
    }
}

/// 0…1; none for what is not a number.
private func share(_ value: Double) -> Double? { value.isNaN ? nil : min(max(value, 0), 1) }

/// A number that is not negative; none for anything else.
private func amount(_ value: Double) -> Double? { value.isFinite && value >= 0 ? value : nil }
