import Foundation
import GRDB
import DioramaLibrary
import Synchronization
import Testing
import Support

/// A bucket with a database in it, or without one, or out of reach a few times.
private final class Bucket: LibrarySource {
    let name = "the bucket"
    private let file: URL?
    private let failures: Mutex<Int>

    init(_ file: URL?, failures: Int = 0) {
        self.file = file
        self.failures = Mutex(failures)
    }

    func fetch(to target: URL, progress: ProgressReporter) async throws -> Bool {
        let fails = failures.withLock { left in
            defer { left -= 1 }
            return left > 0
        }
        if fails { throw LibraryError(.failed, "the bucket is out of reach") }
        guard let file else { return false }
        try FileManager.default.copyItem(at: file, to: target)
        return true
    }
}

/// Fetches from folders, and fails when told to.
private final class Fetcher: FileFetcher {
    private let failing: Mutex<Set<Int>>
    private let asked = Mutex<[String]>([])

    /// - Parameter failing: the numbers of the requests that fail.
    init(failing: Set<Int> = []) { self.failing = Mutex(failing) }

    var requests: [String] { asked.withLock { $0 } }

    func fetch(_ address: URL, to file: URL, byteLimit: Int64, progress: ProgressReporter) async throws {
        let number = asked.withLock { asked in
            asked.append(address.lastPathComponent)
            return asked.count - 1
        }
        if failing.withLock({ $0.contains(number) }) { throw LibraryError(.failed, "the network is down") }
        try await FolderFetcher().fetch(address, to: file, byteLimit: byteLimit, progress: progress)
    }
}

/// Keeps an identity in a folder that can't be written any more.
private struct ReadOnlyStore: IdentityStore {
    let identity: Identity
    func load() -> Identity? { identity }
    func save(_: Identity) throws(LibraryError) { throw LibraryError(.noPermission, "the identity can't be saved") }
    func erase() throws(LibraryError) { throw LibraryError(.noPermission, "the identity can't be erased") }
    func lock() throws(LibraryError) -> (any Sendable)? { throw LibraryError(.noPermission, "the identity can't be locked") }
}

@Suite struct FirstStartTests {
    /// What there is to begin from.
    private struct World {
        let folder: URL
        let files: URL
        var identity: FileIdentityStore { FileIdentityStore(files.appendingPathComponent("identity.json")) }
        var configuration: FirstStartConfiguration {
            FirstStartConfiguration(folder: folder, identity: identity, accountName: "Ada", attempts: 2, pause: .zero)
        }

        /// Makes a library with two spaces of this name elsewhere.
        func library(_ name: String) async throws -> Library {
            let library = try Library(at: files.appendingPathComponent("library-\(name)"))
            _ = try await library.add(SpaceDraft(name: name))
            _ = try await library.add(try makeDraft(name, seed: UInt64(name.utf8.count), in: files))
            return library
        }

        func demo() async throws -> DemoAddress {
            let library = try await library("published demo")
            try edit(
                library.folder,
                """
                INSERT INTO accounts (id, name) VALUES ('\(UserID())', 'Demo');
                UPDATE spaces SET account = (SELECT id FROM accounts)
                """)
            let place = files.appendingPathComponent("web")
            let hash = try await library.publish(to: place)
            return DemoAddress(folder: place, hash: hash)
        }

        func bucket(_ failures: Int = 0) async throws -> Bucket {
            let library = try await library("in the bucket")
            try library.close()
            return Bucket(library.folder.appendingPathComponent("library.sqlite"), failures: failures)
        }
    }

    private func inWorld(_ body: (World) async throws -> Void) async throws {
        try await withFolders { folder, files in try await body(World(folder: folder, files: files)) }
    }

