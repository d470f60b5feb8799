import Foundation
import Support

/// The folder of a library with its live sessions: for each a folder named by its code, with the session's description
/// (`session.json`), the state of its room (`room`), and its recording (`recording.live`).
///
/// Sessions belong to the device that hosts them and aren't synchronized.
public struct SessionStorage: Sendable {
    /// `live` in the library's folder.
    public let folder: URL

    private static let maxRecordBytes = 64 << 10
    /// More than any room has: ``Room/saved()`` of full tables.
    private static let maxRoomBytes = 8 << 20

    /// The storage in the folder of a library.
    public init(libraryFolder: URL) { folder = libraryFolder.appendingPathComponent("live", isDirectory: true) }

    /// The folder of a session.
    public func folder(of code: SessionCode) -> URL { folder.appendingPathComponent(code.description, isDirectory: true) }

    /// Where a session is recorded.
    public func recording(of code: SessionCode) -> URL { folder(of: code).appendingPathComponent("recording.live") }

    /// The codes of all stored sessions, whether or not they can be read.
    public func codes() throws(SessionsError) -> [SessionCode] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { SessionCode($0) }
                .sorted { $0.description < $1.description }
        } catch {
            throw Self.failure("list the live sessions in \(folder.path)", error)
        }
    }

    /// The description of a session; nil where there is none.
    public func record(_ code: SessionCode) throws(SessionsError) -> SessionRecord? {
        let file = recordFile(code)
        guard let data = try Self.read(file, upTo: Self.maxRecordBytes) else { return nil }
        do {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .millisecondsSince1970
            return try decoder.decode(SessionRecord.self, from: data)
        } catch {
            throw SessionsError(.damaged, "\(file.path) isn't the description of a live session; delete its folder")
        }
    }

    /// Stores the description of a session.
    public func store(_ record: SessionRecord) throws(SessionsError) {
        do {
            try FileManager.default.createDirectory(at: folder(of: record.code), withIntermediateDirectories: true)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
            encoder.dateEncodingStrategy = .millisecondsSince1970
            try Self.write(Array(try encoder.encode(record)), to: recordFile(record.code))
        } catch {
            throw Self.failure("store the live session \(record.code)", error)
        }
    }

    /// The bytes of a session's room; nil where none were stored yet.
    public func room(_ code: SessionCode) throws(SessionsError) -> [UInt8]? {
        try Self.read(roomFile(code), upTo: Self.maxRoomBytes).map { Array($0) }
    }

    /// Stores the bytes of a session's room; they are on the disk when this returns.
    public func storeRoom(_ bytes: [UInt8], of code: SessionCode) throws(SessionsError) {
        do {
            try Self.write(bytes, to: roomFile(code))
        } catch {
            throw Self.failure("store the live session \(code)", error)
        }
    }

    /// Removes a session with everything that was stored of it.
    public func remove(_ code: SessionCode) throws(SessionsError) {
        guard FileManager.default.fileExists(atPath: folder(of: code).path) else { return }
        do {
            try FileManager.default.removeItem(at: folder(of: code))
        } catch {
            throw Self.failure("remove the live session \(code)", error)
        }
    }

    private func recordFile(_ code: SessionCode) -> URL { folder(of: code).appendingPathComponent("session.json") }
    private func roomFile(_ code: SessionCode) -> URL { folder(of: code).appendingPathComponent("room") }

    private static func write(_ bytes: [UInt8], to url: URL) throws {
        var file = try AtomicFile(url, mode: 0o600)
        try file.write(bytes)
        try file.commit()
    }

    private static func read(_ file: URL, upTo limit: Int) throws(SessionsError) -> Data? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let data: Data
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            data = try handle.read(upToCount: limit + 1) ?? Data()
        } catch {
            throw failure("read \(file.path)", error)
        }
        if data.count > limit { throw SessionsError(.damaged, "\(file.path) is larger than \(limit) bytes; delete its folder") }
        return data
    }

    private static func failure(_ action: String, _ error: any Error) -> SessionsError {
        if let error = error as? SessionsError { return error }
        return SessionsError(.failed, "couldn't \(action): \((error as? FileError).map { "\($0)" } ?? error.localizedDescription)")
    }
}
