import Capture
import DioramaLibrary
import Foundation
import Geometry
import Live
import SyntheticScenes
import TestSupport

/// The files and the library that the examples in help and documentation use, made from one demo capture.
struct ExampleInputs {
    let root: URL
    /// The home folder: `scans/`, `models/` and the library.
    var home: URL { root.appendingPathComponent("home") }
    /// The current folder: models, clouds, plans and RoomPlan's files.
    var folder: URL { root.appendingPathComponent("work") }
    /// The library's folder in a home folder.
    static let library = ".local/share/diorama"
    /// What an example's words stand for: "SPACE" for the id of a space.
    private(set) var placeholders: [String: String] = [:]

    /// Makes all inputs in an empty folder.
    init(in root: URL) async throws {
        self.root = root
        for folder in [home.appendingPathComponent("scans"), home.appendingPathComponent("models"), folder] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try makeCaptures()
        try makeModels()
        try makeRooms()
        try makeCertificate()
        try makeSession()
        try makeLibrary()
        try makeThings()
        try await trashItem()
    }

    /// Copies of what examples change, in another folder; captures and models are linked.
    func copied(to root: URL) throws -> ExampleInputs {
        let copy = ExampleInputs(root: root, placeholders: placeholders)
        let files = FileManager.default
        // The identity with the account's keys is in `.config`.
        for part in ["work", "home/.local", "home/.config"] {
            let target = root.appendingPathComponent(part)
            try files.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try files.copyItem(at: self.root.appendingPathComponent(part), to: target)
        }
        for part in ["scans", "models"] {
            try files.createSymbolicLink(
                at: copy.home.appendingPathComponent(part), withDestinationURL: home.appendingPathComponent(part))
        }
        return copy
    }

    private init(root: URL, placeholders: [String: String]) {
        self.root = root
        self.placeholders = placeholders
    }

    /// An example with what its words stand for.
    func resolved(_ line: String) -> String {
        var words = placeholders
        // Folders and buckets that examples name.
        words["file:///media/disk/diorama"] = "file://\(root.path)/bucket"
        words["/media/disk/diorama"] = "\(root.path)/backups"
        words["s3://photos/home"] = "file://\(root.path)/encrypted-bucket"
        words["/srv/diorama"] = "\(root.path)/srv"
        // The longest first: "/media/disk/diorama" is part of "file:///media/disk/diorama".
        return words.sorted { $0.key.count > $1.key.count }.reduce(line) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
    }

    @discardableResult
    func run(_ line: String, home other: URL? = nil, input: String = "") throws -> Program.Outcome {
        let result = try Program.start(line: line, in: folder, home: other ?? home, input: input).waitUntilExit()
        guard result.code == 0 else { throw Failure(description: "\(line): \(result.error)") }
        return result
    }

    struct Failure: Error, CustomStringConvertible { var description: String }

    // MARK: Files

