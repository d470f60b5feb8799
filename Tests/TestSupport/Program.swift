import Foundation

/// Runs the real `diorama` program.
public struct Program: Sendable {
    /// `DIORAMA_BINARY`, or what `make build` built.
    public static let binary: URL = {
        if let path = ProcessInfo.processInfo.environment["DIORAMA_BINARY"] { return URL(fileURLWithPath: path) }
        return TestData.root.appendingPathComponent(".build/release/diorama")
    }()

    /// Whether it is built; tests that need it are skipped, by name, where it is not.
    public static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: binary.path) }

    /// What a run gave.
    public struct Outcome: Sendable {
        public var code: Int32
        public var out: String
        public var error: String

        /// The lines of standard error that begin with "error: ".
        public var errors: [String] { error.split(separator: "\n").map(String.init).filter { $0.hasPrefix("error: ") } }

        /// Standard output as a JSON object.
        public var json: [String: Any]? {
            (try? JSONSerialization.jsonObject(with: Data(out.utf8))) as? [String: Any]
        }
    }

    /// Runs the program to its end.
    /// - Parameter shell: a shell line around it, with "$0" "$@" as the program and its arguments.
    public static func run(_ arguments: [String], shell: String? = nil) throws -> Outcome {
        let process = Process()
        if let shell {
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", shell, binary.path] + arguments
        } else {
            process.executableURL = binary
            process.arguments = arguments
        }
        // Files, not pipes: nothing can fill up and block the program.
        let folder = try TestData.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try ["out", "error"].map { name in
            let url = folder.appendingPathComponent(name)
            _ = FileManager.default.createFile(atPath: url.path, contents: nil)
            return (url, try FileHandle(forWritingTo: url))
        }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = files[0].1
        process.standardError = files[1].1
        try process.run()
        process.waitUntilExit()
        func text(_ i: Int) throws -> String { String(decoding: try Data(contentsOf: files[i].0), as: UTF8.self) }
        let code = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Outcome(code: code, out: try text(0), error: try text(1))
    }
}
