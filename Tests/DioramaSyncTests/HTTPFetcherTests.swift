import DioramaLibrary
import DioramaSync
import Foundation
import Support
import Testing

@Suite struct HTTPFetcherTests {
    /// Downloads `path` from a server that answers `answer`.
    private func fetch(
        _ path: String = "file.bin", byteLimit: Int64 = 1000,
        answer: @escaping @Sendable (Int, ScriptedServer.Request) -> ScriptedServer.Answer
    ) async throws -> Data {
        let server = try ScriptedServer(answer)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("fetched-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            let address = try #require(URL(string: "\(server.address)/\(path)"))
            try await HTTPFetcher().fetch(address, to: file, byteLimit: byteLimit, progress: .silent)
        } catch {
            #expect(!FileManager.default.fileExists(atPath: file.path))
            throw error
        }
        return try Data(contentsOf: file)
    }

    private func message(_ body: () async throws -> Data) async -> String {
        do {
            _ = try await body()
            return "no error"
        } catch {
            return (error as? LibraryError)?.message ?? "\(error)"
        }
    }

    @Test func `a file is downloaded, also through a redirect`() async throws {
        let bytes = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) })
        #expect(try await fetch { _, _ in .init(body: bytes) } == bytes)
        let redirected = try await fetch { number, _ in
            number == 0 ? .init(status: 302, headers: ["location": "/other.bin"]) : .init(body: bytes)
        }
        #expect(redirected == bytes)
    }

    @Test func `an error status, too many bytes and a broken connection are reported, and nothing is left`() async throws {
        let bytes = Data(count: 500)
        #expect(await message { try await fetch { _, _ in .init(status: 404) } }.contains("answers 404"))
        #expect(
            await message { try await fetch(byteLimit: 499) { _, _ in .init(body: bytes) } }.contains("more than 499 bytes"))
        #expect(
            await message { try await fetch { _, _ in .init(body: bytes, cut: 100) } }.contains(
                "couldn't download http://127.0.0.1"))
    }

    @Test func `other schemes are refused, folders are copied from`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fetcher-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appendingPathComponent("a")
        try Data("abc".utf8).write(to: source)
        let target = folder.appendingPathComponent("b")
        try await HTTPFetcher().fetch(source, to: target, byteLimit: 3, progress: .silent)
        #expect(try Data(contentsOf: target) == Data("abc".utf8))
        let other = try #require(URL(string: "ftp://127.0.0.1/a"))
        await #expect(throws: LibraryError.self) {
            try await HTTPFetcher().fetch(other, to: folder.appendingPathComponent("c"), byteLimit: 3, progress: .silent)
        }
    }
}
