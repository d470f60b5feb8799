import DioramaLibrary
import DioramaSync
import Foundation
import Support

/// What a library stores where, and with whom it is in contact.
public struct PrivacyReport: Sendable, Encodable {
    /// A place on this device.
    public struct Location: Sendable, Encodable {
        /// What is stored there.
        public enum Content: String, Sendable, Encodable, CaseIterable {
            /// The catalogue: texts, numbers, positions, accounts.
            case catalogue
            /// Scans, models, photos, videos, documents.
            case originals
            /// Smaller images made from originals.
            case previews
            /// Originals that were downloaded from the bucket.
            case cache
            /// Copies of the catalogue.
            case backups
            /// Features of photos of things, for the visual search.
            case recognition
            /// Conversations with guides.
            case conversations
            /// The demo library.
            case demo
            /// Whose device this is, with its keys; it outlives the library.
            case identity
        }

        /// What is stored there.
        public let content: Content
        /// The file or folder.
        public let path: String
        /// The size in bytes; 0 where there is nothing yet.
        public let byteCount: Int64
    }

    /// Where data is on this device.
    public let locations: [Location]
    /// The address of the bucket; nil where nothing is synchronized.
    public let bucket: String?
    /// Devices that the library is synchronized with, without this one.
    public let devices: Int
    /// Links that anybody who has their address can open.
    public let links: Int
    /// People who can sign in, without the owner.
    public let accounts: Int
    /// Contacts that things can be shared with.
    public let contacts: Int

    /// - Throws: `LibraryError`, `SyncError` where the library can't be read.
    public init(_ library: Library, sync: SyncClient) async throws {
        let folder = library.folder
        locations = try await Blocking.run {
            [
                (.catalogue, folder.appendingPathComponent("library.sqlite")),
                (.originals, folder.appendingPathComponent("assets")),
                (.previews, folder.appendingPathComponent("previews")), (.cache, folder.appendingPathComponent("cache")),
                (.backups, folder.appendingPathComponent("backups")), (.recognition, folder.appendingPathComponent("recognition")),
                (.conversations, folder.appendingPathComponent("guide")), (.demo, folder.appendingPathComponent("demo")),
                (.identity, FileIdentityStore.defaultFile),
            ].map { content, url in Location(content: content, path: url.path, byteCount: Self.byteCount(url)) }
        }
        bucket = try await sync.bucket()
        devices = try await sync.devices().count { !$0.isThis }
        links = try await library.openLinkCount()
        let owner = try await library.activeAccount()?.id
        accounts = try await library.accounts.list(limit: 1000).entries.count { $0.id != owner }
        contacts = try await library.contacts.count()
    }

    /// All files below a file or folder together; links are not followed.
    private static func byteCount(_ url: URL) -> Int64 {
        let keys: [URLResourceKey] = [.isRegularFileKey, .fileSizeKey]
        func size(_ file: URL) -> Int64 {
            guard let values = try? file.resourceValues(forKeys: Set(keys)), values.isRegularFile == true else { return 0 }
            return Int64(values.fileSize ?? 0)
        }
        var total = size(url)
        guard let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: keys) else { return total }
        for case let file as URL in files { total += size(file) }
        return total
    }
}
