import Geometry

/// Scans by Apple's RoomPlan, one or several of one home, as one floor plan in a common frame.
public struct RoomPlanImport: Sendable {
    /// The plan of all scans.
    public var plan: FloorPlan
    /// What stands in the rooms, where it stands in the world: to be picked.
    public var objects: [RoomPlanObject]
    /// How the scans came into one frame.
    public var registration: RoomRegistration
    /// What was left out or assumed, a line each.
    public var notes: [String]

    /// One scan with what it is called: its file's or folder's name, where that says something.
    public struct Source: Sendable {
        /// The scan.
        public var room: CapturedRoom
        /// Name of the room; nil takes it from the scan.
        public var name: String?

        /// A scan with an optional name.
        public init(_ room: CapturedRoom, name: String? = nil) { (self.room, self.name) = (room, name) }
    }

    /// Parameters of the import.
    public struct Options: Sendable {
        /// Of walls that were seen from one side only, in metres. RoomPlan's walls are faces and have none.
        public var assumedThickness = 0.12

        /// Default options.
        public init() {}
    }

    /// - Parameters:
    ///   - sources: captured rooms and structures, at least one. The first one's frame becomes the plan's.
    ///   - name: the plan's.
    ///   - options: what is assumed where RoomPlan gives no value.
    /// - Throws: where there is nothing to draw, or where rooms can't be brought into one frame.
    public init(_ sources: [Source], name: String, options: Options = Options()) throws(FloorPlanError) {
        guard options.assumedThickness.isFinite, (0.001...2).contains(options.assumedThickness) else {
            throw FloorPlanError(
                "an assumed wall thickness of \(options.assumedThickness) m is out of range; it must be between 1 mm and 2 m")
        }
        notes = []
        var scans: [RoomScan] = []
        for source in sources { scans += Self.scans(of: source, &notes) }
        guard !scans.isEmpty else { throw FloorPlanError("there is no RoomPlan scan to import") }
        guard scans.reduce(0, { $0 + $1.faces.count }) <= CapturedRoom.maxParts, scans.count <= 200 else {
            throw FloorPlanError(
                "the scans have more than \(CapturedRoom.maxParts) walls, or there are more than 200 scans; import them in parts")
        }
        var registrar = RoomRegistrar(scans)
        try registrar.run()
        registration = registrar.report

        var names = PlanNames()
        plan = FloorPlan(id: names.claim("plan"), name: name, storeys: [])
        objects = []
        for level in RoomLevel.levels(of: registrar.scans) {
            var builder = StoreyBuilder(level, options: options, names: names)
            if let storey = builder.build() { plan.storeys.append(storey) }
            objects += builder.objects
            notes += builder.notes
            names = builder.names
        }
        guard !plan.storeys.isEmpty else { throw FloorPlanError("the scan has neither walls nor floors to draw a plan of") }
        try plan.validate()
    }

    /// A structure's merged surfaces are one scan; where it has none, its rooms are.
    private static func scans(of source: Source, _ notes: inout [String]) -> [RoomScan] {
        let room = source.room
        if room.rooms.isEmpty { return [RoomScan(room, name: source.name, notes: &notes)] }
        guard !room.walls.isEmpty else { return room.rooms.map { RoomScan($0, name: nil, notes: &notes) } }
        var merged = room
        // What older structures keep in their rooms only.
        if merged.floors.isEmpty { merged.floors = room.rooms.flatMap(\.floors) }
        if merged.sections.isEmpty { merged.sections = room.rooms.flatMap(\.sections) }
        if merged.objects.isEmpty { merged.objects = room.rooms.flatMap(\.objects) }
        return [RoomScan(merged, name: source.name, notes: &notes)]
    }
}

/// Ids that are unique in a plan.
struct PlanNames {
    private var used = Set<PlanID>()

    /// The id itself where it is free and harmless; else a changed one.
    mutating func claim(_ text: String) -> PlanID {
        var base = String(text.unicodeScalars.map { PlanID(String($0)).isValid ? Character($0) : "-" }.prefix(56))
        if base.isEmpty { base = "part" }
        var id = PlanID(base)
        var n = 2
        while !used.insert(id).inserted {
            id = PlanID("\(base)-\(n)")
            n += 1
        }
        return id
    }
}
