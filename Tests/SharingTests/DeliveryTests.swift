import DioramaLibrary
import DioramaSync
import Foundation
import GRDB
import Sharing
import SyncTestSupport
import TestSupport
import Testing

/// Files of shares between two people with real libraries: over folders, S3 (beside scripts/with-seaweedfs.sh), and encrypted.
@Suite struct DeliveryTests {
    struct Variant: Sendable, CustomTestStringConvertible {
        var s3: Bool
        var isEncrypted: Bool
        var testDescription: String { (s3 ? "S3" : "folders") + (isEncrypted ? ", encrypted" : "") }

        static let all = [false, true].flatMap { s3 in [false, true].map { Variant(s3: s3, isEncrypted: $0) } }
            .filter { !$0.s3 || ProcessInfo.processInfo.environment["DIORAMA_TEST_S3"] != nil }
    }

    /// Two people who know each other, a space of the first, and the clock of both.
    private struct Neighbours {
        let anna: Household
        let ben: Household
        let space: SpaceID
        let time: Person.Time

        init(_ variant: Variant, in folder: URL) async throws {
            time = Person.Time()
            var people: [Household] = []
            for name in ["Anna", "Ben"] {
                let (address, environment) = try await Self.bucket(variant, folder.appendingPathComponent("\(name)-bucket"))
                let person = try await Household(name, in: folder, bucket: address, environment: environment, time: time)
                if variant.isEncrypted { _ = try await person.sync.encrypt() }
                people.append(person)
            }
            anna = people[0]
            ben = people[1]
            try await anna.sharing.add(ben.card)
            try await ben.sharing.add(anna.card)
            space = try await anna.addSpace(in: folder)
        }

        private static func bucket(_ variant: Variant, _ folder: URL) async throws -> (String, [String: String]) {
            guard variant.s3 else { return (folder.absoluteString, [:]) }
            let test = ProcessInfo.processInfo.environment
            let address = "s3://t-\(UUID().uuidString.lowercased().prefix(18))/home?endpoint=\(test["DIORAMA_TEST_S3"] ?? "")"
            let environment = [
                "AWS_ACCESS_KEY_ID": test["DIORAMA_TEST_S3_KEY"] ?? "",
                "AWS_SECRET_ACCESS_KEY": test["DIORAMA_TEST_S3_SECRET"] ?? "",
            ]
            let bucket = try BucketAddress(address, environment: [:]).open(environment: environment)
            try await (bucket as? S3Bucket)?.create()
            return (address, environment)
        }

        func offer() async throws -> KSUID {
            let share = try await anna.sharing.share(
                space: space, with: ben.account, permission: .read, title: "Kitchen")
            try await anna.exchange()
            try await ben.exchange()
            return share
        }

        /// Offered, accepted, granted, downloaded.
        func share() async throws -> KSUID {
            let share = try await offer()
            try await ben.sharing.accept(share)
            try await ben.exchange()
            #expect(try await anna.exchange().granted == 2)
            let last = try await ben.exchange()
            #expect(last.downloaded == 2 && last.missing == 0)
            return share
        }
    }

    private func withNeighbours(_ variant: Variant, _ body: (Neighbours) async throws -> Void) async throws {
        try await TestData.withTemporaryFolder { folder in try await body(try await Neighbours(variant, in: folder)) }
    }

