import Foundation
import GRDB

extension Library {
    /// An asset and its file, or nil where no space has such an asset or its file is only in the bucket. The file's bytes never
    /// change; it goes when the last space that uses it is deleted, and whoever has it open then can read on.
    public func assetFile(_ hash: AssetHash) async throws(LibraryError) -> (Asset, URL)? {
        let asset = try await read(to: "find the asset \(hash)") { db in try Catalogue.asset(db, hash) }
        return asset.map { ($0, layout.asset(hash)) }
    }
}
