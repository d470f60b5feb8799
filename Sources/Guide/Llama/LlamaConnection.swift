import Foundation
import Support
import Synchronization

/// A running `diorama-llama`: JSON objects in both directions, each after its length in bytes (32 bits, little endian).
///
/// One thread at a time reads; any thread may write. That is why it may be shared, although `ChildProcess` may not: reading and
/// writing use different files, and writing is serialized.
final class LlamaConnection: @unchecked Sendable {
    private let process: ChildProcess
    private let writing = Mutex(())
    private static let maxFrame = 16 << 20

    init(_ launch: LlamaProcess.Launch) throws(ChildProcess.Failure) {
        var arguments = ["--model", launch.model.path, "--context", "\(launch.contextSize)", "--threads", "\(launch.threads)"]
        if launch.isEmbedding { arguments.append("--embedding") }
        if let adapter = launch.adapter { arguments += ["--adapter", adapter.path] }
        process = try ChildProcess(launch.program.path, arguments, hasInput: true)
    }

    func send(_ request: LlamaRequest) throws(ChildProcess.Failure) {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        guard let body = try? encoder.encode(request), body.count <= Self.maxFrame else {
            throw ChildProcess.Failure("the texts are too long")
        }
        var frame = withUnsafeBytes(of: UInt32(body.count).littleEndian) { Array($0) }
        frame += body
        let failure = writing.withLock { _ -> ChildProcess.Failure? in
            frame.withUnsafeBytes { bytes in
                do throws(ChildProcess.Failure) {
                    try process.write(bytes)
                    return nil
                } catch {
                    return error
                }
            }
        }
        if let failure { throw failure }
    }

    /// The next event; nil where the program has ended.
    /// - Throws: where it doesn't respond, or says what isn't an event.
    func receive() throws(ChildProcess.Failure) -> LlamaEvent? {
        guard let head = try read(4) else { return nil }
        let count = head.withUnsafeBytes { Int(UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self))) }
        guard count <= Self.maxFrame else { throw ChildProcess.Failure("diorama-llama has written what isn't an event") }
        guard let body = try read(count) else { return nil }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let event = try? decoder.decode(LlamaEvent.self, from: Data(body)) else {
            throw ChildProcess.Failure("diorama-llama has written what isn't an event")
        }
        return event
    }

    private func read(_ count: Int) throws(ChildProcess.Failure) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var failure: ChildProcess.Failure?
        let got = bytes.withUnsafeMutableBytes { buffer in
            do throws(ChildProcess.Failure) { return try process.read(into: buffer) } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        return got == count ? bytes : nil
    }

    /// How the program ended, after its last event: as " (signal 6: the assertion)".
    func end() -> String {
        process.endInput()
        let status = process.wait()
        let reason = status < 0 ? "signal \(-status)" : "exit status \(status)"
        let line = process.diagnostic.dropFirst(2).dropLast()
        return line.isEmpty ? " (\(reason))" : " (\(reason): \(line))"
    }
}
