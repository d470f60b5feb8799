import Foundation

/// Several stores as one: what one of them lost, another still has.
public struct LayeredIdentityStore: IdentityStore {
    private let stores: [any IdentityStore]

    /// - Parameter stores: the one that is trusted most first; at least one.
    public init(_ stores: [any IdentityStore]) { self.stores = stores }

    /// The stores of this system: the keyring where there is one, and a file; on Apple systems the keychain and a file.
    public static func standard(
        file: URL = FileIdentityStore.defaultFile, notice: @escaping @Sendable (String) -> Void = { _ in }
    ) -> LayeredIdentityStore {
        let file = FileIdentityStore(file, notice: notice)
        #if canImport(Security)
            return LayeredIdentityStore([KeychainIdentityStore(), file])
        #else
            return LayeredIdentityStore(SecretServiceIdentityStore.isAvailable ? [SecretServiceIdentityStore(), file] : [file])
        #endif
    }

    /// The first identity that can be read. Stores that lack it are given it again.
    /// - Throws: the first error, where no store has an identity and one could not be read: then a new one would hide it.
    public func load() async throws(LibraryError) -> Identity? {
        var failure: LibraryError?
        var lacking: [any IdentityStore] = []
        for store in stores {
            do throws(LibraryError) {
                if let identity = try await store.load() {
                    // A help for next time, not needed now.
                    for store in lacking { try? await store.save(identity) }
                    return identity
                }
                lacking.append(store)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return nil
    }

    /// Saves to all of them.
    /// - Throws: where none could keep it.
    public func save(_ identity: Identity) async throws(LibraryError) {
        try await forAll { (store) async throws(LibraryError) in try await store.save(identity) }
    }

    /// The lock of the first store that has one and can be locked; nil where none can. A folder that can't be written must not stop
    /// the keyring from keeping an identity: it is then changed without a lock. Where no store can be saved to, `save` says so.
    public func lock() async throws(LibraryError) -> (any Sendable)? {
        for store in stores {
            if let lock = try? await store.lock() { return lock }
        }
        return nil
    }

    public func erase() async throws(LibraryError) {
        for store in stores { try await store.erase() }
    }

    private func forAll(_ body: (any IdentityStore) async throws(LibraryError) -> Void) async throws(LibraryError) {
        var failure: LibraryError?
        var succeeded = 0
        for store in stores {
            do throws(LibraryError) {
                try await body(store)
                succeeded += 1
            } catch {
                failure = failure ?? error
            }
        }
        if let failure, succeeded == 0 { throw failure }
    }
}
