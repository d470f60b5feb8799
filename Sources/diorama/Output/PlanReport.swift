import FloorPlans
import Foundation
import Spaces

/// What `plan` prints.
struct PlanReport: Encodable {
    struct Room: Encodable {
        var id: String
        var name: String
        var use: String
        /// Square metres.
        var area: Double
        /// Metres.
        var perimeter: Double
        var ceilingHeight: Double
        var confidence: Double?
        var isUnseen: Bool
    }

    struct Part: Encodable {
        var id: String
        var kind: String
        /// Metres: of a wall its length, of an opening its width.
        var length: Double
        var confidence: Double?
        var isUnseen: Bool
    }

    struct Storey: Encodable {
        var name: String
        var elevation: Double
        var area: Double
        var rooms: [Room]
        var walls: [Part]
        var openings: [Part]
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
    /// Square metres of all rooms.
    var area: Double
    var storeys: [Storey]
    var seconds: Double
    var peakRssBytes: Int64
    var notes: [String]

    init(_ draft: PlanDraft, input: [String], output: String, losses: [String], seconds: Double) {
        self.input = input
        self.output = output
        notes = draft.notes + losses
        self.seconds = seconds
        let plan = draft.plan
        if let registration = draft.registration, registration.placements.count > 1 {
            self.registration = Registration(
                sharedWalls: registration.sharedWalls, sharedOpenings: registration.sharedOpenings,
                residual: registration.residual, hadCommonFrame: registration.hadCommonFrame)
        }
        area = plan.area
        peakRssBytes = ProcessMemory.peakResidentBytes
        storeys = plan.storeys.map { storey in
            Storey(
                name: storey.name, elevation: storey.elevation, area: storey.area,
                rooms: storey.rooms.map {
                    Room(
                        id: $0.id.rawValue, name: $0.name, use: $0.use.rawValue, area: $0.area, perimeter: $0.perimeter,
                        ceilingHeight: $0.ceilingHeight, confidence: $0.confidence, isUnseen: $0.isUnseen)
                },
                walls: storey.walls.map {
                    Part(id: $0.id.rawValue, kind: "wall", length: $0.length, confidence: $0.confidence, isUnseen: $0.isUnseen)
                },
                openings: storey.openings.map {
                    Part(
                        id: $0.id.rawValue, kind: $0.kind.rawValue, length: $0.width, confidence: $0.confidence,
                        isUnseen: $0.isUnseen)
                }, furniture: storey.furniture.count)
        }
    }

    var text: String {
        let rooms = storeys.flatMap(\.rooms)
        var lines = [
            String(
                format: "%@: %d %@, %.1f m² in %@", output, rooms.count, rooms.count == 1 ? "room" : "rooms", area,
                Terminal.duration(seconds))
        ]
        for storey in storeys {
            if storeys.count > 1 { lines.append("\(storey.name), elevation \(String(format: "%.2f", storey.elevation)) m") }
            lines += storey.rooms.map {
                String(
                    format: "  %@: area %.2f m², perimeter %.2f m, height %.2f m", $0.name, $0.area, $0.perimeter, $0.ceilingHeight)
                    + ($0.isUnseen ? ", partly unseen" : "")
            }
        }
        if let registration {
            let shared = registration.sharedWalls + registration.sharedOpenings
            lines.append(
                String(
                    format: "rooms joined by %d shared walls and openings, residual %.1f mm", shared, registration.residual * 1000))
        }
        return (lines + notes.map { "note: \($0)" }).joined(separator: "\n")
    }
}
