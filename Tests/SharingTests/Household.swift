import DioramaLibrary
import DioramaSync
import Foundation
import Images
import Sharing
import Testing

/// A person with a real library and a bucket.
final class Household: Sendable {
    let name: String
    let library: Library
    let sync: SyncClient
    let media: MediaStore
    let account: KSUID
    let keys: AccountKeys
    let address: String
    let sharing: Sharing
    let buckets: SharingBuckets
    private let time: Person.Time
    private let environment: [String: String]

    /// - Parameters:
    ///   - folder: of everything that the person has.
    ///   - address: of the bucket.
    ///   - environment: with the credentials of S3 buckets.
    init(
        _ name: String, in folder: URL, bucket address: String, environment: [String: String] = [:], time: Person.Time
    ) async throws {
        self.name = name
        self.address = address
        self.time = time
        self.environment = environment
        let home = folder.appendingPathComponent(name)
        library = try Library(at: home.appendingPathComponent("library"))
        sync = SyncClient(
            library, identity: FileIdentityStore(home.appendingPathComponent("identity")), environment: environment)
        media = sync.mediaStore()
        let entry = try await library.accounts.add(Account(name: name, tier: .premium))
        try await library.activate(entry.id)
        try await sync.use(bucket: address)
        account = entry.id.ksuid
        keys = AccountKeys()
        buckets = SharingBuckets(sync)
        sharing = try await Sharing(
            account: account, keys: keys, database: library.pool, quarantine: home.appendingPathComponent("quarantine"),
            downloads: home.appendingPathComponent("downloads"), hooks: .standard(library, media), clock: { time.now })
    }

    var card: ContactCard { get throws { try ContactCard(account: account, name: name, keys: keys, bucket: address) } }

    @discardableResult func exchange() async throws -> Sharing.Exchange {
        let exchange = try await sharing.exchange(buckets)
        #expect(exchange.failures == [])
        return exchange
    }

    /// A space with a model, the file that it was made from, a public memory with a photo, and a private memory.
    func addSpace(in folder: URL) async throws -> SpaceID {
        func file(_ name: String, _ bytes: Data) throws -> URL {
            let file = folder.appendingPathComponent("\(KSUID())-\(name)")
            try bytes.write(to: file)
            return file
        }
        let model = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        let space = try await library.add(
            SpaceDraft(
                name: "Kitchen", triangleCount: 12,
                report: #"{"coverage":0.9,"place":{"latitude":\#(Self.latitude),"longitude":8.541694}}"#,
                assets: [
                    AssetDraft(
                        kind: .mesh, contentType: "model/gltf-binary", fileName: "k.glb", file: try file("k.glb", model)),
                    AssetDraft(
                        kind: .source, contentType: "application/zip", fileName: "scan.zip",
                        file: try file("scan.zip", Data("where it was".utf8))),
                ]))
        let own = AccountID(account)
        let shown = try await library.memories.add(
            Memory(title: "For all", space: space.id, privacy: .public, account: own))
        _ = try await library.memories.add(Memory(title: "For me", text: "under the stone", space: space.id, account: own))
        _ = try await library.add(
            Media(kind: .photo, contentType: "image/jpeg", fileName: "p.jpg", memory: shown.id),
            file: try file("p.jpg", Self.photo))
        return space.id
    }

    /// Where the space was recorded, as text.
    static let latitude = "47.376887"
    static let place = Data("Elm Street 5".utf8)

    /// A JPEG that names where it was taken (XMP).
    static let photo: Data = {
        let image = ColorImage(width: 16, height: 16, repeating: SIMD4(90, 120, 200, 255))
        let jpeg = Data((try? JPEG.encode(image)) ?? [])
        let xmp = Data("http://ns.adobe.com/xap/1.0/\0".utf8) + place
        let length = xmp.count + 2
        return jpeg.prefix(2) + Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)]) + xmp + jpeg.dropFirst(2)
    }()

    /// The contents of all files of the person's library.
    func files() throws -> [Data] {
        let paths = FileManager.default.enumerator(atPath: library.folder.path)?.compactMap { $0 as? String } ?? []
        return paths.compactMap { try? Data(contentsOf: library.folder.appendingPathComponent($0)) }
    }

    /// All objects of the bucket as plain bytes, by name.
    func objects() async throws -> [String: Data] {
        let bucket = try BucketAddress(address, environment: [:]).open(environment: environment)
        var objects: [String: Data] = [:]
        for entry in try await bucket.walk() where entry.kind == .object {
            objects[entry.name] = try await bucket.get(BucketKey(entry.name)!, limit: 64 << 20)
        }
        return objects
    }
}
