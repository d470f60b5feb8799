import Foundation

/// A person as this device knows them; the library's accounts say more.
public enum User {}

/// The id of a user.
public typealias UserID = Identifier<User>

/// What outlives the library itself: who the user is, the key that this device signs with, and a few settings.
public struct Identity: Sendable, Equatable, Codable {
    /// The user's id, which is also the id of their account.
    public var user: UserID
    /// 32 random bytes from which the device's signing key is made (Curve25519, RFC 8032). A secret.
    public var deviceKeySeed: Data
    /// Settings as the program keeps them; the library does not look into them.
    public var settings: Data

    /// A new identity with a new key.
    public init(user: UserID = UserID(), settings: Data = Data()) {
        var random = SystemRandomNumberGenerator()
        self.init(
            user: user, deviceKeySeed: Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }), settings: settings)
    }

    /// Creates an identity from stored values. `deviceKeySeed` must have 32 bytes.
    public init(user: UserID, deviceKeySeed: Data, settings: Data) {
        self.user = user
        self.deviceKeySeed = deviceKeySeed
        self.settings = settings
    }

    /// The most that is kept: 256 kB.
    static let byteLimit = 256 << 10

    /// As the stores keep it: JSON.
    func encoded() throws(LibraryError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let data = try? encoder.encode(self), data.count <= Self.byteLimit else {
            throw LibraryError(.invalidValue, "settings can have at most \(Self.byteLimit / 1024 / 2) kB")
        }
        return data
    }

    /// - Throws: `LibraryError` of kind `damaged` where this is no identity; `place` says where it was found.
    init(decoding data: Data, from place: String) throws(LibraryError) {
        guard data.count <= Self.byteLimit, let identity = try? JSONDecoder().decode(Identity.self, from: data),
            identity.deviceKeySeed.count == 32
        else { throw LibraryError(.damaged, "the identity in \(place) can't be read; remove it to start with a new one") }
        self = identity
    }
}

/// Where an identity is kept so that it outlives an uninstall.
public protocol IdentityStore: Sendable {
    /// The identity, or nil where none was saved.
    /// - Throws: `LibraryError` where there is one that can't be read, or must not be trusted.
    func load() async throws(LibraryError) -> Identity?
    /// Keeps the identity in the place of any former one, whole or not at all.
    func save(_ identity: Identity) async throws(LibraryError)
    /// Forgets the identity for good.
    func erase() async throws(LibraryError)
    /// Waits until nobody else changes the identity. Whoever changes it keeps what is returned from loading to saving.
    /// - Returns: the lock, released with it; nil where the store has none.
    /// - Throws: `LibraryError` where it can't be locked.
    func lock() async throws(LibraryError) -> (any Sendable)?
}

extension IdentityStore {
    public func lock() async throws(LibraryError) -> (any Sendable)? { nil }
}
