import Foundation

extension CapturedRoom {
    /// Larger files than this are no RoomPlan exports: a flat takes some 0.3 MB.
    public static let largestFile = 64 << 20
    /// More surfaces, or objects, of one kind than this are refused: later steps compare each with each.
    static let maxParts = 2_000

    /// Reads what RoomPlan's `CapturedRoom` or `CapturedStructure` encodes. Fields that older versions lack may be missing, and
    /// those that are not needed, such as `coreModel`, are skipped.
    /// - Throws: which value is missing or wrong, and where.
    public init(json bytes: Data) throws(FloorPlanError) {
        guard bytes.count <= Self.largestFile else { throw FloorPlanError("the RoomPlan export is larger than the limit of 64 MB") }
        do {
            self = try JSONDecoder().decode(CapturedRoom.self, from: bytes)
        } catch let fault as RoomPlanFault {
            throw FloorPlanError("\(FloorPlanError.place(fault.path)) \(fault.reason)")
        } catch {
            throw FloorPlanError(decoding: error, "RoomPlan export")
        }
        let parts =
            [walls, doors, windows, openings, floors] + rooms.flatMap { [$0.walls, $0.doors, $0.windows, $0.openings, $0.floors] }
        guard parts.contains(where: { !$0.isEmpty }) else {
            throw FloorPlanError(
                "the file has no walls, doors, windows, openings or floors; it is not a RoomPlan export, or nothing was scanned")
        }
    }
}

/// A value that is there but can't be.
struct RoomPlanFault: Error {
    var path: [any CodingKey]
    var reason: String
}

private struct Key: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { stringValue = value }
    init?(intValue: Int) { nil }
}

extension CapturedRoom: Decodable {
    public init(from decoder: any Decoder) throws {
        // A structure holds rooms, and those hold none; deeper nesting would only eat the stack.
        guard decoder.codingPath.count <= 2 else {
            throw RoomPlanFault(
                path: decoder.codingPath, reason: "is a room nested in a room of a structure, which RoomPlan does not write")
        }
        let c = try decoder.container(keyedBy: Key.self)
        identifier = try c.decodeIfPresent(String.self, forKey: "identifier")
        version = try? c.decodeIfPresent(Int.self, forKey: "version")
        walls = try c.parts("walls")
        doors = try c.parts("doors")
        windows = try c.parts("windows")
        openings = try c.parts("openings")
        floors = try c.parts("floors")
        objects = try c.parts("objects")
        sections = try c.parts("sections")
        rooms = try c.parts("rooms")
        if let origin = try c.decodeIfPresent(Pose.self, forKey: "referenceOriginTransform") {
            // It goes from the world to the file's coordinates: a published project found so on two-storey captures.
            self = moved(by: origin.inverse)
            referenceOrigin = origin
        }
    }
}

extension KeyedDecodingContainer<Key> {
    fileprivate func parts<T: Decodable>(_ key: Key) throws -> [T] {
        guard let all = try decodeIfPresent([T].self, forKey: key) else { return [] }
        guard all.count <= CapturedRoom.maxParts else {
            throw RoomPlanFault(
                path: codingPath + [key], reason: "has \(all.count) entries; at most \(CapturedRoom.maxParts) are possible")
        }
        return all
    }

    /// Finite numbers, as many as there have to be.
    fileprivate func numbers(_ key: Key, count: Int, within limit: Double) throws -> [Double] {
        let values = try decode([Double].self, forKey: key)
        let path = codingPath + [key]
        guard values.count == count else {
            throw RoomPlanFault(path: path, reason: "has \(values.count) numbers; it needs \(count)")
        }
        try check(values, path: path, limit: limit)
        return values
    }

    fileprivate func vector(_ key: Key, within limit: Double) throws -> SIMD3<Double> {
        let v = try numbers(key, count: 3, within: limit)
        return [v[0], v[1], v[2]]
    }

    /// Width, height and depth.
    fileprivate func size(_ key: Key) throws -> SIMD3<Double> {
        let size = try vector(key, within: 1e4)
        guard size.min() >= 0 else {
            throw RoomPlanFault(path: codingPath + [key], reason: "is \(size.x) x \(size.y) x \(size.z); sides must be 0 or more")
        }
        return size
    }

    /// The one key of an enum with or without associated values, or a bare word.
    fileprivate func word(_ key: Key) throws -> (word: String, values: KeyedDecodingContainer<Key>?)? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        if let word = try? decode(String.self, forKey: key) { return (String(word.prefix(64)), nil) }
        let c = try nestedContainer(keyedBy: Key.self, forKey: key)
        guard let name = c.allKeys.map(\.stringValue).min() else {
            throw RoomPlanFault(path: codingPath + [key], reason: "is empty; it needs a name")
        }
        return (String(name.prefix(64)), try? c.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: name)))
    }

    fileprivate func confidence() throws -> Double? {
        switch try word("confidence")?.word {
        case "low": 0.3
        case "medium": 0.6
        case "high": 0.9
        default: nil
        }
    }

    fileprivate func story() throws -> Int {
        let story = try decodeIfPresent(Int.self, forKey: "story") ?? 0
        guard abs(story) <= 1000 else {
            throw RoomPlanFault(path: codingPath + ["story" as Key], reason: "is \(story), which is out of range")
        }
        return story
    }
}

private func check(_ values: [Double], path: [any CodingKey], limit: Double) throws {
    for value in values where !(value.isFinite && abs(value) <= limit) {
        throw RoomPlanFault(path: path, reason: "holds \(value), which is out of range")
    }
}

