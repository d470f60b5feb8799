import DioramaLibrary
import DioramaSync
import Foundation
import Postgres

extension ServiceUploads {
    /// Files of at least this many bytes go to S3 in parts, of which each can be sent again by itself.
    public static let minPartsBytes: Int64 = 32 << 20
    /// Bytes of a part, where the file has at most 1,000 of them.
    static let partBytes: Int64 = 16 << 20
    static let maxParts: Int64 = 1000
    /// Addresses that are given at one time.
    static let maxAddresses = 100

    /// The parts of an upload that are missing.
    public struct MissingParts: Sendable, Codable {
        /// One part.
        public struct Part: Sendable, Codable {
            /// The part's number, from 1.
            public let number: Int
            /// Where its bytes begin in the file.
            public let offset: Int64
            /// Bytes.
            public let byteCount: Int64
            /// Where it is sent, by PUT. The address alone grants the right.
            public let uploadUrl: String
        }

        /// The first parts that are missing, at most 100.
        public let parts: [Part]
        /// How many are missing altogether.
        public let missing: Int
        /// Bytes of the parts that are there.
        public let receivedBytes: Int64
    }

    func beginParts(
        _ identity: Identity, id: String, objectKey: String, byteCount: Int64, in bucket: S3Bucket
    ) async throws {
        let parts = try await bucket.beginParts(of: try ServiceStorage.key(objectKey))
        let least = (byteCount + Self.maxParts - 1) / Self.maxParts
        let size = max(Self.partBytes, (least + 0xFFFFF) & ~0xFFFFF)
        try await database.transaction(of: identity.account) { connection in
            _ = try connection.execute(
                "UPDATE uploads SET parts_id = $2, part_bytes = $3, byte_count = $4 WHERE id = $1", [id, parts, size, byteCount])
        }
    }

    private struct Plan: Sendable {
        let bucket: S3Bucket
        let key: BucketKey
        let id: String
        let partBytes: Int64
        let byteCount: Int64

        var count: Int { Int((byteCount + partBytes - 1) / partBytes) }

        func bytes(of number: Int) -> Int64 { min(partBytes, byteCount - Int64(number - 1) * partBytes) }
    }

    private func plan(_ upload: Upload) throws(ServiceError) -> Plan {
        guard let bucket = storage.bucket as? S3Bucket, let id = upload.partsID, let partBytes = upload.partBytes,
            let byteCount = upload.byteCount
        else { throw ServiceError(.conflict, "this upload has no parts; send the file to its address") }
        return Plan(
            bucket: bucket, key: try ServiceStorage.key(upload.objectKey), id: id, partBytes: partBytes, byteCount: byteCount)
    }

    /// The parts that are missing. A part of another size than planned is missing as well.
    /// - Throws: `ServiceError` of kind `conflict` where the upload has no parts.
    public func missingParts(of upload: Upload) async throws -> MissingParts {
        let plan = try plan(upload)
        // Made of its parts already, where the answer that said so was lost, or nobody has asked for the file since.
        if upload.state != "pending" { return MissingParts(parts: [], missing: 0, receivedBytes: plan.byteCount) }
        if let object = try await plan.bucket.head(plan.key), object.byteCount == plan.byteCount {
            return MissingParts(parts: [], missing: 0, receivedBytes: plan.byteCount)
        }
        let there = try await plan.bucket.parts(of: plan.id, plan.key)
        let missing = (1...plan.count).filter { there[$0].map { Int64($0.byteCount) } != plan.bytes(of: $0) }
        let received = (1...plan.count).filter { !missing.contains($0) }.reduce(0) { $0 + plan.bytes(of: $1) }
        let seconds = max(60, min(Self.lifetime, Int(upload.expiresAt.timeIntervalSinceNow)))
        return MissingParts(
            parts: missing.prefix(Self.maxAddresses).map { number in
                MissingParts.Part(
                    number: number, offset: Int64(number - 1) * plan.partBytes, byteCount: plan.bytes(of: number),
                    uploadUrl: plan.bucket.presignedPartURL(of: plan.key, upload: plan.id, number: number, seconds: seconds))
            },
            missing: missing.count, receivedBytes: received)
    }

    /// Makes the file of its parts. It is checked when it is processed; done again, nothing happens.
    /// - Throws: `ServiceError` of kind `conflict` where parts are missing.
    public func completeParts(of upload: Upload) async throws {
        let plan = try plan(upload)
        guard upload.state == "pending" else { return }
        if let object = try await plan.bucket.head(plan.key), object.byteCount == plan.byteCount { return }
        let there = try await plan.bucket.parts(of: plan.id, plan.key)
        let tags = (1...plan.count).compactMap { number in
            there[number].flatMap { Int64($0.byteCount) == plan.bytes(of: number) ? $0.tag : nil }
        }
        guard tags.count == plan.count else {
            throw ServiceError(.conflict, "\(plan.count - tags.count) parts are missing; send them first")
        }
        try await plan.bucket.complete(plan.key, id: plan.id, tags: tags, byteCount: plan.byteCount)
    }
}