    @Test(arguments: Variant.all)
    func `a shared space arrives with its files, without what is private`(variant: Variant) async throws {
        try await withNeighbours(variant) { both in
            let anna = both.anna
            let ben = both.ben
            let share = try await both.offer()
            #expect(try await ben.library.space(both.space) == nil)
            try await ben.sharing.accept(share)
            try await ben.exchange()
            try await anna.exchange()
            // What lies in the buckets for the receiver can be read by nobody else.
            for (name, bytes) in try await anna.objects().merging(ben.objects(), uniquingKeysWith: { first, _ in first }) {
                for secret in [Data("glTF".utf8), Household.place, Data("For all".utf8)] where !name.hasPrefix("keys/") {
                    #expect(bytes.range(of: secret) == nil, "\(name)")
                }
            }
            let last = try await ben.exchange()
            #expect(last.downloaded == 2 && last.missing == 0)
            let space = try #require(try await ben.library.space(both.space))
            #expect(space.name == "Kitchen" && space.assets.map(\.kind) == [.mesh])
            // Where it was recorded stays with its owner.
            #expect(try await anna.library.space(both.space)?.report?.contains(Household.latitude) == true)
            #expect(space.report == nil)
            #expect(try ben.files().allSatisfy { $0.range(of: Data(Household.latitude.utf8)) == nil })
            let mesh = try #require(space.assets.first)
            let model = try #require(try await ben.library.original(mesh.hash))
            #expect(try Data(contentsOf: model).count == 200_000)
            let memories = try await ben.library.memories(for: .owner(AccountID(ben.account))).list(in: both.space).memories
            #expect(memories.map(\.entry.title) == ["For all"])
            #expect(memories.first?.author?.name == "Anna" && memories.first?.isMine == false)
            let photo = try #require(memories.first?.media.first)
            let copy = try Data(contentsOf: try #require(try await ben.library.original(photo.hash)))
            #expect(copy.range(of: Household.place) == nil && Int64(copy.count) == photo.byteCount)
            #expect(try await ben.exchange().downloaded == 0)
            // A device with the same account gets them from Ben's own bucket.
            #expect(try await ben.sync.run().media.uploaded >= 2)
            if variant.isEncrypted {
                #expect(try await anna.sync.audit().findings == [])
                #expect(try await ben.sync.audit().findings == [])
            }
        }
    }

    @Test(arguments: Variant.all)
    func `revocation removes the copies and the receiver's space`(variant: Variant) async throws {
        try await withNeighbours(variant) { both in
            let share = try await both.share()
            let isCopy: (String) -> Bool = { $0.contains(share.description) }
            #expect(try await both.anna.objects().keys.contains(where: isCopy) == variant.s3)
            #expect(try await both.ben.objects().keys.contains(where: isCopy) == !variant.s3)
            try await both.anna.sharing.revoke(share)
            try await both.anna.exchange()
            #expect(try await both.anna.objects().keys.filter(isCopy) == [])
            #expect(try await both.ben.objects().keys.filter(isCopy) == [])
            try await both.ben.exchange()
            #expect(try await both.ben.library.space(both.space)?.trashed != nil)
            #expect(try await both.ben.exchange().missing == 0)
        }
    }

    @Test(arguments: Variant.all)
    func `grants that have expired are renewed on request`(variant: Variant) async throws {
        try await withNeighbours(variant) { both in
            let anna = both.anna
            let ben = both.ben
            let share = try await both.offer()
            try await ben.sharing.accept(share)
            try await ben.exchange()
            try await anna.exchange()
            both.time.advance(8 * 86_400)
            // Anna's next exchange removes the expired copies; Ben asks again, once.
            try await anna.exchange()
            #expect(try await anna.objects().keys.filter { $0.contains(share.description) } == [])
            #expect(try await ben.exchange().missing == 2)
            let waiting = try await anna.exchange()
            #expect(waiting.received.applied == 1 && waiting.granted == 2)
            let last = try await ben.exchange()
            #expect(last.downloaded == 2 && last.missing == 0)
        }
    }

    @Test(arguments: Variant.all)
    func `what is added to the space follows, and what becomes private is withdrawn`(variant: Variant) async throws {
        try await withNeighbours(variant) { both in
            let anna = both.anna
            let ben = both.ben
            _ = try await both.share()
            let viewer = Viewer.owner(AccountID(ben.account))
            let shown = try #require(
                try await anna.library.memories(for: .owner(AccountID(anna.account))).list(in: both.space).memories
                    .first { $0.entry.title == "For all" })
            _ = try await anna.library.memories.update(shown.entry.id) { $0.privacy = .private }
            let added = try await anna.library.memories.add(
                Memory(title: "After painting", space: both.space, privacy: .anonymous, account: AccountID(anna.account)))
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(KSUID()).jpg")
            try Household.photo.write(to: file)
            _ = try await anna.library.add(
                Media(kind: .photo, contentType: "image/jpeg", fileName: "q.jpg", memory: added.id), file: file,
                isConsumed: true)
            #expect(try await anna.exchange().updates == 1)
            try await ben.exchange()
            let memories = try await ben.library.memories(for: viewer).list(in: both.space).memories
            #expect(memories.map(\.entry.title) == ["After painting"])
            #expect(memories.first?.author == nil && memories.first?.entry.account == nil)
            #expect(try await anna.exchange().updates == 0)
            // Public again, it comes back.
            _ = try await anna.library.memories.update(shown.entry.id) { $0.privacy = .public }
            try await anna.exchange()
            try await ben.exchange()
            let again = try await ben.library.memories(for: viewer).list(in: both.space).memories
            #expect(Set(again.map(\.entry.title)) == ["After painting", "For all"])
        }
    }