extension CapturedRoom.Surface: Decodable {
    public init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: Key.self)
        identifier = try c.decodeIfPresent(String.self, forKey: "identifier")
        parentIdentifier = try c.decodeIfPresent(String.self, forKey: "parentIdentifier")
        confidence = try c.confidence()
        dimensions = try c.size("dimensions")
        transform = try c.decode(CapturedRoom.Pose.self, forKey: "transform")
        curve = try c.decodeIfPresent(CapturedRoom.Curve.self, forKey: "curve")
        story = try c.story()
        isOpen = try c.word("category")?.values?.decodeIfPresent(Bool.self, forKey: "isOpen")
        let key: Key = "polygonCorners"
        for (i, corner) in try (c.decodeIfPresent([[Double]].self, forKey: key) ?? []).enumerated() {
            let path = c.codingPath + [key]
            guard corner.count == 3 else {
                throw RoomPlanFault(path: path, reason: "has a corner of \(corner.count) numbers; it needs 3")
            }
            guard i < FloorPlan.maxCorners else {
                throw RoomPlanFault(
                    path: path, reason: "has more than \(FloorPlan.maxCorners) corners, the maximum")
            }
            try check(corner, path: path, limit: 1e4)
            polygonCorners.append([corner[0], corner[1], corner[2]])
        }
    }
}

extension CapturedRoom.Object: Decodable {
    public init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: Key.self)
        identifier = try c.decodeIfPresent(String.self, forKey: "identifier")
        parentIdentifier = try c.decodeIfPresent(String.self, forKey: "parentIdentifier")
        category = try c.word("category")?.word ?? "object"
        confidence = try c.confidence()
        dimensions = try c.size("dimensions")
        transform = try c.decode(CapturedRoom.Pose.self, forKey: "transform")
        story = try c.story()
        if let a = try? c.nestedContainer(keyedBy: Key.self, forKey: "attributes") {
            for key in a.allKeys.sorted(by: { $0.stringValue < $1.stringValue }).prefix(32) {
                if let value = try? a.decode(String.self, forKey: key) {
                    attributes.append((String(key.stringValue.prefix(64)), String(value.prefix(64))))
                }
            }
        }
    }
}

extension CapturedRoom.Section: Decodable {
    public init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: Key.self)
        label = try c.word("label")?.word ?? "unidentified"
        center = try c.vector("center", within: 1e6)
        story = try c.story()
    }
}

extension CapturedRoom.Curve: Decodable {
    public init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: Key.self)
        func angle(_ key: Key) throws -> Double {
            let path = c.codingPath + [key]
            if let value = try? c.decode(Double.self, forKey: key) {
                try check([value], path: path, limit: 1e3)
                return value
            }
            // Foundation's Measurement<UnitAngle>; the coefficient leads to degrees, the base unit.
            let measurement = try c.nestedContainer(keyedBy: Key.self, forKey: key)
            let value = try measurement.decode(Double.self, forKey: "value")
            try check([value], path: path, limit: 1e6)
            let unit = try? measurement.nestedContainer(keyedBy: Key.self, forKey: "unit")
            switch try unit?.decodeIfPresent(String.self, forKey: "symbol") {
            case "rad": return value
            case "°", "deg", nil: return value * .pi / 180
            case let symbol?:
                throw RoomPlanFault(
                    path: path, reason: "has the unit ‘\(symbol.prefix(16))’; only degrees and radians are supported")
            }
        }
        startAngle = try angle("startAngle")
        endAngle = try angle("endAngle")
        radius = try c.decode(Double.self, forKey: "radius")
        guard radius > 0.01, radius <= 1e4 else {
            throw RoomPlanFault(path: c.codingPath + ["radius" as Key], reason: "is \(radius), which is out of range")
        }
        if c.contains("center"), try !c.decodeNil(forKey: "center") {
            let v = try c.numbers("center", count: 2, within: 1e4)
            center = [v[0], v[1]]
        }
    }
}

extension CapturedRoom.Pose: Decodable {
    /// Sixteen numbers by columns, or four columns of four.
    public init(from decoder: any Decoder) throws {
        let c = try decoder.singleValueContainer()
        let path = decoder.codingPath
        var m: [Double]
        if let columns = try? c.decode([[Double]].self) {
            guard columns.count == 4, columns.allSatisfy({ $0.count == 4 }) else {
                throw RoomPlanFault(path: path, reason: "is not four columns of four numbers")
            }
            m = columns.flatMap(\.self)
        } else {
            m = try c.decode([Double].self)
        }
        guard m.count == 16 else { throw RoomPlanFault(path: path, reason: "has \(m.count) numbers; it needs 16") }
        try check(m, path: path, limit: 1e6)
        func unit(_ i: Int) throws -> SIMD3<Double> {
            let v = SIMD3(m[4 * i], m[4 * i + 1], m[4 * i + 2])
            let length = (v * v).sum().squareRoot()
            guard abs(length - 1) < 0.02 else {
                throw RoomPlanFault(
                    path: path, reason: "has a column of length \(length); it must be a column-major rotation and translation")
            }
            return v / length
        }
        x = try unit(0)
        y = try unit(1)
        z = try unit(2)
        origin = [m[12], m[13], m[14]]
        guard max(abs((x * y).sum()), abs((y * z).sum()), abs((x * z).sum())) < 0.02, abs(m[3]) + abs(m[7]) + abs(m[11]) < 1e-3,
            abs(m[15] - 1) < 1e-3,
            (x * SIMD3(y.y * z.z - y.z * z.y, y.z * z.x - y.x * z.z, y.x * z.y - y.y * z.x)).sum() > 0
        else { throw RoomPlanFault(path: path, reason: "is not a column-major rotation and translation") }
    }
}
