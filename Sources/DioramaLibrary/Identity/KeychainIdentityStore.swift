#if canImport(Security)
    import Foundation
    import Security

    /// Keeps the identity in the keychain of an Apple system, where it outlives the app. It stays on this device.
    public struct KeychainIdentityStore: IdentityStore {
        private let service: String
        private let group: String?

        /// - Parameters:
        ///   - service: the name of the item.
        ///   - group: the keychain access group that an app shares with its extensions; nil for the app's own.
        public init(service: String = "diorama.identity", group: String? = nil) { (self.service, self.group) = (service, group) }

        private var query: [CFString: Any] {
            var query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: "identity",
                kSecUseDataProtectionKeychain: true,
            ]
            if let group { query[kSecAttrAccessGroup] = group }
            return query
        }

        public func load() async throws(LibraryError) -> Identity? {
            var query = query
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            var item: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &item)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = item as? Data else { throw Self.error(status, could: "read") }
            return try Identity(decoding: data, from: "the keychain")
        }

        public func save(_ identity: Identity) async throws(LibraryError) {
            let data = try identity.encoded()
            let change = [kSecValueData: data] as CFDictionary
            var status = SecItemUpdate(query as CFDictionary, change)
            if status == errSecItemNotFound {
                var item = query
                item[kSecValueData] = data
                item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
                status = SecItemAdd(item as CFDictionary, nil)
            }
            if status != errSecSuccess { throw Self.error(status, could: "save") }
        }

        public func erase() async throws(LibraryError) {
            let status = SecItemDelete(query as CFDictionary)
            if status != errSecSuccess && status != errSecItemNotFound { throw Self.error(status, could: "erase") }
        }

        private static func error(_ status: OSStatus, could action: String) -> LibraryError {
            let text = SecCopyErrorMessageString(status, nil) as String? ?? "error \(status)"
            return LibraryError(.noPermission, "couldn't \(action) the identity in the keychain: \(text)")
        }
    }
#endif
