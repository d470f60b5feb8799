import Foundation
import Synchronization

/// A program that runs in the background, as servers do.
///
/// Started with posix_spawn(3), not with Foundation's `Process`, which reads 256 bytes for each entry of /proc/self/fd and so
/// crashes where more than a thousand files are open, as beside hundreds of tests.
public final class RunningProgram: Sendable {
    private let pid: pid_t
    private let files: URL
    /// The exit status once the program has been reaped: a signal's number as a negative one.
    private let code = Mutex<Int32?>(nil)

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
        let standardFiles = StandardFiles(
            input: input == nil ? "/dev/null" : files.appendingPathComponent("in").path,
            output: files.appendingPathComponent("out").path, error: files.appendingPathComponent("error").path)
        pid = try spawn(executable.path, arguments, folder: folder?.path, environment: environment, files: standardFiles)
    }

    /// A program that is looked up on the `PATH`.
    public convenience init(named name: String, _ arguments: [String], folder: URL? = nil) throws {
        try self.init(URL(fileURLWithPath: "/usr/bin/env"), [name] + arguments, folder: folder)
    }

    deinit {
        if isRunning { kill() }
        try? FileManager.default.removeItem(at: files)
    }

    /// Standard output so far.
    public var out: String { text("out") }

    /// Standard output and standard error so far.
    public var output: String { text("out") + text("error") }

    private func text(_ name: String) -> String {
        String(decoding: (try? Data(contentsOf: files.appendingPathComponent(name))) ?? Data(), as: UTF8.self)
    }

    /// Whether the program has not ended yet.
    public var isRunning: Bool { reap() == nil }

    /// Waits until the program has printed `text`.
    /// - Returns: whether it has, before it ended and within the time.
    public func waitForOutput(_ text: String, seconds: Double = 120) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while Date() < deadline {
            if output.contains(text) { return true }
            if !isRunning { return output.contains(text) }
            Thread.sleep(forTimeInterval: 0.05)
        }
        return false
    }

    /// Ends the program as Ctrl-C does.
    @discardableResult public func interrupt() -> Program.Outcome {
        send(SIGINT)
        return waitUntilExit()
    }

    /// Kills the program (`SIGKILL`), as a power cut does, and waits for its end.
    public func kill() {
        send(SIGKILL)
        waitUntilExit()
    }

    /// Waits for the end of the program.
    @discardableResult public func waitUntilExit() -> Program.Outcome {
        while true {
            if let code = reap() { return Program.Outcome(code: code, out: text("out"), error: text("error")) }
            var info = siginfo_t()
            _ = waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT)
        }
    }

    private func send(_ signal: Int32) {
        // Not to another program, which may have the number once this one has been reaped.
        code.withLock { if $0 == nil { Foundation.kill(pid, signal) } }
    }

    /// - Returns: the exit status, or nil where the program still runs.
    private func reap() -> Int32? {
        code.withLock { code in
            if code != nil { return code }
            var status: Int32 = 0
            guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
            code = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
            return code
        }
    }
}

/// The paths of a program's standard files.
private struct StandardFiles {
    let input: String
    let output: String
    let error: String
}

/// Starts a program, with no other open files and no blocked or ignored signals.
private func spawn(
    _ executable: String, _ arguments: [String], folder: String?, environment: [String: String]?, files: StandardFiles
) throws -> pid_t {
    #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        let flags = Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, files.input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, files.output, O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, files.error, O_WRONLY, 0)
    #if canImport(Darwin)
        if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
    #else
        // Swift's Glibc module leaves out what is declared for GNU sources only.
        typealias ChangeFolder = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32
        typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
        let changeFolder = unsafeBitCast(dlsym(nil, "posix_spawn_file_actions_addchdir_np"), to: ChangeFolder.self)
        let closeFrom = unsafeBitCast(dlsym(nil, "posix_spawn_file_actions_addclosefrom_np"), to: CloseFrom.self)
        if let folder { _ = changeFolder(&actions, folder) }
        _ = closeFrom(&actions, STDERR_FILENO + 1)
    #endif
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
    let variables = environment ?? ProcessInfo.processInfo.environment
    var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + settings { free(word) } }
    var pid: pid_t = 0
    let failure = posix_spawn(&pid, executable, &actions, &attributes, &words, &settings)
    guard failure == 0 else {
        throw CocoaError(.executableLoad, userInfo: [NSFilePathErrorKey: executable, "errno": Int(failure)])
    }
    return pid
}
