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

    /// The environment of runs: each library has an identity of its own, beside its folder, and the user's own stays untouched.
    private static func environment(for arguments: [String]) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        if let option = arguments.firstIndex(of: "--library"), option + 1 < arguments.count {
            environment["XDG_CONFIG_HOME"] = arguments[option + 1] + ".config"
        }
        return environment
    }

    /// Creates an account and its library.
    /// - Parameter library: the option that names its folder.
    public static func createAccount(_ library: [String], name: String = "Ada") throws {
        let outcome = try run(["account", "create", "--name", name] + library)
        if outcome.code != 0 { throw Failure(description: outcome.error) }
    }

    private struct Failure: Error, CustomStringConvertible { var description: String }

    /// Runs the program to its end.
    /// - Parameter shell: a shell line around it, with "$0" "$@" as the program and its arguments.
    public static func run(_ arguments: [String], shell: String? = nil) throws -> Outcome {
        if let shell {
            return try RunningProgram(
                URL(fileURLWithPath: "/bin/sh"), ["-c", shell, binary.path] + arguments, environment: environment(for: arguments)
            ).waitUntilExit()
        }
        return try RunningProgram(binary, arguments, environment: environment(for: arguments)).waitUntilExit()
    }

    /// Starts the program, which goes on running.
    public static func start(_ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(binary, arguments, environment: environment(for: arguments))
    }

    /// Starts one command line as people type it, beginning with `diorama`.
    /// - Parameters:
    ///   - home: the home folder, which has the library.
    ///   - input: standard input.
    public static func start(line: String, in folder: URL, home: URL, input: String = "") throws -> RunningProgram {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let environment = ["HOME": home.path, "PATH": "\(binary.deletingLastPathComponent().path):\(path)", "CI": "true"]
        return try RunningProgram(
            URL(fileURLWithPath: "/bin/sh"), ["-c", "exec \(line)"], folder: folder, environment: environment, input: input)
    }
}
