import Capture
import Foundation
import Spaces
import Geometry
import Reconstruction

/// A scan's report as the API shows it. What is not known, or not a number, is null.
struct ReportPayload: Encodable {
    let mode: String
    let frames: Int
    @EncodesNull var duration: Double?
    @EncodesNull var recorded: String?
    @EncodesNull var device: String?
    @EncodesNull var place: PlacePayload?
    @EncodesNull var size: [Float]?
    @EncodesNull var coverage: Double?
    let coverageRefersTo = ScanReport.coverageRefersTo
    @EncodesNull var shell: ShellPayload?
    @EncodesNull var noRoom: String?
    @EncodesNull var quality: Double?
    let parts: PartsPayload
    let advice: [String]
    let poses: PosesPayload
    /// Whether lengths are metres: "known" or "unknown".
    let scale: String

    init(report: ScanReport) {
        mode = report.mode
        frames = max(report.frames, 0)
        duration = report.duration.flatMap(amount)
        recorded = report.recorded.flatMap(Self.time)
        device = report.device
        place = report.place.flatMap(PlacePayload.init)
        size = Self.metres(report.size)
        coverage = share(report.coverage)
        shell = report.shell.map(ShellPayload.init)
        noRoom = report.noRoom
        quality = share(report.quality)
        parts = PartsPayload(report.parts)
        advice = report.advice
        poses = PosesPayload(report.poses)
        scale = report.isScaleKnown ? "known" : "unknown"
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

struct PartsPayload: Encodable {
    @EncodesNull var density: Double?
    @EncodesNull var angles: Double?
    @EncodesNull var sharpness: Double?

    init(_ parts: ScanReport.Parts) {
        density = share(parts.density)
        angles = share(parts.angles)
        sharpness = share(parts.sharpness)
    }
}

/// How much of the shell of the scanned rooms was observed.
struct ShellPayload: Encodable {
    let total: PartPayload
    let floor: PartPayload
    let walls: PartPayload
    let ceiling: PartPayload
    @EncodesNull var openOutline: Double?
    let isOpen: Bool
    @EncodesNull var height: Double?

    struct PartPayload: Encodable {
        @EncodesNull var area: Double?
        @EncodesNull var observed: Double?

        init(_ part: RoomShell.Part) {
            area = amount(part.area)
            observed = share(part.observed)
        }
    }

    init(_ shell: RoomShell) {
        total = PartPayload(shell.total)
        floor = PartPayload(shell.floor)
        walls = PartPayload(shell.walls)
        ceiling = PartPayload(shell.ceiling)
        openOutline = amount(shell.openOutline)
        isOpen = shell.isOpen
        height = amount(shell.height)
    }
}

struct PosesPayload: Encodable {
    let source: String
    @EncodesNull var confidence: Double?
    let loops: Int
    @EncodesNull var correction: Double?
    @EncodesNull var depthScale: ScalePayload?

    /// The scale of the depths relative to the recorded trajectory.
    struct ScalePayload: Encodable {
        let ratio: Double
        let standardDeviation: Double
        let interval: [Double]

        init?(_ scale: DepthScale) {
            guard scale.isSignificant, scale.ratio.isFinite, scale.standardDeviation.isFinite else { return nil }
            ratio = scale.ratio
            standardDeviation = scale.standardDeviation
            interval = [scale.interval.lowerBound, scale.interval.upperBound]
        }
    }

    init(_ poses: ScanReport.Poses) {
        source = poses.source
        confidence = share(poses.confidence)
        loops = max(poses.loops, 0)
        correction = amount(poses.correction)
        depthScale = poses.depthScale.flatMap(ScalePayload.init)
    }
}

/// Degrees and metres; none where the position is not on the Earth.
struct PlacePayload: Encodable {
    let latitude: Double
    let longitude: Double
    @EncodesNull var altitude: Double?
    @EncodesNull var heading: Double?
    @EncodesNull var accuracy: Double?

    init?(_ place: GeographicPlace) {
        guard abs(place.latitude) <= 90, abs(place.longitude) <= 180 else { return nil }
        latitude = place.latitude
        longitude = place.longitude
        altitude = place.altitude.flatMap(finite)
        heading = place.heading.flatMap(finite)
        accuracy = place.accuracy.flatMap(amount)
    }
}

/// 0…1; none for what is not a number.
private func share(_ value: Double) -> Double? { value.isNaN ? nil : min(max(value, 0), 1) }

/// A number that is not negative; none for anything else.
private func amount(_ value: Double) -> Double? { value.isFinite && value >= 0 ? value : nil }
