import Foundation
import GRDB
import Images

/// The picture of an account, as other people see it: the middle square of an image as a JPEG of at most 256 × 256 pixels, without
/// any metadata of the file.
public struct AccountPicture: Sendable, Equatable, Codable {
    /// Pixels on a side at most.
    public static let maxEdge = 256

    /// The JPEG.
    public let jpeg: Data

    /// - Parameter file: a JPEG, PNG, WebP or HEIC of at most 50 MB.
    /// - Throws: `LibraryError` of kind `invalidValue` where it isn't one.
    public init(of file: URL) throws(LibraryError) {
        _ = try MediaIntake.media(at: file, kind: .photo, name: file.lastPathComponent)
        do throws(ImageError) {
            var image = try ImageFile.decodeShown(ImageFile.read(file), longEdge: 4 * Self.maxEdge).middleSquare
            if image.width > Self.maxEdge { image = image.resized(toWidth: Self.maxEdge, height: Self.maxEdge) }
            image.layOnWhite()
            jpeg = Data(try JPEG.encode(image, quality: 85))
        } catch {
            throw LibraryError(.invalidValue, "this image can't be used: \(error.problem)")
        }
    }
}

extension ColorImage {
    /// What is left without the ends of the longer side.
    fileprivate var middleSquare: ColorImage {
        let edge = Swift.min(width, height)
        let left = (width - edge) / 2
        let top = (height - edge) / 2
        var square: [Pixel] = []
        square.reserveCapacity(edge * edge)
        for y in top..<top + edge { square += pixels[(y * width + left)..<(y * width + left + edge)] }
        return ColorImage(width: edge, height: edge, pixels: square)
    }
}

extension Library {
    private static let pictureSetting = "picture"

    /// The picture of an account; nil where it has none.
    public func picture(of account: AccountID) async throws(LibraryError) -> AccountPicture? {
        try await setting(Self.pictureSetting, of: account)
    }

    /// Sets the picture of an account on all devices; nil removes it.
    /// - Throws: `LibraryError` of kind `notFound` where there is no such account.
    public func setPicture(_ picture: AccountPicture?, of account: AccountID) async throws(LibraryError) {
        guard let entry = try await accounts.get(account), entry.trashed == nil else { throw Account.layout.gone(account) }
        try await setSetting(Self.pictureSetting, of: account, to: picture)
    }

    /// The accounts that have a picture, each with the time at which it was set.
    public func pictureTimes() async throws(LibraryError) -> [AccountID: Date] {
        try await read(to: "list the pictures of accounts") { db in try Self.pictureTimes(db) }
    }

    static func pictureTimes(_ db: Database) throws -> [AccountID: Date] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT account, modified FROM settings WHERE name = ? AND account IS NOT NULL AND value IS NOT NULL",
            arguments: [pictureSetting])
        var times: [AccountID: Date] = [:]
        for row in rows {
            if let account = AccountID(row[0] as String) { times[account] = Date(milliseconds: row[1]) }
        }
        return times
    }
}
