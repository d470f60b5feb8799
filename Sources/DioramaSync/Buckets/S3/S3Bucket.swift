import Codecs
import Foundation
import Support

/// A bucket, or a folder in one, of an S3 server: Amazon, SeaweedFS, MinIO, Garage, Ceph and others.
/// The requests are those of the Amazon S3 API Reference.
public struct S3Bucket: WalkableBucket {
    /// The bucket's address.
    public let address: S3Address
    let client: S3Client
    let sizes: S3UploadSizes

    /// A bucket at `address`. No request is sent yet.
    /// - Parameters:
    ///   - address: server, region, bucket and prefix.
    ///   - credentials: of the account.
    ///   - retry: how failed requests are repeated.
    ///   - sizes: of multipart uploads.
    ///   - hosts: addresses of host names, instead of what the DNS answers: `["bucket.s3.test": "127.0.0.1"]`.
    public init(
        _ address: S3Address, credentials: S3Credentials, retry: RetryPolicy = RetryPolicy(),
        sizes: S3UploadSizes = S3UploadSizes(),
        hosts: [String: String] = [:]
    ) {
        self.address = address
        self.sizes = sizes
        client = S3Client(address, credentials: credentials, retry: retry, hosts: hosts)
    }

    public var name: String { address.shown }

    /// Creates the bucket on the server if it is missing. No other call creates one: a mistyped name must not.
    public func create() async throws(SyncError) {
        let place = "<LocationConstraint>\(address.region)</LocationConstraint>"
        let body =
            "<CreateBucketConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(place)</CreateBucketConfiguration>"
        let answer = try await client.send(
            .init(method: "PUT", body: Data((address.region == "us-east-1" ? "" : body).utf8), action: "create the bucket"),
            accepting: [409])
        if answer.status == 409,
            S3Problem(answer, to: .init(method: "PUT", action: "create the bucket"), at: address).code != "BucketAlreadyOwnedByYou"
        {
            throw SyncError(
                .noPermission, "couldn't create the bucket \(address.bucket): the name is taken; choose another")
        }
    }

    public func list(_ folder: BucketKey, after: BucketKey?) async throws(SyncError) -> [BucketObject] {
        let prefix = object("\(folder)/")
        let pages = try await pages(prefix: prefix, delimiter: "/", after: after.map { object($0.description) })
        var objects: [BucketObject] = []
        for item in pages.objects {
            guard item.name.hasPrefix(prefix), let key = BucketKey("\(folder)/\(item.name.dropFirst(prefix.count))") else {
                continue
            }
            if let after, key <= after { continue }
            objects.append(BucketObject(key: key, byteCount: item.byteCount))
        }
        return objects.sorted { $0.key < $1.key }
    }

