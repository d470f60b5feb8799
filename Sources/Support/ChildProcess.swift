import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Another program that runs beside this one, found on the `PATH`, started without a shell. Its output is read from a pipe, its input may be
/// written. It is killed when nobody needs it any more.
///
/// All of its files close by themselves in other children, so that the end of its output is seen when it ends.
public final class ChildProcess {
    private let program: String
    private let pid: pid_t
    private let output: Int32
    private var input: Int32
    private let errors: Int32
    private var status: Int32?

    /// How long a program may be silent before it counts as hanging, in milliseconds.
    private static let patience: Int32 = 60_000

    /// - Throws: `ChildProcess.Failure` where there is no such program, or it can't be started.
    public init(_ program: String, _ arguments: [String], hasInput: Bool = false) throws(Failure) {
        self.program = program
        var failure: Failure?
        var files = Files(hasInput: hasInput)
        defer { files.closeAll() }
        pid = files.isOpen ? Self.spawn(program, arguments, files, &failure) : -1
        if !files.isOpen { failure = Failure("\(program) can't be started: \(String(cString: strerror(errno)))") }
        (output, input, errors) = (files.take(\.outputEnd), files.take(\.inputEnd), files.take(\.errors))
        if let failure {
            for file in [output, input, errors] where file >= 0 { close(file) }
            throw failure
        }
    }

    deinit {
        // Also run where starting failed: then there is no process, and signalling -1 would end all processes of this user.
        if pid > 0 && status == nil {
            kill(pid, SIGKILL)
            _ = wait()
        }
        for file in [output, input, errors] where file >= 0 { close(file) }
    }

    /// What a program could not do.
    public struct Failure: Error, Sendable {
        public let problem: String
        /// What the user can do about it; empty where the problem says it all.
        public let remedy: String

        public init(_ problem: String, remedy: String = "") { (self.problem, self.remedy) = (problem, remedy) }
    }

    // MARK: Talking to it

    /// Reads as much as `buffer` holds, or up to the end of the output.
    /// - Returns: how many bytes were read.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        var count = 0
        while count < buffer.count, let base = buffer.baseAddress {
            var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let events = poll(&ready, 1, Self.patience)
            if events < 0 && errno == EINTR { continue }
            guard events > 0 else { throw Failure("\(program) hangs") }
            #if canImport(Glibc)
                let got = Glibc.read(output, base + count, buffer.count - count)
            #else
                let got = Darwin.read(output, base + count, buffer.count - count)
            #endif
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { break }
            count += got
        }
        return count
    }

    /// All of the output.
    /// - Throws: `Failure` where it is longer than `limit` bytes.
    public func readAll(limit: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var failure: Failure?
            let count = piece.withUnsafeMutableBytes { buffer in
                do throws(Failure) { return try read(into: buffer) } catch {
                    failure = error
                    return 0
                }
            }
            if let failure { throw failure }
            if count == 0 { return bytes }
            bytes += piece[..<count]
            guard bytes.count <= limit else { throw Failure("\(program) says too much") }
        }
    }

    /// Writes to the program's input.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        var done = 0
        while done < bytes.count, let base = bytes.baseAddress {
            // A socket: writing to a program that has ended is an error there, not a signal.
            #if canImport(Glibc)
                let count = send(input, base + done, bytes.count - done, Int32(MSG_NOSIGNAL))
            #else
                let count = send(input, base + done, bytes.count - done, 0)
            #endif
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw Failure("\(program) has ended early\(complaint)") }
            done += count
        }
    }

    /// Ends the program's input.
    public func endInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Waits for the program's end.
    /// - Returns: its exit status, or the signal's number as a negative one.
    public func wait() -> Int32 {
        if let status { return status }
        guard pid > 0 else { return -1 }
        var raw: Int32 = 0
        while waitpid(pid, &raw, 0) < 0 && errno == EINTR {}
        let signal = raw & 0x7F
        let value = signal == 0 ? raw >> 8 & 0xFF : -signal
        status = value
        return value
    }

    /// The first line that the program wrote to its standard error, in brackets for the end of a message; empty where there is none.
    public var complaint: String {
        var bytes = [UInt8](repeating: 0, count: 400)
        let count = max(0, pread(errors, &bytes, bytes.count, 0))
        let line = bytes[..<count].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let text = String(decoding: line.filter { $0 >= 32 && $0 != 127 }, as: UTF8.self).trimmingCharacters(in: .whitespaces)
        return text.isEmpty ? "" : " (\(text.prefix(200)))"
    }

    // MARK: Starting it

    /// The files between the two programs, all closed on `exec` but where they are handed over.
    private struct Files {
        var outputEnd: Int32 = -1
        var outputStart: Int32 = -1
        var inputEnd: Int32 = -1
        var inputStart: Int32 = -1
        var errors: Int32 = -1
        let hasInput: Bool

        var isOpen: Bool { outputEnd >= 0 && errors >= 0 && (!hasInput || inputEnd >= 0) }

        init(hasInput: Bool) {
            self.hasInput = hasInput
            var ends: [Int32] = [-1, -1]
            if pipe(&ends) == 0 { (outputEnd, outputStart) = (ends[0], ends[1]) }
            #if canImport(Glibc)
                let stream = Int32(SOCK_STREAM.rawValue)
            #else
                let stream = SOCK_STREAM
            #endif
            if hasInput, socketpair(AF_UNIX, stream, 0, &ends) == 0 {
                (inputEnd, inputStart) = (ends[0], ends[1])
                #if canImport(Darwin)
                    var on: Int32 = 1
                    setsockopt(inputEnd, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
                #endif
            }
            // Standard error goes to a file without a name: it can't fill up and block the program.
            var path = Array((NSTemporaryDirectory() + "/diorama-XXXXXX").utf8CString)
            errors = mkstemp(&path)
            if errors >= 0 { unlink(path) }
            for file in [outputEnd, outputStart, inputEnd, inputStart, errors] where file >= 0 {
                _ = fcntl(file, F_SETFD, FD_CLOEXEC)
            }
        }

        /// Hands a file over to somebody else, who closes it.
        mutating func take(_ file: WritableKeyPath<Files, Int32>) -> Int32 {
            defer { self[keyPath: file] = -1 }
            return self[keyPath: file]
        }

        mutating func closeAll() {
            for file in [outputEnd, outputStart, inputEnd, inputStart, errors] where file >= 0 { close(file) }
        }
    }

    /// How to come by the programs that are used here.
    private static let remedies = [
        "ffmpeg": "install it (on Debian: apt install ffmpeg)", "ffprobe": "install it (on Debian: apt install ffmpeg)",
        "secret-tool": "install it (on Debian: apt install libsecret-tools)",
    ]

    private static func spawn(_ program: String, _ arguments: [String], _ files: Files, _ failure: inout Failure?) -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if files.hasInput {
            posix_spawn_file_actions_adddup2(&actions, files.inputStart, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, files.outputStart, 1)
        posix_spawn_file_actions_adddup2(&actions, files.errors, 2)
        var argv: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] =
            ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + environment { free(text) } }
        var pid: pid_t = -1
        let code = posix_spawnp(&pid, program, &actions, nil, &argv, &environment)
        if code == ENOENT {
            failure = Failure(
                "the program \(program) is needed, and is not installed", remedy: remedies[program] ?? "install it")
        } else if code != 0 {
            failure = Failure("\(program) can't be started: \(String(cString: strerror(code)))")
        }
        return pid
    }
}
