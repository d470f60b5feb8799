import Foundation

/// RoomPlan JSON made to measure. Places are the plan's (x, and y up the page); written as the world's x and −z.
public struct RoomPlanSample {
    public var json: [String: Any] = ["version": 2, "coreModel": "AAECAwQ=", "story": 0]

    public static let floorY = -1.4

    /// A room with its four walls seen from inside, a floor and a section.
    public init(
        _ id: String, x: ClosedRange<Double>, y: ClosedRange<Double>, label: String = "unidentified", story: Int = 0,
        height: Double = 2.5
    ) {
        let bottom = Self.floorY + Double(story) * 2.8
        // Clockwise from above: the room is to the right.
        let corners = [
            (x.lowerBound, y.lowerBound), (x.lowerBound, y.upperBound), (x.upperBound, y.upperBound), (x.upperBound, y.lowerBound),
        ]
        for (i, name) in ["west", "north", "east", "south"].enumerated() {
            add(
                "walls", "\(id)-\(name)", from: corners[i], to: corners[(i + 1) % 4], heights: bottom...bottom + height,
                category: ["wall": [String: Any]()], story: story)
        }
        let w = x.upperBound - x.lowerBound
        let d = y.upperBound - y.lowerBound
        let middle = [(x.lowerBound + x.upperBound) / 2, bottom, -(y.lowerBound + y.upperBound) / 2]
        json["floors"] = [
            [
                "identifier": "\(id)-floor", "category": ["floor": [String: Any]()], "confidence": ["high": [String: Any]()],
                "curve": NSNull(),
                "dimensions": [w, d, 0], "story": story, "completedEdges": [String](), "parentIdentifier": NSNull(),
                // x to the right, y to the back (up the page), z up.
                "transform": [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, middle[0], middle[1], middle[2], 1],
                "polygonCorners": [[-w / 2, -d / 2, 0], [w / 2, -d / 2, 0], [w / 2, d / 2, 0], [-w / 2, d / 2, 0]],
            ] as [String: Any]
        ]
        json["sections"] = [["label": label, "story": story, "center": middle] as [String: Any]]
    }

    /// An upright surface whose room is to the right of the way from `a` to `b`.
    public mutating func add(
        _ list: String, _ id: String, from a: (Double, Double), to b: (Double, Double), heights: ClosedRange<Double>, category: Any,
        parent: String? = nil, story: Int = 0, extra: [String: Any] = [:]
    ) {
        let dx = b.0 - a.0
        let dz = -(b.1 - a.1)
        let length = (dx * dx + dz * dz).squareRoot()
        let ux = dx / length
        let uz = dz / length
        let transform: [Double] = [
            ux, 0, uz, 0, 0, 1, 0, 0, -uz, 0, ux, 0, (a.0 + b.0) / 2, (heights.lowerBound + heights.upperBound) / 2,
            -(a.1 + b.1) / 2, 1,
        ]
        var surface: [String: Any] = [
            "identifier": id, "category": category, "confidence": ["high": [String: Any]()], "curve": NSNull(), "story": story,
            "dimensions": [length, heights.upperBound - heights.lowerBound, 0], "polygonCorners": [[Double]](),
            "completedEdges": [String](),
            "parentIdentifier": parent.map { $0 as Any } ?? NSNull(), "transform": transform,
        ]
        for (key, value) in extra { surface[key] = value }
        json[list] = (json[list] as? [[String: Any]] ?? []) + [surface]
    }

    public mutating func addDoor(
        _ id: String, from a: (Double, Double), to b: (Double, Double), in wall: String, isOpen: Bool = false
    ) {
        add(
            "doors", id, from: a, to: b, heights: Self.floorY...Self.floorY + 2.05, category: ["door": ["isOpen": isOpen]],
            parent: wall)
    }

    public mutating func addObject(
        _ id: String, _ category: String, at center: [Double], size: [Double], turn: Double = 0, attributes: [String: String] = [:]
    ) {
        let c = cos(turn)
        let s = sin(turn)
        let object: [String: Any] = [
            "identifier": id, "category": [category: [String: Any]()], "confidence": ["medium": [String: Any]()],
            "dimensions": size, "story": 0,
            "attributes": attributes, "transform": [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, center[0], center[1], center[2], 1],
        ]
        json["objects"] = (json["objects"] as? [[String: Any]] ?? []) + [object]
    }

    /// The same scan in another frame: turned about the world's up axis, then shifted.
    public func moved(angle: Double, by shift: [Double]) -> RoomPlanSample {
        var copy = self
        let c = cos(angle)
        let s = sin(angle)
        func turned(_ v: [Double]) -> [Double] { [c * v[0] + s * v[2], v[1], -s * v[0] + c * v[2]] }
        for list in ["walls", "doors", "windows", "openings", "floors", "objects"] {
            guard let parts = json[list] as? [[String: Any]] else { continue }
            copy.json[list] = parts.map { part in
                var part = part
                let m = (part["transform"] as? [Double]) ?? (part["transform"] as? [Int] ?? []).map(Double.init)
                var out: [Double] = []
                for column in 0..<4 {
                    var v = turned(Array(m[4 * column..<4 * column + 3]))
                    if column == 3 { v = zip(v, shift).map(+) }
                    out += v + [m[4 * column + 3]]
                }
                part["transform"] = out
                return part
            }
        }
        copy.json["sections"] = (json["sections"] as? [[String: Any]])?.map { section in
            var section = section
            if let center = section["center"] as? [Double] { section["center"] = zip(turned(center), shift).map(+) }
            return section
        }
        return copy
    }

    public var data: Data { get throws { try JSONSerialization.data(withJSONObject: json, options: [.sortedKeys]) } }

    /// A living room and a bedroom with 10 cm of wall and a door between them, seen from both.
    public static func pair(isOpen: Bool = false) -> (RoomPlanSample, RoomPlanSample) {
        var living = RoomPlanSample("a", x: 0...4, y: 0...3, label: "livingRoom")
        living.addDoor("a-door", from: (4, 2), to: (4, 1.1), in: "a-east", isOpen: isOpen)
        living.add(
            "windows", "a-window", from: (1, 3), to: (2.5, 3), heights: floorY + 0.9...floorY + 2.1,
            category: ["window": [String: Any]()], parent: "a-north")
        living.addObject("a-sofa", "sofa", at: [1, floorY + 0.4, -0.5], size: [2, 0.8, 0.9], turn: .pi)
        var bedroom = RoomPlanSample("b", x: 4.1...7, y: 0...3, label: "bedroom")
        bedroom.addDoor("b-door", from: (4.1, 1.1), to: (4.1, 2), in: "b-west")
        return (living, bedroom)
    }
}
