import Foundation
import Synchronization

/// Decodes JSON so that fields that nothing reads are errors: a client that misspells a field hears of it.
///
/// The decoder of a value notes which keys each object has and which of them the value's type reads; whatever is left is unknown.
package enum StrictDecoding {
    /// A field that the type doesn't know, and those that it does know there.
    package struct UnknownField: Error {
        /// As `points[0].snapp`.
        package let path: String
        package let known: [String]
    }

    /// - Throws: `UnknownField`; `DecodingError`.
    package static func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        let decoder = JSONDecoder()
        let log = FieldLog()
        decoder.userInfo[FieldLog.key] = log
        let value = try decoder.decode(Recorded<T>.self, from: data).value
        if let unknown = log.unknown { throw unknown }
        return value
    }
}

/// The keys that objects have, and those that were read, by the objects' paths.
private final class FieldLog: Sendable {
    static let key = CodingUserInfoKey(rawValue: "diorama.fields")!
    private struct Object {
        var present: Set<String> = []
        var read: Set<String> = []
    }
    private let objects = Mutex<[String: Object]>([:])

    func note(present keys: [String], at path: String) { objects.withLock { $0[path, default: Object()].present.formUnion(keys) } }
    func note(read key: String, at path: String) { _ = objects.withLock { $0[path, default: Object()].read.insert(key) } }

    var unknown: StrictDecoding.UnknownField? {
        objects.withLock { objects in
            for (path, object) in objects.sorted(by: { $0.key < $1.key }) {
                guard let name = object.present.subtracting(object.read).min() else { continue }
                return .init(path: path.isEmpty ? name : path + "." + name, known: object.read.sorted())
            }
            return nil
        }
    }

    /// As `points[0].snap`.
    static func text(_ path: [any CodingKey]) -> String {
        path.reduce("") { text, key in
            if let index = key.intValue { return text + "[\(index)]" }
            return text.isEmpty ? key.stringValue : text + "." + key.stringValue
        }
    }
}

/// A value that is decoded by a recording decoder.
private struct Recorded<T: Decodable>: Decodable {
    let value: T

    init(from decoder: any Decoder) throws {
        guard let log = decoder.userInfo[FieldLog.key] as? FieldLog else { preconditionFailure("no log of fields") }
        value = try T(from: RecordingDecoder(base: decoder, log: log))
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

private struct RecordingDecoder: Decoder {
    let base: any Decoder
    let log: FieldLog
    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let fields = try base.container(keyedBy: type)
        let path = FieldLog.text(codingPath)
        log.note(present: try base.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue), at: path)
        return KeyedDecodingContainer(RecordingFields(base: fields, log: log, path: path))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        RecordingList(base: try base.unkeyedContainer())
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        RecordingValue(base: try base.singleValueContainer())
    }
}

private struct RecordingFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    let log: FieldLog
    let path: String
    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] {
        for key in base.allKeys { log.note(read: key.stringValue, at: path) }
        return base.allKeys
    }

    private func read(_ key: Key) -> Key {
        log.note(read: key.stringValue, at: path)
        return key
    }

    func contains(_ key: Key) -> Bool { base.contains(read(key)) }
    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: read(key)) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try base.decode(type, forKey: read(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try base.decode(type, forKey: read(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try base.decode(type, forKey: read(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try base.decode(type, forKey: read(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try base.decode(type, forKey: read(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try base.decode(type, forKey: read(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try base.decode(type, forKey: read(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try base.decode(type, forKey: read(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try base.decode(type, forKey: read(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try base.decode(type, forKey: read(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try base.decode(type, forKey: read(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try base.decode(type, forKey: read(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try base.decode(type, forKey: read(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try base.decode(type, forKey: read(key)) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        if T.self == Date.self || T.self == Data.self || T.self == URL.self { return try base.decode(type, forKey: read(key)) }
        return try base.decode(Recorded<T>.self, forKey: read(key)).value
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> { try nested(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try nested(key).unkeyedContainer() }
    func superDecoder() throws -> any Decoder { RecordingDecoder(base: try base.superDecoder(), log: log) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }

    private func nested(_ key: Key) throws -> RecordingDecoder {
        RecordingDecoder(base: try base.superDecoder(forKey: read(key)), log: log)
    }
}

private struct RecordingList: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer
    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }

    mutating func decodeNil() throws -> Bool { try base.decodeNil() }
    mutating func decode(_ type: Bool.Type) throws -> Bool { try base.decode(type) }
    mutating func decode(_ type: String.Type) throws -> String { try base.decode(type) }
    mutating func decode(_ type: Double.Type) throws -> Double { try base.decode(type) }
    mutating func decode(_ type: Float.Type) throws -> Float { try base.decode(type) }
    mutating func decode(_ type: Int.Type) throws -> Int { try base.decode(type) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try base.decode(type) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try base.decode(type) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try base.decode(type) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try base.decode(type) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try base.decode(type) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try base.decode(type) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try base.decode(type) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try base.decode(type) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try base.decode(type) }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try base.decode(Recorded<T>.self).value }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> { try superDecoder().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try superDecoder().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try base.decode(Passed.self).decoder }
}

private struct RecordingValue: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer
    var codingPath: [any CodingKey] { base.codingPath }

    func decodeNil() -> Bool { base.decodeNil() }
    func decode(_ type: Bool.Type) throws -> Bool { try base.decode(type) }
    func decode(_ type: String.Type) throws -> String { try base.decode(type) }
    func decode(_ type: Double.Type) throws -> Double { try base.decode(type) }
    func decode(_ type: Float.Type) throws -> Float { try base.decode(type) }
    func decode(_ type: Int.Type) throws -> Int { try base.decode(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try base.decode(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try base.decode(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try base.decode(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try base.decode(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try base.decode(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try base.decode(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try base.decode(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try base.decode(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try base.decode(type) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try base.decode(Recorded<T>.self).value }
}

/// The recording decoder of an element of a list.
private struct Passed: Decodable {
    let decoder: RecordingDecoder

    init(from decoder: any Decoder) throws {
        guard let log = decoder.userInfo[FieldLog.key] as? FieldLog else { preconditionFailure("no log of fields") }
        self.decoder = RecordingDecoder(base: decoder, log: log)
    }
}
