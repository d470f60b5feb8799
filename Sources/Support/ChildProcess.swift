import Dispatch
import Foundation
import Synchronization

#if canImport(Subprocess)
    import Subprocess

    #if canImport(System)
        import System
    #else
        import SystemPackage
    #endif
#endif

/// A program that runs beside this one: found on the `PATH`, started without a shell, its output read from a pipe, its input
/// written where wanted. It is killed when its object goes.
///
/// This is the one bridge from synchronous code to swift-subprocess, whose interface is asynchronous: video is decoded and encoded
/// inside data-parallel loops, which can't suspend. swift-subprocess finds, starts and reaps the program, in a task on a thread of
/// its own (`ChildProcessExecutor`). Bytes go through plain file descriptors, and its end is awaited with `waitid`: code that
/// blocks a thread of the shared pool must not wait for another thread of it, which swift-subprocess uses when it tears down. The
/// task holds the program's process identifier, as a zombie if need be, until this object lets it go.
public final class ChildProcess {
    private let program: String
    private let output: Int32
    private var input: Int32
    private let errors: Int32
    private let state = State()
    private var status: Int32?

    /// How long a program may be silent before it counts as hanging, in milliseconds.
    private static let timeout: Int32 = 60_000

    /// Starts a program and waits until it runs.
    /// - Parameters:
    ///   - program: a name that is looked up on the `PATH`, or a path.
    ///   - hasInput: whether `write` is used; without it, standard input is empty.
    /// - Throws: `ChildProcess.Failure` where there is no such program, or it can't be started.
    public init(_ program: String, _ arguments: [String], hasInput: Bool = false) throws(Failure) {
        self.program = program
        let files = try Files(program, hasInput: hasInput)
        output = files.outputEnd
        input = files.inputEnd
        errors = files.errors
        let child = Child(
            program: program, arguments: arguments,
            input: files.inputStart,
            output: files.outputStart,
            errors: files.errors)
        Task.detached(executorPreference: ChildProcessExecutor.shared) { [state] in await child.run(state) }
        if let failure = state.waitForStart() { throw failure }
    }

    deinit {
        if let pid = state.pid, status == nil {
            kill(pid, SIGKILL)
            _ = wait()
        }
        for file in [output, input, errors] where file >= 0 { close(file) }
    }

    /// What a program could not do.
    public struct Failure: Error, Sendable {
        /// What is wrong, in one line.
        public let problem: String
        /// What the user can do about it; empty where the problem says it all.
        public let remedy: String

        /// A failure described in one line.
        public init(_ problem: String, remedy: String = "") {
            self.problem = problem
            self.remedy = remedy
        }

        /// How to install the programs that are used here.
        private static let remedies = [
            "ffmpeg": "install it (on Debian: apt install ffmpeg)", "ffprobe": "install it (on Debian: apt install ffmpeg)",
            "secret-tool": "install it (on Debian: apt install libsecret-tools)",
        ]

        /// The program is not installed.
        fileprivate static func missing(_ program: String) -> Failure {
            Failure("the program \(program) is required, but not installed", remedy: remedies[program] ?? "install it")
        }
    }

    // MARK: Input and output

    /// Reads as much as `buffer` holds, or up to the end of the output.
    /// - Returns: how many bytes were read.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        var count = 0
        while count < buffer.count, let base = buffer.baseAddress {
            var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let events = poll(&ready, 1, Self.timeout)
            if events < 0 && errno == EINTR { continue }
            guard events > 0 else { throw Failure("\(program) does not respond") }
            let got = Foundation.read(output, base + count, buffer.count - count)
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
            guard bytes.count <= limit else { throw Failure("the output of \(program) exceeds the limit of \(limit) bytes") }
        }
    }

    /// Writes to the program's input.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        var done = 0
        while done < bytes.count, let base = bytes.baseAddress {
            // A socket: writing to a program that has ended is an error there, not a signal.
            #if os(Linux)
                let count = send(input, base + done, bytes.count - done, Int32(MSG_NOSIGNAL))
            #else
                let count = send(input, base + done, bytes.count - done, 0)
            #endif
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw Failure("\(program) has ended early\(diagnostic)") }
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
        guard let pid = state.pid else { return -1 }
        var info = siginfo_t()
        while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
        #if os(Linux)
            let value = info._sifields._sigchld.si_status
        #else
            let value = info.si_status
        #endif
        let code = info.si_code == CLD_EXITED ? value : -value
        status = code
        state.release()
        return code
    }

    /// The first line that the program wrote to its standard error, in brackets for the end of a message; empty where there is
    /// none.
    public var diagnostic: String {
        var bytes = [UInt8](repeating: 0, count: 400)
        let count = max(0, pread(errors, &bytes, bytes.count, 0))
        let line = bytes[..<count].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let text = String(decoding: line.filter { $0 >= 32 && $0 != 127 }, as: UTF8.self).trimmingCharacters(in: .whitespaces)
        return text.isEmpty ? "" : " (\(text.prefix(200)))"
    }
}

