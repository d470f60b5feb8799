import Foundation

/// A program that runs in the background, as servers do.
public final class RunningProgram: @unchecked Sendable {
    private let process = Process()
    private let files: URL

    /// - Parameters:
    ///   - environment: in place of the current one; nil: the current one.
    ///   - input: standard input; nil: nothing.
    public init(
        _ executable: URL, _ arguments: [String], folder: URL? = nil, environment: [String: String]? = nil, input: String? = nil
    ) throws {
        // Files, not pipes: nothing can fill up and block the program.
        files = try TestData.temporaryFolder()
        for name in ["in", "out", "error"] {
            try Data((name == "in" ? input ?? "" : "").utf8).write(to: files.appendingPathComponent(name))
        }
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        if let environment { process.environment = environment }
        if input == nil {
            process.standardInput = FileHandle.nullDevice
        } else {
            process.standardInput = try FileHandle(forReadingFrom: files.appendingPathComponent("in"))
        }
        process.standardOutput = try FileHandle(forWritingTo: files.appendingPathComponent("out"))
        process.standardError = try FileHandle(forWritingTo: files.appendingPathComponent("error"))
        try process.run()
    }

    deinit {
        if process.isRunning {
            kill()
        }
        try? FileManager.default.removeItem(at: files)
    }

    /// Standard output so far.
    public var out: String { text("out") }

    /// Standard output and standard error so far.
    public var output: String { text("out") + text("error") }

    private func text(_ name: String) -> String {
        String(decoding: (try? Data(contentsOf: files.appendingPathComponent(name))) ?? Data(), as: UTF8.self)
    }

    /// Waits until the program has printed `text`.
    /// - Returns: whether it has, before it ended and within the time.
    public func waitForOutput(_ text: String, seconds: Double = 120) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while Date() < deadline {
            if output.contains(text) { return true }
            if !process.isRunning { return output.contains(text) }
            Thread.sleep(forTimeInterval: 0.05)
        }
        return false
    }

    /// Ends the program as Ctrl-C does.
    public func interrupt() -> Program.Outcome {
        Foundation.kill(process.processIdentifier, SIGINT)
        return waitUntilExit()
    }

    /// Kills the program (`SIGKILL`), as a power cut does, and waits for its end.
    public func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits for the end of the program.
    public func waitUntilExit() -> Program.Outcome {
        process.waitUntilExit()
        let code = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Program.Outcome(code: code, out: text("out"), error: text("error"))
    }
}
