import Codecs
import Crypto
import Foundation
import Support

/// Sizes of multipart uploads. S3 accepts parts of 5 MiB to 5 GiB, and at most 10,000 of them.
public struct S3UploadSizes: Sendable {
    /// Objects of up to this many bytes are uploaded in one request.
    public var singleByteCount: Int64 = 16 << 20
    /// Minimum size of a part, in bytes.
    public var partByteCount: Int64 = 8 << 20
    /// Number of parts that are uploaded concurrently.
    public var concurrentParts = 2

    /// The default sizes.
    public init() {}

    /// The size of the parts of an object: larger where it has many.
    func partByteCount(of byteCount: Int64) -> Int64 {
        let least = (byteCount + 8_999) / 9_000
        return max(partByteCount, (least + 0xFFFFF) & ~0xFFFFF)
    }
}

extension S3Bucket {
    /// Uploads large objects in parts. Parts of an earlier call are reused: S3 reports their MD5, which is compared with that of
    /// the source's bytes. A failed upload stays, to be resumed; `abortUploads` removes it.
    public func upload(_ source: any ByteSource, to key: BucketKey, progress: ProgressReporter) async throws(SyncError) {
        guard source.byteCount > sizes.singleByteCount else {
            try progress.advance(0, "Uploading")
            _ = try await put(key, try await source.read(0..<source.byteCount), ifAbsent: false)
            try progress.advance(1, "Uploading")
            return
        }
        let object = object(key.description)
        var there: [Int: S3Part] = [:]
        let id: String
        if let earlier = try await unfinishedUploads(prefix: object).last(where: { $0.object == object }) {
            id = earlier.id
            there = try await parts(of: id, key)
        } else {
            id = try await beginParts(of: key)
        }
        let tags = try await sendParts(source, key: key, id: id, there: there, progress: progress)
        try await complete(key, id: id, tags: tags, byteCount: source.byteCount)
        try progress.advance(1, "Uploading")
    }

    /// Removes unfinished uploads of `key`, or of all keys.
    public func abortUploads(of key: BucketKey? = nil) async throws(SyncError) {
        let prefix = key.map { object($0.description) } ?? address.prefix.map { "\($0)/" } ?? ""
        for upload in try await unfinishedUploads(prefix: prefix) where key == nil || upload.object == prefix {
            _ = try await client.send(
                .init(method: "DELETE", object: upload.object, query: [("uploadId", upload.id)], action: "abort an upload"),
                accepting: [404])
        }
    }

    /// Uploads the missing parts.
    /// - Returns: the tags of all parts.
    private func sendParts(
        _ source: any ByteSource, key: BucketKey, id: String, there: [Int: S3Part], progress: ProgressReporter
    ) async throws(SyncError) -> [String] {
        let size = sizes.partByteCount(of: source.byteCount)
        let count = Int((source.byteCount + size - 1) / size)
        var tags = [String](repeating: "", count: count)
        do {
            try await withThrowingTaskGroup(of: (Int, String).self) { group in
                var next = 0
                var done = 0
                while done < count {
                    while next < count, next - done < sizes.concurrentParts {
                        let index = next
                        group.addTask {
                            let range = Int64(index) * size..<min(Int64(index + 1) * size, source.byteCount)
                            return (
                                index,
                                try await sendPart(
                                    index + 1, data: try await source.read(range), key: key, id: id, there: there[index + 1])
                            )
                        }
                        next += 1
                    }
                    guard let (index, tag) = try await group.next() else { break }
                    tags[index] = tag
                    done += 1
                    try progress.advance(Double(done) / Double(count) * 0.99, "Uploading")
                }
            }
        } catch let error as SyncError {
            throw error
        } catch {
            throw .cancelled
        }
        return tags
    }

    private func sendPart(_ number: Int, data: Data, key: BucketKey, id: String, there: S3Part?) async throws(SyncError)
        -> String
    {
        if let there, there.byteCount == data.count, there.tag == S3Signature.hexadecimal(Insecure.MD5.hash(data: data)) {
            return there.tag
        }
        let answer = try await client.send(
            .init(
                method: "PUT", object: object(key.description), query: [("partNumber", String(number)), ("uploadId", id)],
                body: data,
                action: "upload part \(number) of \(key)"))
        guard let tag = answer.headers["etag"], !tag.isEmpty else {
            throw SyncError(.failed, "couldn't upload part \(number) of \(key) to \(name): the server gives it no tag")
        }
        return tag.trimmingCharacters(in: ["\""])
    }

