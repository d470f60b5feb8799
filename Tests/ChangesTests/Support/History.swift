import Changes
import Foundation
import GRDB
import Support

/// What devices do in one random history. Each step stands by itself, so that steps can be left out when a failure is shrunk.
struct History: CustomStringConvertible {
    enum Step: Sendable {
        /// A device writes; the seed says what.
        case write(device: Int, seed: UInt64)
        /// A device makes a changeset of what it wrote.
        case export(device: Int)
        /// A device takes in one of the changesets that there are, again perhaps.
        case deliver(device: Int, seed: UInt64)
        /// A device takes in another one's snapshot.
        case snapshot(from: Int, to: Int)
        /// A device gets the next version of the program.
        case upgrade(device: Int)
        /// A device is put to use under a new id, as after its database was restored.
        case rename(device: Int)
        /// A changeset is damaged on its way, for good: truncated, or one bit flipped.
        case damage(seed: UInt64)
        /// A device's wall clock is set to another year.
        case setClock(device: Int, year: Int)
        /// A device has written under a time that others refuse, as earlier versions did.
        case cutOff(device: Int)
    }

    let seed: UInt64
    /// For each device: the version it begins with, and how far its clock is ahead, in minutes.
    let devices: [(version: Int, minutesAhead: Int64)]
    var steps: [Step]

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        self.seed = seed
        // More often few devices than many: most of the time goes into everyone taking in everything.
        let most = Int.random(in: 2...8, using: &random)
        devices = (0..<Int.random(in: 2...most, using: &random)).map { _ in
            (Int.random(in: 1...3, using: &random), Int64.random(in: -1440...1440, using: &random))
        }
        let count = devices.count
        steps = (0..<Int.random(in: 10...60, using: &random)).map { _ in
            let device = Int.random(in: 0..<count, using: &random)
            return switch Int.random(in: 0..<106, using: &random) {
            case 0..<55: .write(device: device, seed: random.next())
            case 55..<72: .export(device: device)
            case 72..<94: .deliver(device: device, seed: random.next())
            case 94..<96: .snapshot(from: device, to: Int.random(in: 0..<count, using: &random))
            case 96..<98: .upgrade(device: device)
            case 98..<100: .rename(device: device)
            case 100..<103: .damage(seed: random.next())
            case 103..<105: .setClock(device: device, year: [1970, 2031, 2100, 4300, 9999].randomElement(using: &random) ?? 1970)
            default: .cutOff(device: device)
            }
        }
    }

    var description: String {
        "seed \(seed): \(devices.map { "v\($0.version) \($0.minutesAhead) min" }.joined(separator: ", ")): "
            + steps.map { "\($0)" }.joined(separator: "; ")
    }

    /// Lives through it, then lets everyone take in everything, each in an order of its own.
    /// - Returns: what went wrong, or nil where all replicas are equal.
    func failure() -> String? {
        do {
            let (replicas, files) = try run()
            return try Self.difference(replicas, files)
        } catch {
            return "\(error)"
        }
    }

    /// A changeset as it arrives, and the replica that wrote it.
    private struct File {
        var changeset: Changeset
        let writer: Int
        /// Whether nobody can apply it: its content then arrives with a snapshot of its writer.
        var isLost = false
    }

    /// The replicas after all steps, and the changesets and snapshots that all of them have applied.
    func run() throws -> (replicas: [Replica], files: [Changeset]) {
        let replicas = try devices.enumerated().map { i, device in
            try Replica("device\(i)", version: device.version, minutesAhead: device.minutesAhead)
        }
        var files: [File] = []
        for step in steps { try perform(step, replicas, &files) }
        for (i, replica) in replicas.enumerated() {
            if try replica.isCutOff { try replica.restamp(as: "restamped\(i)-\(files.count)") }
            while let file = try replica.export(limit: 7) { files.append(File(changeset: file, writer: i)) }
        }
        var random = SplitMix64(seed: seed &+ 1)
        let snapshots = try Set(files.filter(\.isLost).map(\.writer)).sorted().map { try replicas[$0].snapshot() }
        let sound = files.filter { !$0.isLost }.map(\.changeset) + snapshots
        for replica in replicas {
            for file in sound.shuffled(using: &random) {
                try replica.merge(file)
                if Int.random(in: 0..<8, using: &random) == 0 { try replica.merge(file, limit: 3) }
            }
        }
        return (replicas, sound)
    }

    private func perform(_ step: Step, _ replicas: [Replica], _ files: inout [File]) throws {
        switch step {
        case .write(let device, let seed): try Self.write(replicas[device], seed)
        case .export(let device):
            guard let changeset = try replicas[device].export(limit: 7) else { return }
            files.append(
                File(changeset: changeset, writer: device, isLost: try replicas[device].isCutOff && Self.isRefused(changeset)))
        case .deliver(let device, let seed):
            if files.isEmpty { return }
            let file = files[Int(seed % UInt64(files.count))]
            if file.isLost {
                try replicas[device].expectRefusal(of: file.changeset)
            } else {
                try replicas[device].merge(file.changeset, limit: 9)
            }
        case .snapshot(let from, let to):
            if try !replicas[from].isCutOff { try replicas[to].merge(replicas[from].snapshot()) }
        case .upgrade(let device): try replicas[device].upgrade(to: min(replicas[device].version + 1, 3))
        case .rename(let device):
            try replicas[device].write { db in
                try ChangeTracking.rename(db, device: "renamed\(device)-\(files.count)", after: Changeset.exported(db))
            }
        case .damage(let seed):
            if files.isEmpty { return }
            let i = Int(seed % UInt64(files.count))
            if files[i].isLost { return }
            files[i].changeset = Self.damaged(files[i].changeset, seed)
            files[i].isLost = true
        case .setClock(let device, let year): try replicas[device].setClock(year: year)
        case .cutOff(let device): try replicas[device].cutOff()
        }
    }

    /// Whether a new device refuses the changeset.
    private static func isRefused(_ changeset: Changeset) throws -> Bool {
        do {
            try Replica("probe", version: 3).merge(changeset)
            return false
        } catch let error as ChangesError where error.kind == .refused {
            return true
        }
    }

    private static func damaged(_ changeset: Changeset, _ seed: UInt64) -> Changeset {
        var bytes = changeset.bytes
        let i = Int((seed >> 8) % UInt64(bytes.count))
        if seed & 1 == 0 { bytes.removeSubrange(i...) } else { bytes[i] ^= 1 << (seed >> 1 & 7) }
        return Changeset(unchecked: bytes)
    }

    private static func difference(_ replicas: [Replica], _ files: [Changeset]) throws -> String? {
        let first = try replicas[0].state()
        for replica in replicas.dropFirst() {
            let other = try replica.state()
            if other != first { return "device0 and \(replica.device) differ: \(apart(first, other))" }
        }
        for replica in replicas { try replica.upgrade(to: 3) }
        let content = try replicas[0].content()
        for replica in replicas.dropFirst() {
            let other = try replica.content()
            if other != content { return "after the upgrade device0 and \(replica.device) differ: \(apart(content, other))" }
            if try replica.state() != first { return "the upgrade of \(replica.device) changed clocks" }
        }
        // A new device that begins with a snapshot of any of them is equal too.
        let fresh = try Replica("fresh", version: 3)
        try fresh.merge(replicas[replicas.count - 1].snapshot())
        return try fresh.content() == content && fresh.state() == first ? nil : "a snapshot does not hold everything"
    }

    private static func apart(_ a: [String], _ b: [String]) -> String {
        let lines = a.difference(from: b).map { change in
            switch change {
            case .insert(_, let line, _): "here \(line)"
            case .remove(_, let line, _): "there \(line)"
            }
        }
        return lines.prefix(6).joined(separator: " | ")
    }

    /// One transaction of one to four writes.
    private static func write(_ replica: Replica, _ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        try replica.write { db in
            for _ in 0..<Int.random(in: 1...4, using: &random) { try edit(db, version: replica.version, random: &random) }
        }
    }

    private static func edit(_ db: Database, version: Int, random: inout SplitMix64) throws {
        let table = version >= 3 && Bool.random(using: &random) ? "places" : "things"
        let columns =
            table == "places"
            ? ["name", "pose"] : Array(["title", "amount", "weight", "picture", "note", "colour", "height"].prefix(4 + version))
        let ids = try String.fetchAll(db, sql: "SELECT id FROM \(table) ORDER BY id")
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3:
            // Few ids, so that devices meet on one sometimes, as with rows that have a fixed id.
            let isShared = Int.random(in: 0..<3, using: &random) == 0
            let id = isShared ? "shared\(Int.random(in: 0..<4, using: &random))" : String(random.next(), radix: 36)
            let used = try Bool.fetchOne(db, sql: "SELECT count(*) FROM sync_rows WHERE id = ?", arguments: [id]) ?? false
            if used { return }
            let picked = columns.filter { _ in Bool.random(using: &random) }
            let written = table == "things" && !picked.contains("title") ? picked + ["title"] : picked
            let values = written.map { value($0, &random) }
            try db.execute(
                sql: """
                    INSERT INTO \(table) (\((["id"] + written).joined(separator: ", ")))
                    VALUES (\((["?"] + written.map { _ in "?" }).joined(separator: ", ")))
                    """, arguments: StatementArguments([id.databaseValue] + values))
        case 3..<9:
            guard let id = ids.randomElement(using: &random), let column = columns.randomElement(using: &random) else { return }
            try db.execute(
                sql: "UPDATE \(table) SET \(column) = ? WHERE id = ?",
                arguments: StatementArguments([value(column, &random), id.databaseValue]))
        default:
            guard let id = ids.randomElement(using: &random) else { return }
            try db.execute(sql: "DELETE FROM \(table) WHERE id = ?", arguments: [id])
        }
    }

    private static func value(_ column: String, _ random: inout SplitMix64) -> DatabaseValue {
        let texts = ["", "a", "A", "é", "e\u{301}", "墨", "🗝", "a\nb", "0", "null", "it''s"]
        let reals = [0.1, -1e300, 5e-324, 1 / 3, .infinity, 123_456_789.123_456_78, 1e15]
        let integers: [Int64] = [0, -1, .max, .min, 9_007_199_254_740_993, 65_536]
        func text() -> DatabaseValue { (texts.randomElement(using: &random) ?? "").databaseValue }
        func real() -> DatabaseValue { (reals.randomElement(using: &random) ?? 0).databaseValue }
        func integer() -> DatabaseValue { (integers.randomElement(using: &random) ?? 0).databaseValue }
        func blob() -> DatabaseValue {
            Data((0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }).databaseValue
        }
        if column != "title" && column != "colour" && column != "name" && Int.random(in: 0..<6, using: &random) == 0 {
            return .null
        }
        switch column {
        case "title", "colour", "name": return text()
        case "amount": return integer()
        case "weight", "height": return real()
        case "picture", "pose": return blob()
        default: return [text(), real(), integer(), blob()][Int.random(in: 0..<4, using: &random)]
        }
    }
}
