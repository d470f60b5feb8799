import Foundation
import Support
import Testing

@Suite struct ChildProcessTests {
    @Test func `Input, output, status and the first line of its errors`() throws {
        let process = try ChildProcess("sh", ["-c", "cat; echo 'went wrong' >&2; echo more >&2; exit 3"], hasInput: true)
        try Array("hello".utf8).withUnsafeBytes { try process.write($0) }
        process.endInput()
        #expect(String(decoding: try process.readAll(limit: 5), as: UTF8.self) == "hello")
        #expect(process.wait() == 3 && process.wait() == 3)
        #expect(process.diagnostic == " (went wrong)")
    }

    @Test func `A missing program is named, with how to get it`() throws {
        let failure = try #require(throws: ChildProcess.Failure.self) { try ChildProcess("no-such-program", []) }
        #expect(failure.problem.contains("no-such-program") && !failure.remedy.isEmpty)
        #expect(throws: ChildProcess.Failure.self) { try ChildProcess("/no/such/program", []) }
    }

    @Test func `A signal is a negative status, and input of a program that has ended is an error`() throws {
        #expect(try ChildProcess("sh", ["-c", "kill -6 $$"]).wait() == -6)
        let process = try ChildProcess("true", [], hasInput: true)
        #expect(process.wait() == 0)
        // A process that another test forks holds the descriptors until its `exec`: the error may come some writes later.
        #expect(throws: ChildProcess.Failure.self) {
            for _ in 0..<3000 {
                try Array("x".utf8).withUnsafeBytes { try process.write($0) }
                usleep(10_000)
            }
        }
    }

    @Test func `Output beyond the limit is an error`() throws {
        let process = try ChildProcess("sh", ["-c", "yes | head -c 10000000"])
        #expect(throws: ChildProcess.Failure.self) { try process.readAll(limit: 1000) }
    }

    @Test func `A program whose object goes is killed`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-child-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let started = Date()
        do { _ = try ChildProcess("sh", ["-c", "sleep 20; touch \(file.path)"]) }
        #expect(Date().timeIntervalSince(started) < 10)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    /// More tasks that block than the shared pool has threads: none may wait for another.
    @Test func `Many at once finish, though each blocks a thread of the pool`() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for i in 0..<64 {
                group.addTask {
                    let process = try ChildProcess("sh", ["-c", "echo \(i)"])
                    let output = try process.readAll(limit: 100)
                    return process.wait() == 0 && output == Array("\(i)\n".utf8)
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
