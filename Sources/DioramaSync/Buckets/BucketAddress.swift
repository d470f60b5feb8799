import Foundation

/// Where a bucket is, as people write it: `file:///media/disk/diorama` or
/// `s3://bucket/prefix?endpoint=https://host:port&region=eu-central-1&style=path`.
///
/// Without `endpoint` it is Amazon's; `style` is `path` (`host/bucket/key`) or `virtual` (`bucket.host/key`): virtual for Amazon,
/// path for all others by default. An address never contains secrets: `S3Credentials` finds them.
public enum BucketAddress: Sendable, Equatable {
    /// A folder of this machine.
    case folder(URL)
    /// A bucket of an S3 server.
    case s3(S3Address)

    /// Reads an address.
    /// - Parameters:
    ///   - text: the address: `file:///…` or `s3://…`.
    ///   - environment: where `AWS_REGION` and `AWS_DEFAULT_REGION` are looked for.
    /// - Throws: `SyncError` of kind `invalidValue`; the message says what is wrong.
    public init(_ text: String, environment: [String: String] = ProcessInfo.processInfo.environment) throws(SyncError) {
        func wrong(_ what: String) -> SyncError {
            SyncError(.invalidValue, "the bucket's address \(Self.shown(text)) \(what)")
        }
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased() else {
            throw wrong("is invalid: write file:///folder or s3://bucket/prefix?endpoint=https://…")
        }
        guard parts.user == nil, parts.password == nil else {
            throw wrong("holds a name or password: put keys into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or ~/.aws/credentials")
        }
        guard parts.fragment == nil else { throw wrong("has a fragment (#…); remove it") }
        switch scheme {
        case "file":
            guard parts.host ?? "" == "" || parts.host == "localhost" else {
                throw wrong("has a host: write three slashes, file:///folder")
            }
            guard parts.path.hasPrefix("/"), parts.queryItems == nil else { throw wrong("is not file:///folder") }
            self = .folder(URL(fileURLWithPath: parts.path, isDirectory: true).standardizedFileURL)
        case "s3":
            self = .s3(try S3Address(parts, environment: environment, error: wrong))
        default:
            throw wrong("has the unknown scheme \(scheme): write file: or s3:")
        }
    }

    /// Opens the bucket. No request is sent yet.
    /// - Parameter environment: where S3 credentials are looked for.
    /// - Throws: `SyncError` where the folder can't be opened, or no S3 credentials are found.
    public func open(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(SyncError) -> any WalkableBucket {
        switch self {
        // Below the mount point of a disk that is not connected, a new folder would be an empty bucket.
        case .folder(let folder): try FolderBucket(at: folder, creating: false)
        case .s3(let address): S3Bucket(address, credentials: try S3Credentials(environment: environment))
        }
    }

    /// What the opened bucket is called, in messages and in the state of sync.
    public var name: String {
        switch self {
        case .folder(let folder): FolderBucket.name(of: folder)
        case .s3(let address): address.shown
        }
    }

    /// The address without a user name and password.
    private static func shown(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@"), let scheme = text.range(of: "://"), scheme.upperBound <= at else { return text }
        return "\(text[..<scheme.upperBound])…\(text[at...])"
    }
}

/// A bucket, or a folder in one, of an S3 server.
public struct S3Address: Sendable, Equatable {
    /// How requests name the bucket.
    public enum Style: String, Sendable {
        /// `https://host/bucket/key`
        case path
        /// `https://bucket.host/key`
        case virtual
    }

    /// The bucket's name: 3 to 63 lowercase letters, digits, dots and hyphens.
    public let bucket: String
    /// The prefix of all keys, without slashes at its ends; nil for the whole bucket.
    public let prefix: BucketKey?
    /// `https://host:port` without a path.
    public let endpoint: String
    /// The region that requests are signed for: "eu-central-1".
    public let region: String
    /// How requests name the bucket.
    public let style: Style

    init(
        _ parts: URLComponents, environment: [String: String], error wrong: (String) -> SyncError
    ) throws(SyncError) {
        bucket = parts.host ?? ""
        guard Self.isBucketName(bucket) else {
            throw wrong("names no bucket: 3 to 63 lowercase letters, digits, dots and hyphens after s3://")
        }
        guard parts.port == nil else { throw wrong("has a port after the bucket: put it into endpoint=https://host:port") }
        let path = parts.path.split(separator: "/").joined(separator: "/")
        prefix = BucketKey(path)
        guard path.isEmpty || (prefix != nil && path.utf8.count <= 200) else {
            throw wrong("has a prefix with other characters than letters, digits, -, _, . and =")
        }
        var values: [String: String] = [:]
        for item in parts.queryItems ?? [] {
            guard ["endpoint", "region", "style"].contains(item.name) else {
                throw wrong("has the unknown parameter \(item.name): write endpoint, region or style")
            }
            guard let value = item.value, !value.isEmpty else { throw wrong("has no value for \(item.name)") }
            values[item.name] = value
        }
        region = values["region"] ?? environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"] ?? "us-east-1"
        guard !region.isEmpty, region.utf8.allSatisfy({ Self.isNameByte($0) }) else { throw wrong("has an invalid region") }
        let hasDots = bucket.contains(".")
        if let text = values["endpoint"] {
            guard let url = URLComponents(string: text), let host = url.host, !host.isEmpty,
                ["http", "https"].contains(url.scheme),
                ["", "/"].contains(url.path), url.query == nil, url.user == nil
            else {
                throw wrong("has an invalid endpoint: write endpoint=https://host or endpoint=https://host:port")
            }
            endpoint = "\(url.scheme!)://\(host)" + (url.port.map { ":\($0)" } ?? "")
        } else {
            endpoint = "https://s3.\(region).amazonaws.com"
        }
        if let text = values["style"] {
            guard let style = Style(rawValue: text) else { throw wrong("has style=\(text): write path or virtual") }
            self.style = style
        } else {
            // A certificate for *.host does not cover a bucket's name with dots.
            style = values["endpoint"] == nil && !hasDots ? .virtual : .path
        }
    }

    private static func isBucketName(_ name: String) -> Bool {
        (3...63).contains(name.utf8.count) && name.utf8.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ".") }
            && !name.hasPrefix("-")
            && !name.hasPrefix(".") && !name.hasSuffix("-") && !name.hasSuffix(".") && !name.contains("..")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "-")
    }
}
