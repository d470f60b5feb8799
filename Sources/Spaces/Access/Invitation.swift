import Foundation
import DioramaLibrary

/// An address with which a person signs in once.
public struct Invitation: Sendable {
    /// The page with the secret behind `#`, which browsers tell no server.
    public let path: String
    /// When it becomes invalid.
    public let expires: Date

    /// How long an invitation is valid, in seconds: a week.
    public static let lifetime: TimeInterval = 7 * 24 * 3600

    /// Makes one, and keeps of its secret only the SHA-256.
    /// - Parameters:
    ///   - account: who signs in; nil: the library's owner.
    ///   - library: the library that stores it.
    ///   - lifetime: how long it is valid, in seconds.
    /// - Throws: `LibraryError` of kind `notFound` where there is no such account.
    public static func make(
        for account: AccountID?, in library: Library, lifetime: TimeInterval = Invitation.lifetime
    ) async throws -> Invitation {
        let token = SessionToken()
        let expires = Date(timeIntervalSinceNow: lifetime)
        try await library.invite(account, digest: token.digest, until: expires)
        return Invitation(path: "/join#\(token.text)", expires: expires)
    }
}