    /// Checks what every first start must come to.
    private func check(
        _ result: FirstStartResult, _ world: World, names: Set<String>, sourceLocation: SourceLocation = #_sourceLocation
    )
        async throws
    {
        let spaces = try await result.library.spaces(limit: 100)
        #expect(Set(spaces.map(\.name)) == names, sourceLocation: sourceLocation)
        #expect(try await world.identity.load() == result.identity, sourceLocation: sourceLocation)
        #expect(
            !FileManager.default.fileExists(atPath: world.folder.appendingPathComponent(".first-start").path),
            sourceLocation: sourceLocation)
        let user = result.identity.user.description
        let problems = try result.library.verify().problems.filter { !$0.contains("the file is missing") }
        #expect(problems == [], sourceLocation: sourceLocation)
        try result.library.close()
        let queue = try DatabaseQueue(path: world.folder.appendingPathComponent("library.sqlite").path)
        let accounts = try await queue.read { db in try String.fetchAll(db, sql: "SELECT id FROM accounts") }
        #expect(accounts == [user], sourceLocation: sourceLocation)
        if result.origin == .demoAddress || result.origin == .builtInDemo {
            let owners = try await queue.read { db in try String.fetchAll(db, sql: "SELECT DISTINCT account FROM spaces") }
            #expect(owners == [user], sourceLocation: sourceLocation)
        }
        try queue.close()
    }

    @Test func `a library opens where the identity's folder can't be written`() async throws {
        try await inWorld { world in
            let first = try await FirstStart.run(world.configuration)
            try first.library.close()
            let kept = try #require(try await world.identity.load())
            let configuration = FirstStartConfiguration(
                folder: world.folder, identity: ReadOnlyStore(identity: kept), accountName: "Ada", attempts: 2, pause: .zero)
            let again = try await FirstStart.run(configuration)
            #expect(again.origin == .existing && again.identity == kept)
        }
    }

    @Test func `with nothing to begin from, there is an empty library and a new user`() async throws {
        try await inWorld { world in
            let result = try await FirstStart.run(world.configuration)
            #expect(result.origin == .empty && result.isNewUser)
            let user = result.identity.user
            try await check(result, world, names: [])
            let again = try await FirstStart.run(world.configuration)
            #expect(again.origin == .existing && !again.isNewUser && again.identity.user == user)
            try await check(again, world, names: [])
        }
    }

    @Test func `each way is taken when those before it lead nowhere`() async throws {
        // The built-in demo; the same behind an address that fails; the address; the bucket that fails once; a backup; what is
        // there.
        try await inWorld { world in
            var configuration = world.configuration
            configuration.builtInDemo = { library, _ in _ = try await library.add(SpaceDraft(name: "built in")) }
            configuration.demo = DemoAddress(folder: world.files.appendingPathComponent("nothing here"))
            let builtIn = try await FirstStart.run(configuration)
            #expect(builtIn.origin == .builtInDemo && builtIn.isNewUser)
            #expect(builtIn.notes.count == 2, "tried twice: \(builtIn.notes)")
            try await check(builtIn, world, names: ["built in"])
        }
        try await inWorld { world in
            var configuration = world.configuration
            configuration.builtInDemo = { library, _ in _ = try await library.add(SpaceDraft(name: "built in")) }
            configuration.demo = try await world.demo()
            // The user is not known: the bucket is not asked.
            let bucket = try await world.bucket()
            configuration.bucket = { _ in bucket }
            let demo = try await FirstStart.run(configuration)
            #expect(demo.origin == .demoAddress)
            try await check(demo, world, names: ["published demo"])
        }
        try await inWorld { world in
            var configuration = world.configuration
            configuration.demo = try await world.demo()
            let bucket = try await world.bucket(1)
            configuration.bucket = { _ in bucket }
            let identity = Identity()
            try await world.identity.save(identity)
            let result = try await FirstStart.run(configuration)
            #expect(result.origin == .bucket && !result.isNewUser && result.identity == identity)
            #expect(result.notes == ["the bucket: the bucket is out of reach"])
            try await check(result, world, names: ["in the bucket"])
        }
        try await inWorld { world in
            var configuration = world.configuration
            configuration.demo = try await world.demo()
            let library = try await world.library("backed up")
            let outside = world.files.appendingPathComponent("outside")
            _ = try await library.backup(BackupOptions(folder: outside, includesFiles: true))
            configuration.backups = outside
            let result = try await FirstStart.run(configuration)
            #expect(result.origin == .backup)
            #expect(result.library.folder.path == world.folder.path)
            #expect(try result.library.verify().problems == [], "its files came with it")
            try await check(result, world, names: ["backed up"])
        }
        try await inWorld { world in
            var configuration = world.configuration
            configuration.demo = try await world.demo()
            let library = try Library(at: world.folder)
            _ = try await library.add(SpaceDraft(name: "mine"))
            try library.close()
            let result = try await FirstStart.run(configuration)
            #expect(result.origin == .existing && result.isNewUser && result.recovery == nil)
            try await check(result, world, names: ["mine"])
        }
    }

    @Test func `a damaged library is restored from its backup, from the bucket, or begun anew, in this order`() async throws {
        try await inWorld { world in
            let library = try Library(at: world.folder)
            _ = try await library.add(SpaceDraft(name: "mine"))
            _ = try await library.backup()
            try library.close()
            try Data(repeating: 1, count: 30_000).write(to: world.folder.appendingPathComponent("library.sqlite"))
            var configuration = world.configuration
            let bucket = try await world.bucket()
            configuration.bucket = { _ in bucket }
            try await world.identity.save(Identity())
            let result = try await FirstStart.run(configuration)
            #expect(result.origin == .backup && result.recovery != nil)
            try await check(result, world, names: ["mine"])
            // Without the backup.
            try FileManager.default.removeItem(at: world.folder.appendingPathComponent("backups"))
            try Data(repeating: 1, count: 30_000).write(to: world.folder.appendingPathComponent("library.sqlite"))
            try Data().write(to: world.folder.appendingPathComponent(".session"))
            let second = try await FirstStart.run(configuration)
            #expect(second.origin == .bucket)
            try await check(second, world, names: ["in the bucket"])
            // Without either.
            configuration.bucket = nil
            try Data(repeating: 1, count: 30_000).write(to: world.folder.appendingPathComponent("library.sqlite"))
            try Data().write(to: world.folder.appendingPathComponent(".session"))
            let third = try await FirstStart.run(configuration)
            #expect(third.origin == .empty && !third.notes.isEmpty)
            #expect(Library.recoveryReports(ofLibrary: world.folder).count == 3, "every one of them is kept")
            try await check(third, world, names: [])
        }
    }

    @Test func `a demo that is interrupted at any file goes on from there`() async throws {
        try await inWorld { world in
            let address = try await world.demo()
            for number in 0..<3 {
                let place = world.files.appendingPathComponent("start-\(number)")
                var configuration = world.configuration
                configuration.folder = place
                configuration.demo = address
                let fetcher = Fetcher(failing: [number])
                configuration.fetcher = fetcher
                let result = try await FirstStart.run(configuration)
                #expect(result.origin == .demoAddress)
                #expect(result.notes.count == 1)
                // The manifest is always read again; files that had arrived are not.
                #expect(fetcher.requests.count == [4, 5, 5][number], "\(fetcher.requests)")
                #expect(try result.library.verify().problems == [])
                try result.library.close()
                try await world.identity.erase()
            }
        }
    }

    @Test func `a demo that is not what its address promises is not taken`() async throws {
        try await inWorld { world in
            let address = try await world.demo()
            func run(_ demo: DemoAddress) async throws -> [String] {
                var configuration = world.configuration
                configuration.folder = world.files.appendingPathComponent("start-\(UUID().uuidString)")
                configuration.demo = demo
                let result = try await FirstStart.run(configuration)
                #expect(result.origin == .empty)
                #expect(try await result.library.spaceCount() == 0)
                try result.library.close()
                try await world.identity.erase()
                return result.notes
            }
            #expect(
                try await run(DemoAddress(folder: address.folder, hash: AssetHash(String(repeating: "0", count: 64)))).first?
                    .contains("not the manifest") == true)
            #expect(
                try await run(DemoAddress(folder: address.folder, hash: address.hash, byteLimit: 1000)).first?.contains("at most")
                    == true)
            let database = address.folder.appendingPathComponent("library.sqlite")
            var bytes = try Data(contentsOf: database)
            bytes[5000] ^= 1
            try bytes.write(to: database)
            #expect(try await run(address).first?.contains("other bytes") == true)
            try Data(bytes + [0]).write(to: database)
            #expect(try await run(address).first?.contains("more than") == true)
        }
    }

    @Test func `it can be cancelled, and run again`() async throws {
        try await inWorld { world in
            var configuration = world.configuration
            configuration.builtInDemo = { library, progress in
                _ = try await library.add(SpaceDraft(name: "half"))
                withUnsafeCurrentTask { $0?.cancel() }
                try progress.report(0.5, "Making the demo library")
            }
            let first = configuration
            let error = await libraryError { _ = try await Task { try await FirstStart.run(first) }.value }
            #expect(error?.kind == .cancelled)
            configuration.builtInDemo = { library, _ in _ = try await library.add(SpaceDraft(name: "whole")) }
            let result = try await FirstStart.run(configuration)
            #expect(result.origin == .builtInDemo)
            try await check(result, world, names: ["whole"])
        }
    }

    @Test func `what was put in place by a start that was killed still gets its owner`() async throws {
        try await inWorld { world in
            // Killed after the demo was put in place, before its owner was written down.
            let demo = try await world.demo()
            try FileManager.default.createDirectory(
                at: world.folder.appendingPathComponent(".first-start"), withIntermediateDirectories: true)
            try Data("demoAddress".utf8).write(to: world.folder.appendingPathComponent(".first-start/origin"))
            try FileManager.default.copyItem(
                at: demo.folder.appendingPathComponent("library.sqlite"), to: world.folder.appendingPathComponent("library.sqlite"))
            let result = try await FirstStart.run(world.configuration)
            #expect(result.origin == .demoAddress)
            try await check(result, world, names: ["published demo"])
        }
        try await inWorld { world in
            // Killed between the files and the database.
            let demo = try await world.demo()
            let stage = world.folder.appendingPathComponent(".first-start/library")
            try FileManager.default.createDirectory(at: stage, withIntermediateDirectories: true)
            try Data("demoAddress".utf8).write(to: world.folder.appendingPathComponent(".first-start/origin"))
            try FileManager.default.copyItem(
                at: demo.folder.appendingPathComponent("library.sqlite"), to: stage.appendingPathComponent("library.sqlite"))
            try FileManager.default.copyItem(
                at: demo.folder.appendingPathComponent("assets"), to: world.folder.appendingPathComponent("assets"))
            let result = try await FirstStart.run(world.configuration)
            #expect(result.origin == .demoAddress)
            #expect(try result.library.verify().problems == [])
            try await check(result, world, names: ["published demo"])
        }
    }

    @Test func `another program's database is never written over`() async throws {
        try await inWorld { world in
            try FileManager.default.createDirectory(at: world.folder, withIntermediateDirectories: true)
            try edit(world.folder, "CREATE TABLE recipes (name TEXT)")
            var configuration = world.configuration
            configuration.demo = try await world.demo()
            let first = configuration
            #expect(await libraryError { _ = try await FirstStart.run(first) }?.kind == .notALibrary)
            #expect(try await world.identity.load() == nil)
        }
    }
}
