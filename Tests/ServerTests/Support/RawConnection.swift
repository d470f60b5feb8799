import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A plain TCP connection, for what an HTTP client would not do: stay silent, stop in the middle, read a stream as it comes.
final class RawConnection: @unchecked Sendable {
    private let descriptor: Int32
    private var pending: [UInt8] = []

    init(port: Int, timeout: Int = 15) throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var time = timeval(tv_sec: timeout, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result != 0 { throw TestFailure("couldn't connect: \(String(cString: strerror(errno)))") }
    }

    deinit { close() }

    private var isClosed = false

    func close() {
        guard !isClosed else { return }
        isClosed = true
        #if canImport(Glibc)
            _ = Glibc.close(descriptor)
        #else
            _ = Darwin.close(descriptor)
        #endif
    }

    func send(_ text: String) async { await send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async {
        await onThread { self.sendAll(bytes) }
    }

    private func sendAll(_ bytes: [UInt8]) {
        var done = 0
        while done < bytes.count {
            #if canImport(Glibc)
                let n = bytes[done...].withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            #else
                let n = bytes[done...].withUnsafeBytes { Darwin.send(descriptor, $0.baseAddress, $0.count, 0) }
            #endif
            if n <= 0 { return }
            done += n
        }
    }

    /// Bytes up to and with the next `end`, or nil where the connection ends or is silent for too long before it comes.
    func read(through end: String) async -> String? {
        let end = Array(end.utf8)
        while true {
            if let at = pending.firstRange(of: end) {
                let text = String(decoding: pending[..<at.upperBound], as: UTF8.self)
                pending.removeSubrange(..<at.upperBound)
                return text
            }
            guard await more() else { return nil }
        }
    }

    /// Everything until the other side closes.
    func readToEnd() async -> String {
        while await more() {}
        defer { pending = [] }
        return String(decoding: pending, as: UTF8.self)
    }

    private func more() async -> Bool {
        await onThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 65536)
            let n = recv(descriptor, &buffer, buffer.count, 0)
            if n > 0 { pending += buffer[..<n] }
            return n > 0
        }
    }

    /// Waiting for the network must not take threads from the server, which runs in the same process.
    private func onThread<R: Sendable>(_ work: @escaping @Sendable () -> R) async -> R {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }
}

extension [UInt8] {
    fileprivate func firstRange(of other: [UInt8]) -> Range<Int>? {
        guard other.count <= count else { return nil }
        return (0...count - other.count).first { self[$0..<$0 + other.count].elementsEqual(other) }.map { $0..<$0 + other.count }
    }
}
