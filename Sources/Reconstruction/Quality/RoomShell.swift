/// How much of the floor, the walls and the ceiling of the scanned rooms was observed (docs/captures.md, "Coverage").
///
/// The rooms end where the space ends that the cameras saw to be free. A side of it where no surface was observed counts as
/// unobserved, and how far the room goes on behind it is unknown: the shares are upper bounds then.
public struct RoomShell: Sendable, Equatable, Codable {
    /// A part of the shell.
    public struct Part: Sendable, Equatable, Codable {
        /// m², observed and unobserved.
        public let area: Double
        /// 0…1: the share of `area` that was observed, or is behind furniture that was observed.
        public let observed: Double

        /// An area in m² and its observed share, 0…1.
        public init(area: Double, observed: Double) {
            self.area = area
            self.observed = observed
        }
    }

    /// Below the free space.
    public let floor: Part
    /// Around the free space; openings that the camera saw through are not counted.
    public let walls: Part
    /// Above the free space.
    public let ceiling: Part
    /// All parts together.
    public let total: Part
    /// Metres of the outline where no wall was observed.
    public let openOutline: Double
    /// Metres from floor to ceiling, where it was observed; else as high as anything that was seen, at least 2.4 m.
    public let height: Double

    /// A shell of its parts; lengths in metres.
    public init(floor: Part, walls: Part, ceiling: Part, openOutline: Double, height: Double) {
        self.floor = floor
        self.walls = walls
        self.ceiling = ceiling
        self.openOutline = openOutline
        self.height = height
        let parts = [floor, walls, ceiling]
        let area = parts.reduce(0) { $0 + $1.area }
        total = Part(area: area, observed: area > 0 ? parts.reduce(0) { $0 + $1.area * $1.observed } / area : 0)
    }

    /// Whether the rooms go on where nobody looked: the shares are upper bounds.
    public var isOpen: Bool { openOutline >= 0.5 }

    /// What to do about the parts of which much was not observed, a plain sentence each.
    public var advice: [String] {
        let remedies = [
            ("floor", floor, "point the camera down"), ("walls", walls, "turn around in each room"),
            ("ceiling", ceiling, "point the camera up"),
        ]
        return remedies.filter { $0.1.observed < 0.6 }.map { name, part, remedy in
            "\(percent(1 - part.observed)) of the \(name) was not observed: \(remedy)."
        }
    }
}

/// What a scan says about the shell of a room.
public enum ShellFinding: Sendable, Equatable {
    /// The scan shows rooms.
    case room(RoomShell)
    /// It shows none, with the reason in a few words.
    case noRoom(String)
}

extension ScanReport {
    /// What `coverage` refers to.
    public static let coverageRefersTo = "the surface that was found, with the gaps that it encloses"

    /// What the coverage is, in a line.
    public var coverageText: String { "\(percent(coverage)) of \(Self.coverageRefersTo), was observed" }

    /// How much of the shell was observed, in a line; nil in reports of earlier versions.
    public var shellText: String? {
        if let noRoom { return "room: none, because \(noRoom)" }
        guard let shell else { return nil }
        let parts = [("floor", shell.floor), ("walls", shell.walls), ("ceiling", shell.ceiling)]
        let text = parts.map { "\($0) \(percent($1.observed))" }.joined(separator: ", ")
        let bound = shell.isOpen ? "; at most, because the outline is open along \(tenths(shell.openOutline)) m" : ""
        return "room: \(percent(shell.total.observed)) of floor, walls and ceiling was observed (\(text)\(bound))"
    }
}

private func percent(_ share: Double) -> String { share.isFinite ? "\(Int((share * 100).rounded())) %" : "an unknown share" }

private func tenths(_ metres: Double) -> String { "\((metres * 10).rounded() / 10)" }