    public func folders(in folder: BucketKey) async throws(SyncError) -> [String] {
        let prefix = object("\(folder)/")
        let names = try await pages(prefix: prefix, delimiter: "/", after: nil).prefixes.compactMap { name -> String? in
            guard name.hasPrefix(prefix), name.hasSuffix("/") else { return nil }
            let part = name.dropFirst(prefix.count).dropLast()
            return BucketKey.isPart(part) && !part.isEmpty ? String(part) : nil
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    public func head(_ key: BucketKey) async throws(SyncError) -> BucketObject? {
        let answer = try await client.send(
            .init(method: "HEAD", object: object(key.description), action: "look for \(key)"), accepting: [404])
        if answer.status == 404 { return nil }
        guard let byteCount = answer.headers["content-length"].flatMap({ Int64($0) }), byteCount >= 0 else {
            throw SyncError(.failed, "couldn't look for \(key) in \(name): the server doesn't report its size")
        }
        return BucketObject(key: key, byteCount: byteCount)
    }

    public func get(_ key: BucketKey, limit: Int) async throws(SyncError) -> Data {
        try await client.send(.init(method: "GET", object: object(key.description), limit: limit, action: "read \(key)")).body
    }

    public func read(_ key: BucketKey, _ range: Range<Int64>) async throws(SyncError) -> Data {
        guard !range.isEmpty, range.lowerBound >= 0 else { return Data() }
        let answer = try await client.send(
            .init(
                method: "GET", object: object(key.description),
                headers: ["range": "bytes=\(range.lowerBound)-\(range.upperBound - 1)"],
                limit: range.count, action: "read \(key)"),
            accepting: [416])
        switch answer.status {
        case 206: return answer.body
        case 416: return Data()
        default:
            // All of it: the server knows no ranges, or the range is the whole object.
            guard range.lowerBound == 0 else {
                throw SyncError(.failed, "couldn't read \(key) in \(name): the server doesn't support range requests")
            }
            return answer.body
        }
    }

    public func put(_ key: BucketKey, _ data: Data, ifAbsent: Bool) async throws(SyncError) -> Bool {
        let answer = try await client.send(
            .init(
                method: "PUT", object: object(key.description), headers: ifAbsent ? ["if-none-match": "*"] : [:], body: data,
                action: "write \(key)"),
            accepting: ifAbsent ? [412] : [])
        guard answer.status == 412 else { return true }
        // An attempt whose response was lost may have written it: equal bytes count as success.
        guard answer.isRepeated, let there = try? await get(key, limit: data.count) else { return false }
        return there == data
    }

    public func delete(_ key: BucketKey) async throws(SyncError) {
        _ = try await client.send(
            .init(method: "DELETE", object: object(key.description), action: "delete \(key)"), accepting: [404])
    }

    public func walk() async throws(SyncError) -> [BucketEntry] {
        let prefix = address.prefix.map { "\($0)/" } ?? ""
        var entries: [BucketEntry] = []
        for item in try await pages(prefix: prefix, delimiter: nil, after: nil).objects {
            entries.append(BucketEntry(name: String(item.name.dropFirst(prefix.count)), byteCount: item.byteCount, kind: .object))
        }
        for upload in try await unfinishedUploads(prefix: prefix) {
            entries.append(BucketEntry(name: String(upload.object.dropFirst(prefix.count)), byteCount: 0, kind: .unfinished))
        }
        return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// The whole name of an object, with the address's prefix.
    func object(_ key: String) -> String { address.prefix.map { "\($0)/\(key)" } ?? key }

    private struct Pages {
        var objects: [(name: String, byteCount: Int64)] = []
        var prefixes: [String] = []
    }

    /// All pages of a list (ListObjectsV2).
    private func pages(prefix: String, delimiter: String?, after: String?) async throws(SyncError) -> Pages {
        var pages = Pages()
        var token: String?
        while true {
            var query = [("list-type", "2"), ("prefix", prefix), ("encoding-type", "url")]
            if let delimiter { query.append(("delimiter", delimiter)) }
            if let after { query.append(("start-after", after)) }
            if let token { query.append(("continuation-token", token)) }
            let page = try await document(.init(method: "GET", query: query, action: "list \(prefix)"), root: "ListBucketResult")
            let isEncoded = page["EncodingType"] == "url"
            func plain(_ text: String) -> String { isEncoded ? Self.unescaped(text) : text }
            for item in page.all("Contents") {
                guard let name = item["Key"], let size = item["Size"].flatMap({ Int64($0) }) else { continue }
                pages.objects.append((plain(name), size))
            }
            pages.prefixes += page.all("CommonPrefixes").compactMap { $0["Prefix"].map(plain) }
            guard page["IsTruncated"] == "true" else { return pages }
            guard let next = page["NextContinuationToken"], next != token else {
                throw SyncError(.failed, "couldn't list \(prefix) in \(name): the server doesn't say how the list goes on")
            }
            token = next
        }
    }

    /// An answer that is an XML document with this root.
    func document(_ request: S3Client.Request, root: String) async throws(SyncError) -> XMLTreeNode {
        let answer = try await client.send(request)
        guard let document = XMLTreeNode.s3Answer(answer.body), document.name == root else {
            throw SyncError(.failed, "couldn't \(request.action) in \(name): the server's answer is no \(root)")
        }
        return document
    }

    /// Names in lists are escaped as in a form: `+` is a space.
    private static func unescaped(_ text: String) -> String {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? text
    }
}