    @Test func `an altered copy is refused and downloaded again`() async throws {
        try await withNeighbours(Variant(s3: false, isEncrypted: false)) { both in
            let share = try await both.offer()
            try await both.ben.sharing.accept(share)
            try await both.ben.exchange()
            try await both.anna.exchange()
            let bucket = try BucketAddress(both.ben.address).open()
            let folder = try #require(BucketKey("inbound/\(both.ben.account)/\(share)"))
            let copies = try await bucket.list(folder, after: nil)
            #expect(copies.count == 2)
            var originals: [BucketKey: Data] = [:]
            for copy in copies {
                let bytes = try await bucket.get(copy.key, limit: 1 << 20)
                originals[copy.key] = bytes
                var altered = bytes
                altered[100] ^= 1
                try await bucket.delete(copy.key)
                _ = try await bucket.put(copy.key, altered, ifAbsent: true)
            }
            let refused = try await both.ben.sharing.exchange(both.ben.buckets)
            #expect(refused.failures.count == 2 && refused.downloaded == 0 && refused.missing == 2)
            #expect(refused.failures.allSatisfy { $0.contains("altered") })
            for (key, bytes) in originals {
                try await bucket.delete(key)
                _ = try await bucket.put(key, bytes, ifAbsent: true)
            }
            #expect(try await both.ben.exchange().downloaded == 2)
        }
    }

    @Test func `a second device of the receiver knows the contact and the share`() async throws {
        try await withNeighbours(Variant(s3: false, isEncrypted: false)) { both in
            _ = try await both.share()
            try await both.ben.sync.run()
            try await TestData.withTemporaryFolder { folder in
                let library = try Library(at: folder.appendingPathComponent("library"))
                let sync = SyncClient(library, identity: FileIdentityStore(folder.appendingPathComponent("identity")))
                let account = try await library.accounts.add(Account(name: "Ben", tier: .premium))
                try await library.activate(account.id)
                try await sync.use(bucket: both.ben.address)
                try await sync.run()
                #expect(try await library.contacts.list().entries.map(\.name) == ["Anna"])
                #expect(try await library.space(both.space)?.name == "Kitchen")
            }
        }
    }
}

/// What is private is refused at the sender, with the reason.
@Suite struct PrivateShareTests {
    @Test func `private memories, their media and owner's files are refused by name`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let time = Person.Time()
            let anna = try await Household(
                "Anna", in: folder, bucket: folder.appendingPathComponent("a").absoluteString, time: time)
            let ben = try await Household("Ben", in: folder, bucket: folder.appendingPathComponent("b").absoluteString, time: time)
            try await anna.sharing.add(ben.card)
            let space = try await anna.addSpace(in: folder)
            func refusal(_ rows: [String: [KSUID]]) async -> String? {
                let error = await error {
                    _ = try await anna.sharing.share(rows, with: ben.account, permission: .read, title: "x")
                }
                #expect(error?.kind == .refused)
                return error?.message
            }
            let memories = try await anna.library.memories.list([.space(space)]).entries
            let secret = try #require(memories.first { $0.title == "For me" })
            #expect(await refusal(["memories": [secret.id.ksuid]])?.contains("\"For me\" is private") == true)
            let shown = try #require(memories.first { $0.title == "For all" })
            let photo = try #require(try await anna.library.media.list([.memory(shown.id)]).entries.first)
            _ = try await anna.library.memories.update(shown.id) {
                $0.privacy = .shared
                $0.audience = [AccountID()]
            }
            #expect(await refusal(["media": [photo.id.ksuid]])?.contains("Ben is not one of them") == true)
            _ = try await anna.library.memories.update(shown.id) { $0.audience = [AccountID(ben.account)] }
            _ = try await anna.sharing.share(
                ["media": [photo.id.ksuid]], with: ben.account, permission: .read, title: "x")
            let source: String? = try await anna.library.pool.read { db in
                try String.fetchOne(db, sql: "SELECT id FROM space_assets WHERE kind = 'source'")
            }
            let id = try #require(source.flatMap { KSUID($0) })
            #expect(await refusal(["space_assets": [id]])?.contains("scan.zip") == true)
        }
    }
}
