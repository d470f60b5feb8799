import Foundation
import TestSupport

/// A PostgreSQL server with an empty database, in a temporary folder, at a socket in it.
struct PostgresServer {
    let folder: URL
    private let program: RunningProgram

    /// The address of the database, for its superuser.
    var url: String { "postgresql://postgres@/postgres?host=\(folder.path)" }

    /// Starts a server of Debian's newest version.
    init() throws {
        folder = URL(fileURLWithPath: "/tmp/diorama-postgres-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // It refuses to run as the superuser.
        if getuid() == 0 {
            try FileManager.default.setAttributes(
                [.ownerAccountName: "postgres", .groupOwnerAccountName: "postgres"], ofItemAtPath: folder.path)
        }
        let data = folder.appendingPathComponent("data").path
        try Self.run("initdb", "--auth", "trust", "--username", "postgres", "--no-sync", "--pgdata", data, in: folder)
        program = try Self.start(
            "postgres",
            ["-D", data, "-c", "listen_addresses=", "-c", "unix_socket_directories=\(folder.path)", "-c", "fsync=off"], in: folder)
        var isReady = false
        while !isReady {
            guard program.isRunning else { throw Failure(description: "PostgreSQL doesn't start in \(folder.path)") }
            isReady = (try? Self.run("pg_isready", "--host", folder.path, in: folder)) != nil
        }
    }

    /// Ends the server and removes what it has stored.
    func end() {
        program.interrupt()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func run(_ program: String, _ words: String..., in folder: URL) throws {
        let outcome = try start(program, words, in: folder).waitUntilExit()
        guard outcome.code == 0 else { throw Failure(description: "\(program) ended with \(outcome.code): \(outcome.error)") }
    }

    private static func start(_ program: String, _ words: [String], in folder: URL) throws -> RunningProgram {
        let versions = URL(fileURLWithPath: "/usr/lib/postgresql")
        let newest = try FileManager.default.contentsOfDirectory(atPath: versions.path).compactMap(Int.init).max()
        guard let newest else { throw Failure(description: "PostgreSQL is missing; run scripts/setup.sh test") }
        let file = versions.appendingPathComponent("\(newest)/bin/\(program)").path
        if getuid() != 0 { return try RunningProgram(URL(fileURLWithPath: file), words, folder: folder) }
        let identity = ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
        return try RunningProgram(URL(fileURLWithPath: "/usr/bin/setpriv"), identity + [file] + words, folder: folder)
    }

    private struct Failure: Error, CustomStringConvertible { let description: String }
}
