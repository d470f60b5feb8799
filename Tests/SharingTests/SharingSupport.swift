import Sharing
import Changes
import Foundation
import GRDB
import DioramaLibrary
import DioramaSync
import Testing
import SyncTestSupport

/// A person in a test: an account, its keys, a library's database, and a bucket that others put things into.
final class Person: Sendable {
    let account = KSUID()
    let keys = AccountKeys()
    let name: String
    let database: DatabaseQueue
    let folder: URL
    let bucket = MemoryBucket()
    let sharing: Sharing
    private let time: Time

    /// A clock that only the test moves.
    final class Time: @unchecked Sendable {
        private let lock = NSLock()
        private var date = Date(timeIntervalSince1970: 1_800_000_000)
        var now: Date { lock.withLock { date } }
        func advance(_ seconds: TimeInterval) { lock.withLock { date += seconds } }
    }

    init(_ name: String, hooks: SharingHooks = .test, time: Time = Time()) async throws {
        self.name = name
        self.time = time
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sharing-\(KSUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let account = account
        database = try LibraryOpening.catalogueInMemory()
        try await database.write { db in
            try db.execute(sql: "INSERT INTO accounts (id, name) VALUES (?, ?)", arguments: [account.description, name])
        }
        sharing = try await Sharing(
            account: account, keys: keys, database: database, quarantine: folder.appendingPathComponent("quarantine"),
            downloads: folder.appendingPathComponent("downloads"), hooks: hooks, clock: { time.now })
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var card: ContactCard { get throws { try ContactCard(account: account, name: name, keys: keys) } }
    var now: Int64 { Int64(time.now.timeIntervalSince1970 * 1000) }

    func advance(_ seconds: TimeInterval) { time.advance(seconds) }

    /// A thing with a photograph, as rows to share.
    func addThing(_ name: String) async throws -> [String: [KSUID]] {
        let thing = KSUID()
        let photo = KSUID()
        try await database.write { db in
            try db.execute(
                sql: "INSERT INTO things (id, name, value, notes) VALUES (?, ?, 1250, 'oak')", arguments: [thing.description, name])
            try db.execute(
                sql: """
                    INSERT INTO media (id, thing, kind, hash, content_type, latitude, longitude)
                    VALUES (?, ?, 'photo', ?, 'image/jpeg', 52.5, 13.4)
                    """, arguments: [photo.description, thing.description, Self.original])
        }
        return ["things": [thing], "media": [photo]]
    }

    static let original = String(repeating: "a", count: 64)

    func read<V: DatabaseValueConvertible & Sendable>(_ sql: String, _ id: KSUID) async throws -> V? {
        try await database.read { db in try V.fetchOne(db, sql: sql, arguments: [id.description]) }
    }

    func name(of thing: KSUID) async throws -> String? { try await read("SELECT name FROM things WHERE id = ?", thing) }
    func state(of share: KSUID) async throws -> String? { try await read("SELECT state FROM shares WHERE id = ?", share) }
    func requestState(_ request: KSUID) async throws -> String? {
        try await read("SELECT state FROM requests WHERE id = ?", request)
    }
    func isTrashed(_ thing: KSUID) async throws -> Bool? {
        try await read("SELECT trashed IS NOT NULL FROM things WHERE id = ?", thing)
    }

    func rename(_ thing: KSUID, _ name: String) async throws {
        try await database.write { db in
            try db.execute(sql: "UPDATE things SET name = ? WHERE id = ?", arguments: [name, thing.description])
        }
    }

    /// Everything that waits goes to the others.
    func deliver(to others: Person...) async throws {
        let buckets = Dictionary(uniqueKeysWithValues: others.map { ($0.account, $0.bucket) })
        _ = try await sharing.deliver { card in buckets[card.account] }
    }

    @discardableResult func receive() async throws -> Sharing.Received { try await sharing.receive(from: bucket) }

    /// Puts an envelope into this person's bucket.
    func put(_ bytes: [UInt8], _ name: KSUID = KSUID()) async throws {
        _ = try await bucket.put(BucketKey("inbound/\(account)/\(name)")!, Data(bytes), ifAbsent: true)
    }

    /// The reports of what was refused.
    func reports() throws -> [String] {
        let quarantine = folder.appendingPathComponent("quarantine")
        guard FileManager.default.fileExists(atPath: quarantine.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: quarantine, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "txt" }.map { try String(contentsOf: $0, encoding: .utf8) }.sorted()
    }
}

extension SharingHooks {
    /// Copies of images have another hash, and there are no files.
    static let test = SharingHooks(
        copying: { (hash, contentType) throws(SyncError) in
            let copy = hash.description == Person.original ? AssetHash(String(repeating: "b", count: 64))! : hash
            return SharedMedia(hash: copy, contentType: contentType, byteCount: 7)
        }, reading: { (hash, _, _) throws(SyncError) in throw SyncError(.notFound, "there is no file \(hash)") },
        isHere: { _ in false }, keeping: { _, _ in })
}

/// Two people who know each other.
func acquaintances() async throws -> (anna: Person, ben: Person) {
    let anna = try await Person("Anna")
    let ben = try await Person("Ben")
    try await anna.sharing.add(ContactCard(ben.card.description))
    try await ben.sharing.add(ContactCard(anna.card.description))
    return (anna, ben)
}