// MARK: Starting

extension ChildProcess {
    /// The arguments of a run, handed to the task that starts it. Of the descriptors, `input` and `output` are closed by it.
    private struct Child: Sendable {
        let program: String
        let arguments: [String]
        let input: Int32
        let output: Int32
        let errors: Int32

        /// Runs the program until its `ChildProcess` has seen its end.
        func run(_ state: State) async {
            #if canImport(Subprocess)
                do {
                    _ = try await Subprocess.run(
                        program.contains("/") ? .path(FilePath(program)) : .name(program), arguments: Arguments(arguments),
                        input: .fileDescriptor(FileDescriptor(rawValue: input), closeAfterSpawningProcess: true),
                        output: .fileDescriptor(FileDescriptor(rawValue: output), closeAfterSpawningProcess: true),
                        error: .fileDescriptor(FileDescriptor(rawValue: errors), closeAfterSpawningProcess: false)
                    ) { execution in await state.hold(execution.processIdentifier.value) }
                } catch let error as SubprocessError where error.code == .executableNotFound {
                    state.fail(.missing(program))
                } catch {
                    state.fail(Failure("\(program) can't be started: \(error)"))
                }
            #else
                close(input)
                close(output)
                state.fail(Failure("\(program) can't be started: this system runs no other programs"))
            #endif
        }
    }

    /// What the task and the threads that use the program share.
    private final class State: Sendable {
        private enum Phase {
            case starting
            case running(pid_t, CheckedContinuation<Void, Never>)
            case released
            case failed(Failure)
        }

        private let phase = Mutex(Phase.starting)
        private let start = DispatchSemaphore(value: 0)

        /// The program's identifier, which is not given to another one until `release`.
        var pid: pid_t? {
            phase.withLock { phase in
                if case .running(let pid, _) = phase { return pid }
                return nil
            }
        }

        /// The program runs: suspends until `release`.
        func hold(_ pid: pid_t) async {
            await withCheckedContinuation { continuation in
                phase.withLock { $0 = .running(pid, continuation) }
                start.signal()
            }
        }

        /// Lets the task reap the program.
        func release() {
            let continuation = phase.withLock { phase -> CheckedContinuation<Void, Never>? in
                guard case .running(_, let continuation) = phase else { return nil }
                phase = .released
                return continuation
            }
            continuation?.resume()
        }

        func fail(_ failure: Failure) {
            let isFirst = phase.withLock { phase in
                guard case .starting = phase else { return false }
                phase = .failed(failure)
                return true
            }
            if isFirst { start.signal() }
        }

        /// - Returns: why it couldn't be started, or nil.
        func waitForStart() -> Failure? {
            start.wait()
            return phase.withLock { phase in
                if case .failed(let failure) = phase { return failure }
                return nil
            }
        }
    }

    /// The files between the two programs, all closed on `exec`.
    private struct Files {
        var outputEnd: Int32 = -1
        var outputStart: Int32 = -1
        var inputEnd: Int32 = -1
        var inputStart: Int32 = -1
        /// Standard error: a file without a name, which can't fill up and block the program.
        var errors: Int32 = -1

        init(_ program: String, hasInput: Bool) throws(Failure) {
            var ends: [Int32] = [-1, -1]
            if pipe(&ends) == 0 {
                outputEnd = ends[0]
                outputStart = ends[1]
            }
            if !hasInput {
                inputStart = open("/dev/null", O_RDONLY | O_CLOEXEC)
            } else if socketpair(AF_UNIX, Self.stream, 0, &ends) == 0 {
                inputEnd = ends[0]
                inputStart = ends[1]
                #if canImport(Darwin)
                    var on: Int32 = 1
                    setsockopt(inputEnd, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
                #endif
            }
            var path = Array((NSTemporaryDirectory() + "/diorama-XXXXXX").utf8CString)
            errors = mkstemp(&path)
            if errors >= 0 { unlink(path) }
            for file in all where file >= 0 { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
            guard outputEnd >= 0, inputStart >= 0, errors >= 0 else {
                let reason = String(cString: strerror(errno))
                for file in all where file >= 0 { close(file) }
                throw Failure("\(program) can't be started: \(reason)")
            }
        }

        private var all: [Int32] { [outputEnd, outputStart, inputEnd, inputStart, errors] }

        // Closed on `exec` from the start on Linux: a program that another thread starts meanwhile must not hold an end open.
        #if os(Linux)
            private static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #else
            private static let stream = SOCK_STREAM
        #endif
    }
}

/// The thread on which tasks of child processes run, apart from the shared pool. They never block it.
private final class ChildProcessExecutor: TaskExecutor {
    static let shared = ChildProcessExecutor()
    private let queue = DispatchQueue(label: "diorama.child-process")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
