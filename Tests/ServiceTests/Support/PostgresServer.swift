import Foundation

/// A PostgreSQL server with an empty database, in a temporary folder, at a socket in it.
struct PostgresServer {
    let folder: URL
    private let process: Process

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
        // Not by pg_ctl: Foundation waits for a program until the processes that it has left behind have ended, too.
        process = try Self.start(
            "postgres",
            ["-D", data, "-c", "listen_addresses=", "-c", "unix_socket_directories=\(folder.path)", "-c", "fsync=off"], in: folder)
        var isReady = false
        while !isReady {
            guard process.isRunning else { throw Failure(description: "PostgreSQL doesn't start in \(folder.path)") }
            isReady = (try? Self.run("pg_isready", "--host", folder.path, in: folder)) != nil
        }
    }

    /// Ends the server and removes what it has stored.
    func end() {
        process.interrupt()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func run(_ program: String, _ words: String..., in folder: URL) throws {
        let process = try start(program, words, in: folder)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(program) ended with \(process.terminationStatus)")
        }
    }

    private static func start(_ program: String, _ words: [String], in folder: URL) throws -> Process {
        let versions = URL(fileURLWithPath: "/usr/lib/postgresql")
        let newest = try FileManager.default.contentsOfDirectory(atPath: versions.path).compactMap(Int.init).max()
        guard let newest else { throw Failure(description: "PostgreSQL is missing; run scripts/setup.sh test") }
        let file = versions.appendingPathComponent("\(newest)/bin/\(program)").path
        let process = Process()
        process.currentDirectoryURL = folder
        if getuid() == 0 {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
            process.arguments = ["--reuid=postgres", "--regid=postgres", "--clear-groups", file] + words
        } else {
            process.executableURL = URL(fileURLWithPath: file)
            process.arguments = words
        }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private struct Failure: Error, CustomStringConvertible { let description: String }
}