    /// Begins an upload in parts (CreateMultipartUpload).
    /// - Returns: the upload's id.
    public func beginParts(of key: BucketKey) async throws(SyncError) -> String {
        let answer = try await document(
            .init(
                method: "POST", object: object(key.description), query: [("uploads", "")], action: "begin the upload of \(key)"),
            root: "InitiateMultipartUploadResult")
        guard let id = answer["UploadId"], !id.isEmpty else {
            throw SyncError(.failed, "couldn't begin the upload of \(key) to \(name): the server gives it no id")
        }
        return id
    }

    /// Makes an object of the parts of an upload (CompleteMultipartUpload).
    /// - Parameters:
    ///   - id: the upload's id.
    ///   - tags: the tags of its parts, all of them in order.
    ///   - byteCount: the object's size, by which an upload that was completed before is known.
    public func complete(_ key: BucketKey, id: String, tags: [String], byteCount: Int64) async throws(SyncError) {
        let parts = tags.enumerated().map { i, tag in
            "<Part><PartNumber>\(i + 1)</PartNumber><ETag>&quot;\(Self.escapedXML(tag))&quot;</ETag></Part>"
        }
        let body =
            "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(parts.joined())</CompleteMultipartUpload>"
        let request = S3Client.Request(
            method: "POST", object: object(key.description), query: [("uploadId", id)], body: Data(body.utf8),
            action: "complete the upload of \(key)")
        let answer = try await client.send(request, accepting: [404])
        // S3 may say 200 and tell an error in the body. An upload that is gone was completed by an attempt whose answer was lost,
        // or by another device with the same bytes: then the object is there.
        if answer.status == 200, let document = XMLTreeNode.s3Answer(answer.body), document.name == "CompleteMultipartUploadResult"
        {
            return
        }
        if let object = try await head(key), object.byteCount == byteCount { return }
        throw answer.status == 404
            ? S3Problem(answer, to: request, at: address).error
            : SyncError(
                .unavailable,
                "couldn't complete the upload of \(key) to \(name): \(S3Problem(answer, to: request, at: address).code)")
    }

    /// A part of an upload.
    public struct S3Part: Sendable {
        /// Bytes.
        public var byteCount: Int
        /// The entity tag, without quotes.
        public var tag: String
    }

    struct UnfinishedUpload: Sendable {
        var object: String
        var id: String
    }

    /// All uploads whose objects begin with `prefix` (ListMultipartUploads), oldest first.
    func unfinishedUploads(prefix: String) async throws(SyncError) -> [UnfinishedUpload] {
        var found: [(upload: UnfinishedUpload, begun: String)] = []
        var markers: [(String, String)] = []
        while true {
            let query = [("uploads", ""), ("prefix", prefix)] + markers
            let page = try await document(
                .init(method: "GET", query: query, action: "list uploads of \(prefix)"), root: "ListMultipartUploadsResult")
            for item in page.all("Upload") {
                guard let object = item["Key"], object.hasPrefix(prefix), let id = item["UploadId"] else { continue }
                found.append((UnfinishedUpload(object: object, id: id), item["Initiated"] ?? ""))
            }
            guard page["IsTruncated"] == "true", let key = page["NextKeyMarker"], let id = page["NextUploadIdMarker"] else { break }
            let next = [("key-marker", key), ("upload-id-marker", id)]
            guard next.map({ $0.1 }) != markers.map({ $0.1 }) else { break }
            markers = next
        }
        return found.sorted { ($0.begun, $0.upload.id) < ($1.begun, $1.upload.id) }.map { $0.upload }
    }

    /// The parts that are there (ListParts), by number.
    public func parts(of id: String, _ key: BucketKey) async throws(SyncError) -> [Int: S3Part] {
        var parts: [Int: S3Part] = [:]
        var marker: String?
        while true {
            let query = [("uploadId", id)] + (marker.map { [("part-number-marker", $0)] } ?? [])
            let page = try await document(
                .init(method: "GET", object: object(key.description), query: query, action: "list the parts of \(key)"),
                root: "ListPartsResult")
            for item in page.all("Part") {
                guard let number = item["PartNumber"].flatMap({ Int($0) }), let size = item["Size"].flatMap({ Int($0) }) else {
                    continue
                }
                parts[number] = S3Part(byteCount: size, tag: (item["ETag"] ?? "").trimmingCharacters(in: ["\""]))
            }
            guard page["IsTruncated"] == "true", let next = page["NextPartNumberMarker"], next != marker else { return parts }
            marker = next
        }
    }

    private static func escapedXML(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;").replacingOccurrences(
            of: ">", with: "&gt;")
    }
}
