import Foundation
import DioramaLibrary
import Testing

@Suite struct IdentityTests {
    private func mode(_ file: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }

    @Test func `an identity is kept in a file that only its user may read`() async throws {
        try await withFolders { folder, _ in
            let store = FileIdentityStore(folder.appendingPathComponent("a/b/identity.json"))
            #expect(try await store.load() == nil)
            var identity = Identity(settings: Data("settings".utf8))
            try await store.save(identity)
            #expect(try await store.load() == identity)
            #expect(try mode(store.file) == 0o600)
            #expect(try mode(store.file.deletingLastPathComponent()) == 0o700)
            identity.settings = Data("others".utf8)
            try await store.save(identity)
            #expect(try await FileIdentityStore(store.file).load() == identity)
            #expect(filesBelow(folder) == ["a/b/identity.json"])
            try await store.erase()
            try await store.erase()
            #expect(try await store.load() == nil)
            #expect(Identity().deviceKeySeed != identity.deviceKeySeed)
        }
    }

    @Test func `a file that others could read is closed to them, and that is told`() async throws {
        try await withFolders { folder, _ in
            let (told, tell) = AsyncStream.makeStream(of: String.self)
            let store = FileIdentityStore(folder.appendingPathComponent("identity.json")) { tell.yield($0) }
            let identity = Identity()
            try await store.save(identity)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: store.file.path)
            #expect(try await store.load() == identity)
            #expect(try mode(store.file) == 0o600)
            var notices = told.makeAsyncIterator()
            #expect(await notices.next()?.hasSuffix("could be read by others (mode 644); it is 600 now") == true)
        }
    }

    @Test(arguments: ["", "{}", "hello", #"{"user":"x","deviceKeySeed":"","settings":""}"#])
    func `what is no identity is refused and stays`(content: String) async throws {
        try await withFolders { folder, files in
            let file = files.appendingPathComponent("identity.json")
            try Data(content.utf8).write(to: file)
            let error = await libraryError { _ = try await FileIdentityStore(file).load() }
            #expect(error?.kind == .damaged)
            #expect(try Data(contentsOf: file) == Data(content.utf8))
        }
    }

    @Test func `links, folders and other people's files are refused`() async throws {
        try await withFolders { _, files in
            let real = FileIdentityStore(files.appendingPathComponent("real.json"))
            try await real.save(Identity())
            let link = files.appendingPathComponent("link.json")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real.file)
            #expect(await libraryError { _ = try await FileIdentityStore(link).load() }?.message.contains("is a link") == true)
            #expect(await libraryError { _ = try await FileIdentityStore(files).load() } != nil)
            if geteuid() == 0 {
                try FileManager.default.setAttributes([.ownerAccountID: 12345], ofItemAtPath: real.file.path)
                #expect(await libraryError { _ = try await real.load() }?.message.contains("belongs to another user") == true)
            }
        }
    }

    @Test func `the XDG specification says where the file is`() {
        #expect(FileIdentityStore.defaultFile(environment: ["HOME": "/home/u"]).path == "/home/u/.config/diorama/identity.json")
        let other = FileIdentityStore.defaultFile(environment: ["HOME": "/home/u", "XDG_CONFIG_HOME": "/c"])
        #expect(other.path == "/c/diorama/identity.json")
    }

    /// A stand-in for `secret-tool`, which keeps its secret in a file.
    private func tool(in folder: URL) throws -> SecretServiceIdentityStore {
        let script = folder.appendingPathComponent("secret-tool")
        let secret = folder.appendingPathComponent("secret").path
        try Data(
            """
            #!/bin/sh
            case "$1" in
            store) cat > "\(secret)" ;;
            lookup) [ -f "\(secret)" ] || exit 1; cat "\(secret)" ;;
            clear) rm -f "\(secret)" ;;
            esac
            """.utf8
        ).write(to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        return SecretServiceIdentityStore(program: script.path)
    }

    @Test func `a keyring keeps an identity, too`() async throws {
        try await withFolders { _, files in
            let store = try tool(in: files)
            #expect(try await store.load() == nil)
            let identity = Identity(settings: Data([0, 255, 10]))
            try await store.save(identity)
            #expect(try await store.load() == identity)
            try await store.erase()
            #expect(try await store.load() == nil)
            let none = await libraryError { _ = try await SecretServiceIdentityStore(program: "/nowhere/secret-tool").load() }
            #expect(none?.message.contains("the keyring can't be used") == true)
        }
    }

    @Test func `what one store lost another still has, and gives it back`() async throws {
        try await withFolders { folder, files in
            let keyring = try tool(in: files)
            let file = FileIdentityStore(folder.appendingPathComponent("identity.json"))
            let both = LayeredIdentityStore([keyring, file])
            #expect(try await both.load() == nil)
            let identity = Identity()
            try await both.save(identity)
            try await keyring.erase()
            #expect(try await both.load() == identity)
            #expect(try await keyring.load() == identity)
            try await file.erase()
            #expect(try await both.load() == identity)
            // One that can't be reached does not hide the other, nor is it taken for an empty one.
            let broken = SecretServiceIdentityStore(program: "/nowhere/secret-tool")
            try await file.save(identity)
            #expect(try await LayeredIdentityStore([broken, file]).load() == identity)
            try await file.erase()
            #expect(await libraryError { _ = try await LayeredIdentityStore([broken, file]).load() } != nil)
            try await LayeredIdentityStore([broken, file]).save(identity)
            #expect(try await file.load() == identity)
        }
    }
}
