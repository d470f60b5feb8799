import Changes
import DioramaLibrary
import Foundation
import GRDB
import Support

/// One random history of devices with accounts; the same seed gives the same history.
struct AccountHistory {
    let seed: UInt64

    struct Difference: Error, CustomStringConvertible { let description: String }

    func run(_ pool: AccountReplicas) throws {
        var random = SplitMix64(seed: seed)
        let count = Int.random(in: 2...4, using: &random)
        let replicas = try pool.take(count + 1)
        for replica in replicas { try replica.begin(device: Self.id(&random), lead: Int64.random(in: 0..<40, using: &random)) }
        try run(Array(replicas.dropLast()), fresh: replicas[count], &random)
        for replica in replicas { try replica.end() }
        pool.giveBack(replicas)
    }

    private func run(_ replicas: [AccountReplica], fresh: AccountReplica, _ random: inout SplitMix64) throws {
        var files: [Changeset] = []
        for _ in 0..<Int.random(in: 8...32, using: &random) {
            let replica = replicas[Int.random(in: 0..<replicas.count, using: &random)]
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<12: try replica.write { db in try Self.edit(db, &random) }
            case 12..<15: try replica.export(to: &files)
            case 15..<19:
                if let file = files.indices.randomElement(using: &random) { try replica.merge(file, of: files) }
            default:
                if let file = replica.applied.sorted().randomElement(using: &random) { try replica.redact(file, of: &files) }
            }
        }
        try exchange(replicas, &files, &random)
        try fresh.merge(replicas[0].snapshot())
        let expected = try replicas[0].state()
        for (i, replica) in (replicas + [fresh]).enumerated() {
            let state = try replica.state()
            if state != expected {
                let apart = state.difference(from: expected).map { "\($0)" }.prefix(4).joined(separator: " | ")
                throw Difference(description: "device \(i) differs: \(apart)")
            }
            try replica.checkDerived()
        }
        // That takes as long as the whole history.
        if seed.isMultiple(of: 5) { try replicas[0].checkDigests() }
    }

    /// Gives every file to every device, in any order, until purging what belongs to purged rows brings no more.
    private func exchange(_ replicas: [AccountReplica], _ files: inout [Changeset], _ random: inout SplitMix64) throws {
        var first = 0
        for round in 0..<10 {
            for replica in replicas {
                if round > 0 { try replica.write { db in _ = try Orphans.purge(db) } }
                while try replica.export(to: &files) {}
            }
            if round > 0 && first == files.count { return }
            for replica in replicas {
                for file in (first..<files.count).shuffled(using: &random) { try replica.merge(file, of: files) }
            }
            first = files.count
        }
        throw Difference(description: "rows are purged again and again")
    }

    /// Ids are KSUIDs: 27 base62 digits; with a zero first they are below the largest.
    private static func id(_ random: inout SplitMix64) -> String {
        let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        return "0" + String((0..<26).map { _ in digits[Int.random(in: 0..<62, using: &random)] })
    }

    private static func any(of table: String, _ db: Database, _ random: inout SplitMix64) throws -> String? {
        try String.fetchAll(try db.cachedStatement(sql: "SELECT id FROM \(table) ORDER BY id")).randomElement(using: &random)
    }

    private static func edit(_ db: Database, _ random: inout SplitMix64) throws {
        func run(_ sql: String, _ arguments: StatementArguments) throws {
            try db.cachedStatement(sql: sql).execute(arguments: arguments)
        }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<5: try run("INSERT INTO accounts (id, name) VALUES (?, 'somebody')", [id(&random)])
        case 5..<6: try run("INSERT INTO spaces (id, name) VALUES (?, 'Kitchen')", [id(&random)])
        case 6..<11:
            let audience = try any(of: "accounts", db, &random).map { "[\"\($0)\"]" } ?? "[]"
            try run(
                "INSERT INTO memories (id, account, space, title, privacy, audience) VALUES (?, ?, ?, 'It was here', ?, ?)",
                [
                    id(&random), try any(of: "accounts", db, &random), try any(of: "spaces", db, &random),
                    Bool.random(using: &random) ? "private" : "shared", audience,
                ])
        case 11..<12:
            guard let memory = try any(of: "memories", db, &random) else { return }
            try run(
                "INSERT INTO media (id, memory, hash, byte_count) VALUES (?, ?, ?, 1)",
                [id(&random), memory, String(repeating: "0123456789abcdef".randomElement(using: &random) ?? "0", count: 64)])
        case 12..<17:
            guard let from = try any(of: "accounts", db, &random), let into = try any(of: "accounts", db, &random) else { return }
            let isUndone = Int.random(in: 0..<6, using: &random) == 0
            try run("UPDATE accounts SET merged_into = ? WHERE id = ?", [isUndone ? nil : into, from])
        case 17..<18:
            guard let space = try any(of: "spaces", db, &random) else { return }
            try run("UPDATE spaces SET trashed = ? WHERE id = ?", [Bool.random(using: &random) ? 1 : nil, space])
        default:
            let table = ["accounts", "memories", "spaces"].randomElement(using: &random) ?? "memories"
            if let row = try any(of: table, db, &random) { try run("DELETE FROM \(table) WHERE id = ?", [row]) }
            _ = try Orphans.purge(db)
        }
    }
}
