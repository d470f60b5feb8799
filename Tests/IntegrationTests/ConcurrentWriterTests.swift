import Foundation
import TestSupport
import Testing

/// Several processes on one library: two servers, commands that write, and two that synchronize, all at once.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct ConcurrentWriterTests {
    private static let writers = 4
    private static let memoriesPerWriter = 6

    @Test func `servers, commands and sync write to one library at once, and nothing acknowledged is lost`() throws {
        try TestData.withTemporaryFolder { folder in
            let desk = try Home("desk", in: folder)
            let space = try desk.importSheet("Office")
            let bucket = folder.appendingPathComponent("bucket").absoluteString
            #expect(try desk.run("sync --bucket \(bucket)").code == 0)
            let servers = try (0..<2).map { _ in try desk.start("serve --port 0 --json") }
            let addresses = try servers.map { try Self.address(of: $0) }
            let syncing = try (0..<2).map { _ in try desk.start("sync --watch --every 1") }

            let acknowledged = Acknowledged()
            DispatchQueue.concurrentPerform(iterations: Self.writers + 2) { number in
                for i in 0..<Self.memoriesPerWriter {
                    let title = "memory-\(number)-\(i)"
                    let isWritten =
                        number < Self.writers
                        ? desk.add(title, to: space) : Self.post(title, space, addresses[number - Self.writers])
                    if isWritten { acknowledged.add(title) }
                }
            }
            #expect(acknowledged.titles.count == (Self.writers + 2) * Self.memoriesPerWriter)
            for program in syncing + servers {
                let outcome = program.interrupt()
                #expect([0, 130].contains(outcome.code) && !outcome.error.contains("error:"), "\(outcome.error)")
            }

            #expect(try desk.titles(in: space) == acknowledged.titles)
            #expect(try desk.run("library verify").code == 0)
            let last = try desk.run("sync --json")
            #expect(last.code == 0 && last.json?["new_device"] == nil, "\(last)")
            // Another device has the same.
            let other = try Home("other", in: folder, hasAccount: false)
            #expect(try other.run("account join --bucket \(bucket)").code == 0)
            #expect(try other.titles(in: space) == acknowledged.titles)
        }
    }

    @Test func `a writer that is killed takes nothing of the others with it`() throws {
        try TestData.withTemporaryFolder { folder in
            let desk = try Home("desk", in: folder)
            let space = try desk.importSheet("Office")
            let server = try desk.start("serve --port 0 --json")
            let address = try Self.address(of: server)
            let acknowledged = Acknowledged()
            DispatchQueue.concurrentPerform(iterations: 3) { number in
                for i in 0..<Self.memoriesPerWriter {
                    let title = "memory-\(number)-\(i)"
                    switch number {
                    case 0: if Self.post(title, space, address) { acknowledged.add(title) }
                    case 1: if desk.add(title, to: space) { acknowledged.add(title) }
                    default:
                        let program = try? desk.start(Home.adding(title, to: space))
                        Thread.sleep(forTimeInterval: 0.02 * Double(i + 1))
                        program?.kill()
                    }
                }
            }
            #expect(acknowledged.titles.count == 2 * Self.memoriesPerWriter)
            #expect(try desk.titles(in: space).isSuperset(of: acknowledged.titles))
            #expect([0, 130].contains(server.interrupt().code))
            #expect(try desk.run("library verify").code == 0)
        }
    }

    private static func address(of server: RunningProgram) throws -> String {
        try #require(server.waitForOutput("\"address\""))
        let json = try #require(try JSONSerialization.jsonObject(with: Data(server.out.utf8)) as? [String: Any])
        return try #require(json["address"] as? String)
    }

    /// Adds a memory over HTTP.
    private static func post(_ title: String, _ space: String, _ address: String) -> Bool {
        let body = #"{"title":"\#(title)","privacy":"public","anchor":{"point":[0.2,0,0.2]}}"#
        let words = [
            "-sS", "-o", "/dev/null", "-w", "%{http_code}", "-H", "Content-Type: application/json", "-d", body,
            "\(address)/api/v1/spaces/\(space)/memories",
        ]
        let curl = try? RunningProgram(URL(fileURLWithPath: "/usr/bin/curl"), words).waitUntilExit()
        return curl?.out == "201"
    }
}

extension Home {
    /// The command that adds a memory.
    fileprivate static func adding(_ title: String, to space: String) -> String {
        "memory add \(space) --title \(title) --point 0.2,0,0.2 --privacy public"
    }

    /// - Returns: whether it was acknowledged.
    fileprivate func add(_ title: String, to space: String) -> Bool {
        (try? run(Self.adding(title, to: space)).code) == 0
    }

    fileprivate func titles(in space: String) throws -> Set<String> {
        let list = try run("memory list \(space) --json")
        let memories = try #require(list.json?["memories"] as? [[String: Any]], "\(list)")
        return Set(memories.compactMap { $0["title"] as? String })
    }
}

/// The titles of memories that were acknowledged.
private final class Acknowledged: @unchecked Sendable {
    private let lock = NSLock()
    private var all: Set<String> = []

    var titles: Set<String> { lock.withLock { all } }

    func add(_ title: String) { _ = lock.withLock { all.insert(title) } }
}
