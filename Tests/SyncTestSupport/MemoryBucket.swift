import Foundation
import DioramaSync
import Synchronization
import Support

/// A bucket in memory, for tests of much traffic.
package final class MemoryBucket: WalkableBucket {
    private let objects = Mutex<[String: Data]>([:])
    private let before = Mutex<(@Sendable () async -> Void)?>(nil)
    package let name: String

    package init(_ name: String = "memory") { self.name = name }

    /// All objects by key; tests may add foreign ones.
    package var all: [String: Data] {
        get { objects.withLock { $0 } }
        set { objects.withLock { $0 = newValue } }
    }

    package subscript(_ name: String) -> Data? {
        get { objects.withLock { $0[name] } }
        set { objects.withLock { $0[name] = newValue } }
    }

    /// What somebody else does before each list is answered.
    package func beforeLists(_ action: (@Sendable () async -> Void)?) { before.withLock { $0 = action } }

    package func list(_ folder: BucketKey, after: BucketKey?) async throws(SyncError) -> [BucketObject] {
        let action = before.withLock { $0 }
        await action?()
        let prefix = "\(folder)/"
        return objects.withLock { all in
            all.compactMap { name, data in
                guard name.hasPrefix(prefix), !name.dropFirst(prefix.count).contains("/"), let key = BucketKey(name) else {
                    return nil
                }
                if let after, key <= after { return nil }
                return BucketObject(key: key, byteCount: Int64(data.count))
            }
        }.sorted { $0.key < $1.key }
    }

    package func folders(in folder: BucketKey) async throws(SyncError) -> [String] {
        let prefix = "\(folder)/"
        let names = objects.withLock { all in
            all.keys.compactMap { name -> String? in
                guard name.hasPrefix(prefix) else { return nil }
                let parts = name.dropFirst(prefix.count).split(separator: "/")
                return parts.count > 1 ? String(parts[0]) : nil
            }
        }
        return Set(names).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    package func head(_ key: BucketKey) async throws(SyncError) -> BucketObject? {
        self[key.description].map { BucketObject(key: key, byteCount: Int64($0.count)) }
    }

    package func get(_ key: BucketKey, limit: Int) async throws(SyncError) -> Data {
        guard let data = self[key.description] else { throw SyncError(.notFound, "\(key) is not there") }
        guard data.count <= limit else { throw SyncError(.refused, "\(key) is too large") }
        return data
    }

    package func read(_ key: BucketKey, _ range: Range<Int64>) async throws(SyncError) -> Data {
        guard let data = self[key.description] else { throw SyncError(.notFound, "\(key) is not there") }
        let part = range.clamped(to: 0..<Int64(data.count))
        return data.subdata(in: Int(part.lowerBound)..<Int(part.upperBound))
    }

    package func put(_ key: BucketKey, _ data: Data, ifAbsent: Bool) async throws(SyncError) -> Bool {
        objects.withLock { all in
            if ifAbsent, all[key.description] != nil { return false }
            all[key.description] = Data(data)
            return true
        }
    }

    package func upload(_ source: any ByteSource, to key: BucketKey, progress: ProgressReporter) async throws(SyncError) {
        let data = try await source.read(0..<source.byteCount)
        self[key.description] = data
    }

    package func delete(_ key: BucketKey) async throws(SyncError) { self[key.description] = nil }

    package func walk() async throws(SyncError) -> [BucketEntry] {
        all.map { BucketEntry(name: $0.key, byteCount: Int64($0.value.count), kind: .object) }.sorted { $0.name < $1.name }
    }
}
