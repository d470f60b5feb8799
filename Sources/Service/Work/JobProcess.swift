import Dispatch
import Foundation
import Support
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One job's process, with all that it starts: a process group of its own, which is killed as a whole.
///
/// Its standard input is a pipe that this process holds open: where this process dies, the job's process sees its input end and
/// ends as well (`JobProcess.endWithParent`). Standard output carries lines of JSON, standard error goes to a file.
final class JobProcess: Sendable {
    private let pid: pid_t
    private let input: Int32
    private let output: Int32
    /// Whether the process has been reaped: its identifier may belong to another one then.
    private let state = Mutex(false)

    /// How a process ended.
    enum End: Sendable, Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    /// What a process used, with those that it started and waited for.
    struct Use: Sendable, Equatable {
        /// Seconds of processor time, of the program and of the system for it.
        var cpuSeconds: Double
        /// Bytes of memory of the largest process.
        var peakBytes: Int64
    }

    /// Starts a program.
    /// - Throws: `ServiceError` of kind `unavailable`.
    init(_ program: URL, _ arguments: [String], folder: URL, errors: URL) throws(ServiceError) {
        var inputEnds: [Int32] = [-1, -1]
        var outputEnds: [Int32] = [-1, -1]
        guard pipe(&inputEnds) == 0, pipe(&outputEnds) == 0 else { throw Self.failure("make a pipe", errno) }
        for descriptor in inputEnds + outputEnds { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, inputEnds[0], 0)
        posix_spawn_file_actions_adddup2(&actions, outputEnds[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, errors.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        var words: [UnsafeMutablePointer<CChar>?] = ([program.path] + arguments).map { strdup($0) } + [nil]
        // The job sees no secrets of the worker: no database, no keys of the bucket.
        let kept = ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "DIORAMA_MODELS", "DIORAMA_PHOTOS", "LD_LIBRARY_PATH"]
        let environment = ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }
        let settings: [String] = environment.map { "\($0.key)=\($0.value)" } + ["TMPDIR=\(folder.path)"]
        var variables: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) } + [nil]
        defer { for text in words + variables { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, program.path, &actions, &attributes, &words, &variables)
        close(inputEnds[0])
        close(outputEnds[1])
        guard code == 0 else {
            close(inputEnds[1])
            close(outputEnds[0])
            throw Self.failure("start \(program.path)", code)
        }
        self.pid = pid
        input = inputEnds[1]
        output = outputEnds[0]
    }

    deinit {
        kill()
        close(input)
        close(output)
    }

    /// Waits for the process's end, on a thread of its own.
    /// - Parameter line: receives each line of standard output, of at most a megabyte.
    func run(_ line: @escaping @Sendable (Data) -> Void) async -> (end: End, use: Use) {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                readLines(line)
                continuation.resume(returning: wait())
            }
        }
    }

    /// Kills the process and all that it started; does nothing once it has ended.
    func kill() {
        state.withLock { hasEnded in
            if !hasEnded { _ = Foundation.kill(-pid, SIGKILL) }
        }
    }

    private func readLines(_ line: (Data) -> Void) {
        var pending = Data()
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(output, &piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            pending.append(contentsOf: piece[..<count])
            while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                line(Data(pending[pending.startIndex..<end]))
                pending = Data(pending[(end + 1)...])
            }
            // Nothing that long is a line of ours.
            if pending.count > 1 << 20 { pending.removeAll() }
        }
    }

    private func wait() -> (end: End, use: Use) {
        // The identifier stays taken until the process is reaped, so that `kill` can't hit another one.
        var info = siginfo_t()
        while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
        var status: Int32 = 0
        var used = rusage()
        state.withLock { hasEnded in
            // What the process left behind ends with it.
            _ = Foundation.kill(-pid, SIGKILL)
            while wait4(pid, &status, 0, &used) < 0 && errno == EINTR {}
            hasEnded = true
        }
        let signal = status & 0x7F
        return (signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal), Self.use(used))
    }

    private static func use(_ used: rusage) -> Use {
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
        #if canImport(Glibc)
            let unit: Int64 = 1024
        #else
            let unit: Int64 = 1
        #endif
        return Use(cpuSeconds: seconds(used.ru_utime) + seconds(used.ru_stime), peakBytes: Int64(used.ru_maxrss) * unit)
    }

    private static func failure(_ action: String, _ code: Int32) -> ServiceError {
        ServiceError(.unavailable, "couldn't \(action): \(String(cString: strerror(code)))")
    }
}

/// The job's own side of its process.
public enum JobParent {
    /// Ends this process, and its group, when its standard input ends: the worker that started it is gone.
    public static func watch() {
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while true {
                let count = read(0, &byte, 1)
                if count < 0 && errno == EINTR { continue }
                if count <= 0 {
                    // A process group of its own: nobody else is hit.
                    if getpgrp() == getpid() { _ = Foundation.kill(0, SIGKILL) }
                    _exit(137)
                }
            }
        }
    }
}