    /// One capture, the demo's walk in a tenth of its frames, under all the names that examples use.
    private mutating func makeCaptures() throws {
        let scans = home.appendingPathComponent("scans")
        let office = scans.appendingPathComponent("office")
        try DemoCapture(frameCount: 24).write(to: office)
        for name in ["vase", "kitchen", "hall", "kitchen-2027"] {
            try FileManager.default.createSymbolicLink(at: scans.appendingPathComponent(name), withDestinationURL: office)
        }
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("new-scan"), withDestinationURL: office)
        try Record3DWriter.write(try Capture.open(office), to: folder.appendingPathComponent("vase.r3d"))
        placeholders["NEW_SCAN"] = "new-scan"
        placeholders["PATH/TO/CAPTURE"] = office.path
    }

    /// A photo, a table, and things with places in the library.
    private func makeThings() throws {
        try run("diorama convert room.glb drill.png --size 320x240")
        try FileManager.default.moveItem(
            at: folder.appendingPathComponent("drill.png"), to: folder.appendingPathComponent("drill.jpg"))
        try FileManager.default.copyItem(
            at: folder.appendingPathComponent("drill.jpg"), to: folder.appendingPathComponent("ada.jpg"))
        try Data("Name,Quantity\nHammer,1\n".utf8).write(to: folder.appendingPathComponent("things.csv"))
        try run("diorama thing add --name Drill --photo drill.jpg --place Cellar/Shelf")
        for name in ["Borer", "Lamp", "Saw"] { try run("diorama thing add --name \(name) --place Attic") }
        try run("diorama thing lend Saw --to Ben")
        try run("diorama thing import things.csv")
    }

    private func makeModels() throws {
        let scan = home.appendingPathComponent("scans/office").path
        try run("diorama reconstruct \(scan) --voxel 0.05 --output room.ply")
        try run("diorama convert room.ply room.glb")
        try run("diorama convert room.ply scan.las")
        try run("diorama plan room.glb --output flat.json")
        try run("diorama reconstruct \(scan) --voxel 0.03 --output table.ply")
        for name in ["scan", "new", "old", "living-room", "bedroom", "flat"] {
            try FileManager.default.copyItem(
                at: folder.appendingPathComponent("room.ply"), to: folder.appendingPathComponent("\(name).ply"))
        }
        for name in ["office.glb", "flat.glb", "truck.glb", "boat.glb"] {
            try FileManager.default.copyItem(
                at: folder.appendingPathComponent("room.glb"), to: folder.appendingPathComponent(name))
        }
        try FileManager.default.copyItem(
            at: folder.appendingPathComponent("room.ply"), to: home.appendingPathComponent("models/statue.ply"))
        try run("diorama exhibit new shelf --title Shelf --model office.glb")
        let question =
            #"{"id":"a","category":"answerable","language":"en","persona":"koch","history":[],"question":"How tall is the SLS?","#
            + #""declined":false,"contains":[["98 m"]],"passages":[],"forbidden":[],"person":null,"acceptsDecline":false}"#
        try Data("[\(question)]".utf8).write(to: folder.appendingPathComponent("questions.json"))
    }

    /// RoomPlan's exports of rooms side by side, and the model of one.
    private func makeRooms() throws {
        for (i, name) in ["livingroom", "kitchen", "hall", "bath"].enumerated() {
            let left = Double(i) * 4.1
            let room = RoomPlanSample(name, x: left...left + 4, y: 0...3)
            try room.data.write(to: folder.appendingPathComponent("\(name).json"))
        }
        try run("diorama convert room.glb kitchen.usdz")
    }

    /// A certificate and its key, for HTTPS.
    private func makeCertificate() throws {
        try run(
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -days 30 -keyout server.key "
                + "-out server.pem")
    }

    /// A recorded live session of one participant, in which nothing happens.
    private func makeSession() throws {
        guard let name = DisplayName("Ada") else { throw Failure(description: "Ada is no name") }
        let ada = ParticipantID(1)
        let profile = Profile(participant: ada, role: .host, color: AvatarColor(red: 9, green: 9, blue: 9), name: name)
        let join = SessionOperation(.join(profile), stamp: Stamp(clock: 1, participant: ada))
        let snapshot = Snapshot(sequence: 1, clock: 1, time: 0, received: 0, operations: [join])
        let recording = SessionRecording(
            header: .init(began: 1_764_000_000_000, start: 0),
            records: [.init(time: 0, packet: PacketCodec().encode([Frame(.snapshot(snapshot))]))])
        try Data(recording.bytes).write(to: folder.appendingPathComponent("session.live"))
    }

    // MARK: The library

    /// A library with a space, an account, a link, a backup and a space in the trash.
    private mutating func makeLibrary() throws {
        try run("diorama account create --name Ada")
        func id(_ line: String, _ key: String, in list: String? = nil) throws -> String {
            let json = try run("\(line) --json").json ?? [:]
            let object = list.map { (json[$0] as? [[String: Any]])?.first ?? [:] } ?? json
            guard let id = object[key] as? String else { throw Failure(description: "\(line): no \(key)") }
            return id
        }
        placeholders["SPACE"] = try id("diorama import room.ply --name Kitchen", "id", in: "spaces")
        placeholders["ITEM"] = try id("diorama import room.ply --name Unused", "id", in: "spaces")
        placeholders["FLAT"] = try id("diorama import kitchen.json --name Flat", "id", in: "spaces")
        placeholders["PERSON"] = try id("diorama account show", "id")
        placeholders["ACCOUNT"] = try id("diorama accounts add Ben", "id")
        placeholders["LINK"] = try id("diorama share \(placeholders["SPACE"] ?? "")", "id")
        placeholders["MEMORY"] = try id("diorama memory add \(placeholders["SPACE"] ?? "") --title Stove --point 1,0,1", "id")
        placeholders["EXHIBIT"] = try id("diorama exhibit import shelf", "id")
        try run("diorama exhibit export \(placeholders["EXHIBIT"] ?? "") --output shelf.zip")
        placeholders["BACKUP"] = try id("diorama library backup", "id")
        try makeContact()
    }

    /// Ben, with whom a memory is shared (`SHARE`), and who has offered a space (`OFFER`).
    private mutating func makeContact() throws {
        let ben = root.appendingPathComponent("ben")
        try FileManager.default.createDirectory(at: ben, withIntermediateDirectories: true)
        try run("diorama account create --name Ben", home: ben)
        for (person, name) in [(home, "ada"), (ben, "ben")] {
            try run("diorama sync --bucket file://\(root.path)/\(name)-bucket", home: person)
        }
        func card(_ person: URL) throws -> String {
            guard let card = try run("diorama contacts card --json", home: person).json?["card"] as? String else {
                throw Failure(description: "there is no contact card")
            }
            return "'\(card)'"
        }
        placeholders["CARD"] = try card(ben)
        try run("diorama contacts add \(card(ben))")
        try run("diorama contacts add \(card(home))", home: ben)
        let space = try run("diorama import room.ply --name Hall --json", home: ben).json?["spaces"] as? [[String: Any]]
        let offer = try run("diorama share \(space?.first?["id"] ?? "") --with Ada --json", home: ben).json
        placeholders["OFFER"] = offer?["id"] as? String
        try run("diorama sync", home: ben)
        try run("diorama inbox receive")
        let share = try run("diorama share \(placeholders["SPACE"] ?? "") --with Ben --json").json
        placeholders["SHARE"] = share?["id"] as? String
        try makeRequests(of: ben)
    }

    /// A workflow in a file and in the library, a request of Ben (`REQUEST`) with a recording that was begun (`RECORDING`), and
    /// one to him (`SENT`).
    private mutating func makeRequests(of ben: URL) throws {
        let steps = #"[{"title":"The door","shots":[{"title":"Outside"}],"fields":[{"title":"Notes"}]}]"#
        let workflow = #"{"name":"Fridge","steps":\#(steps)}"#
        try Data(workflow.utf8).write(to: folder.appendingPathComponent("workflow.json"))
        try run("diorama workflow add workflow.json")
        let asked = try run("diorama request add --to Ada --title Drill --json", home: ben).json
        placeholders["REQUEST"] = asked?["id"] as? String
        try run("diorama sync", home: ben)
        try run("diorama inbox receive")
        let begun = try run("diorama request answer \(placeholders["REQUEST"] ?? "") --json").json
        placeholders["RECORDING"] = (begun?["recording"] as? [String: Any])?["id"] as? String
        placeholders["SENT"] = try run("diorama request add --to Ben --title Fridge --json").json?["id"] as? String
    }

    /// Moves the space that stands for `ITEM` to the trash.
    private func trashItem() async throws {
        let library = try Library(at: home.appendingPathComponent(Self.library))
        if let id = placeholders["ITEM"].flatMap({ SpaceID($0) }) { _ = try await library.trash(id) }
        try library.close()
    }
}
