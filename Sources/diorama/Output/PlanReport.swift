import FloorPlans
import Foundation
import Spaces

/// What `plan` prints.
struct PlanReport: Encodable {
    struct Room: Encodable {
        var id: String
        var name: String
        var use: String
        /// Square metres; absent where it is not determined.
        var area: Double?
        /// Present where part of the outline was inferred.
        var areaRange: AreaRange?
        /// Metres; absent where the area is not determined.
        var perimeter: Double?
        /// Metres; absent where no ceiling was observed.
        var ceilingHeight: Double?
        var isCeilingUnseen: Bool
        var confidence: Double?
        var isUnseen: Bool
    }

    struct Part: Encodable {
        var id: String
        var kind: String
        /// Metres: of a wall its length, of an opening its width.
        var length: Double
        /// Of walls, metres.
        var thickness: Double?
        var assumesThickness: Bool?
        var confidence: Double?
        var isUnseen: Bool
    }

    struct Slab: Encodable {
        var id: String
        var kind: String
        /// Id of the room that it closes.
        var room: String?
        /// Square metres.
        var area: Double
        /// Upper face above the storey's floor, and thickness, metres.
        var top: Double
        var thickness: Double
        var assumesThickness: Bool
        var isUnseen: Bool
    }

    struct Storey: Encodable {
        var name: String
        var elevation: Double
        /// Square metres; absent where it is not determined.
        var area: Double?
        var areaRange: AreaRange?
        var rooms: [Room]
        var walls: [Part]
        var openings: [Part]
        var slabs: [Slab]
        var furniture: Int
    }

    /// How several rooms were registered in one frame.
    struct Registration: Encodable {
        var sharedWalls: Int
        var sharedOpenings: Int
        /// Metres: root mean square distance between what two rooms saw of the same.
        var residual: Double
        var hadCommonFrame: Bool
    }

    var input: [String]
    var output: String
    var registration: Registration?
    /// Square metres of all rooms; absent where it is not determined.
    var area: Double?
    /// Present where parts were inferred.
    var areaRange: AreaRange?
    var storeys: [Storey]
    var seconds: Double
    var peakRssBytes: Int64
    var notes: [String]
    /// What is printed as text.
    private let plan: FloorPlan

    private enum CodingKeys: CodingKey {
        case input, output, registration, area, areaRange, storeys, seconds, peakRssBytes, notes
    }

    init(_ draft: PlanDraft, input: [String], output: String, losses: [String], seconds: Double) {
        self.input = input
        self.output = output
        notes = draft.notes + losses
        self.seconds = seconds
        plan = draft.plan
        if let registration = draft.registration, registration.placements.count > 1 {
            self.registration = Registration(
                sharedWalls: registration.sharedWalls, sharedOpenings: registration.sharedOpenings,
                residual: registration.residual, hadCommonFrame: registration.hadCommonFrame)
        }
        areaRange = plan.areaRange
        area = areaRange?.isDetermined == false ? nil : plan.area
        peakRssBytes = ProcessMemory.peakResidentBytes
        storeys = plan.storeys.map(Self.storey)
    }

    private static func storey(_ storey: FloorPlans.Storey) -> Storey {
        Storey(
            name: storey.name, elevation: storey.elevation,
            area: storey.areaRange?.isDetermined == false ? nil : storey.area, areaRange: storey.areaRange,
            rooms: storey.rooms.map {
                let isDetermined = $0.areaRange?.isDetermined != false
                return Room(
                    id: $0.id.rawValue, name: $0.name, use: $0.use.rawValue, area: isDetermined ? $0.area : nil,
                    areaRange: $0.areaRange, perimeter: isDetermined ? $0.perimeter : nil,
                    ceilingHeight: $0.observedCeilingHeight, isCeilingUnseen: $0.isCeilingUnseen, confidence: $0.confidence,
                    isUnseen: $0.isUnseen)
            },
            walls: storey.walls.map {
                Part(
                    id: $0.id.rawValue, kind: "wall", length: $0.length, thickness: $0.thickness,
                    assumesThickness: $0.assumesThickness, confidence: $0.confidence, isUnseen: $0.isUnseen)
            },
            openings: storey.openings.map {
                Part(
                    id: $0.id.rawValue, kind: $0.kind.rawValue, length: $0.width, confidence: $0.confidence, isUnseen: $0.isUnseen)
            },
            slabs: storey.slabs.map {
                Slab(
                    id: $0.id.rawValue, kind: $0.kind.rawValue, room: $0.room?.rawValue, area: $0.polygon.area, top: $0.top,
                    thickness: $0.thickness, assumesThickness: $0.assumesThickness, isUnseen: $0.isUnseen)
            }, furniture: storey.furniture.count)
    }

    var text: String {
        let count = plan.storeys.reduce(0) { $0 + $1.rooms.count }
        let rooms = "\(count) \(count == 1 ? "room" : "rooms")"
        var lines = ["\(output): \(rooms), \(plan.areaText(.metric)) in \(Terminal.duration(seconds))"]
        for storey in plan.storeys {
            if storeys.count > 1 { lines.append("\(storey.name), elevation \(String(format: "%.2f", storey.elevation)) m") }
            lines += storey.rooms.map(Self.line)
        }
        if let registration {
            let shared = registration.sharedWalls + registration.sharedOpenings
            lines.append(
                String(
                    format: "rooms joined by %d shared walls and openings, residual %.1f mm", shared, registration.residual * 1000))
        }
        return (lines + notes.map { "note: \($0)" }).joined(separator: "\n")
    }

    private static func line(_ room: FloorPlans.Room) -> String {
        var parts: [String] = []
        if let range = room.areaRange {
            parts.append("area \(room.areaText(.metric)), since \(range.reason)")
            if range.isDetermined { parts.append(String(format: "perimeter ≈ %.2f m", room.perimeter)) }
        } else {
            parts.append(String(format: "area %.2f m², perimeter %.2f m", room.area, room.perimeter))
        }
        let height = room.observedCeilingHeight.map { String(format: "height %.2f m", $0) }
        parts.append(height ?? "height not determined, since no ceiling was observed")
        return "  \(room.name): " + parts.joined(separator: ", ") + (room.isUnseen ? ", partly inferred" : "")
    }
}
