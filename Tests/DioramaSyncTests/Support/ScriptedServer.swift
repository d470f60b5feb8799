import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An HTTP server on 127.0.0.1 that answers as a test wants it to, one request a connection.
final class ScriptedServer: Sendable {
    struct Request: Sendable {
        var method: String
        /// The path with its query, as it was sent.
        var target: String
        var headers: [String: String]
        var body: Data
    }

    struct Answer: Sendable {
        var status = 200
        var headers: [String: String] = [:]
        var body = Data()
        /// After how many bytes of the body the connection breaks; -1: before anything was answered.
        var cut: Int?

        static func xml(_ status: Int, _ text: String, headers: [String: String] = [:]) -> Answer {
            Answer(status: status, headers: headers, body: Data(text.utf8))
        }

        static func error(_ status: Int, _ code: String, headers: [String: String] = [:], more: String = "") -> Answer {
            let body = "<Error><Code>\(code)</Code><Message>told</Message>\(more)</Error>"
            return xml(status, "<?xml version=\"1.0\"?>\(body)", headers: headers)
        }
    }

    private let descriptor: Int32
    let port: UInt16
    private let seen = Mutex<[Request]>([])
    private let life = Life()

    /// Whether the server was stopped; checked after each accepted connection.
    private final class Life: Sendable {
        let isOver = Mutex(false)
    }

    var requests: [Request] { seen.withLock { $0 } }
    var address: String { "http://127.0.0.1:\(port)" }

    /// - Parameter answer: gets the number of the request, from 0 on.
    init(_ answer: @escaping @Sendable (Int, Request) -> Answer) throws {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, stream, 0)
        self.descriptor = descriptor
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard bound else { throw CocoaError(.fileNoSuchFile) }
        port = UInt16(bigEndian: place.sin_port)
        Thread.detachNewThread { [weak self, life] in
            // Closed by the one who accepts: its number may belong to another server the moment it is closed.
            defer { close(descriptor) }
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0, !life.isOver.withLock({ $0 }) else {
                    if connection >= 0 { close(connection) }
                    return
                }
                Thread.detachNewThread { [weak self] in
                    defer { close(connection) }
                    guard let request = Self.read(connection), let self else { return }
                    let number = self.seen.withLock {
                        $0.append(request)
                        return $0.count - 1
                    }
                    Self.write(answer(number, request), to: connection, request)
                }
            }
        }
    }

    deinit {
        life.isOver.withLock { $0 = true }
        // Wakes the one who accepts.
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    private static func read(_ connection: Int32) -> Request? {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        func more() -> Bool {
            let count = recv(connection, &buffer, buffer.count, 0)
            if count > 0 { data.append(contentsOf: buffer[..<count]) }
            return count > 0
        }
        var end = data.range(of: Data("\r\n\r\n".utf8))
        while end == nil {
            guard more() else { return nil }
            end = data.range(of: Data("\r\n\r\n".utf8))
        }
        let lines = String(decoding: data[..<end!.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let first = lines[0].split(separator: " ")
        guard first.count == 3 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        while data.count - end!.upperBound < length { guard more() else { return nil } }
        return Request(
            method: String(first[0]), target: String(first[1]), headers: headers,
            body: Data(data[end!.upperBound..<end!.upperBound + length]))
    }

    private static func write(_ answer: Answer, to connection: Int32, _ request: Request) {
        if answer.cut == -1 { return }
        var head = "HTTP/1.1 \(answer.status) Told\r\nconnection: close\r\n"
        if answer.headers["content-length"] == nil { head += "content-length: \(answer.body.count)\r\n" }
        for (name, value) in answer.headers { head += "\(name): \(value)\r\n" }
        let body = request.method == "HEAD" ? Data() : answer.cut.map { answer.body.prefix($0) } ?? answer.body
        let bytes = Array(Data((head + "\r\n").utf8) + body)
        var done = 0
        while done < bytes.count {
            #if canImport(Glibc)
                let flags = Int32(MSG_NOSIGNAL)
            #else
                let flags: Int32 = 0
            #endif
            let count = bytes[done...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) }
            if count <= 0 { return }
            done += count
        }
    }
}
