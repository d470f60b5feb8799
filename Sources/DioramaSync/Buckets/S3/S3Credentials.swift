import Foundation

/// The credentials of an S3 account. Their description shows no secret.
public struct S3Credentials: Sendable, CustomStringConvertible {
    /// The access key id; no secret.
    public let accessKeyID: String
    let secretAccessKey: String
    let sessionToken: String?

    /// Credentials as the provider issued them.
    /// - Parameters:
    ///   - accessKeyID: the access key id.
    ///   - secretAccessKey: the secret key.
    ///   - sessionToken: of temporary credentials.
    public init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
    }

    /// Reads `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`, then in the profile `AWS_PROFILE` (or
    /// `default`) of the file `AWS_SHARED_CREDENTIALS_FILE` (or `~/.aws/credentials`).
    /// - Throws: `noPermission` where there are none.
    public init(environment: [String: String]) throws(SyncError) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        switch (value("AWS_ACCESS_KEY_ID"), value("AWS_SECRET_ACCESS_KEY")) {
        case (let id?, let secret?):
            self.init(accessKeyID: id, secretAccessKey: secret, sessionToken: value("AWS_SESSION_TOKEN"))
            return
        case (nil, nil): break
        default:
            throw SyncError(.noPermission, "only one of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY is set: set both")
        }
        let path = value("AWS_SHARED_CREDENTIALS_FILE") ?? "\(value("HOME") ?? NSHomeDirectory())/.aws/credentials"
        let profile = value("AWS_PROFILE") ?? "default"
        guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: 1 << 20) else {
            throw SyncError(
                .noPermission,
                "no credentials for the S3 bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or put them into \(path)")
        }
        let values = Self.profile(profile, in: String(decoding: data, as: UTF8.self))
        guard let id = values["aws_access_key_id"], let secret = values["aws_secret_access_key"] else {
            throw SyncError(
                .noPermission,
                "\(path) has no aws_access_key_id and aws_secret_access_key in [\(profile)]: add them, or set AWS_PROFILE")
        }
        self.init(accessKeyID: id, secretAccessKey: secret, sessionToken: values["aws_session_token"])
    }

    public var description: String { "S3 credentials of \(accessKeyID)" }

    /// The settings of one section of an INI file.
    private static func profile(_ name: String, in text: String) -> [String: String] {
        var values: [String: String] = [:]
        var isInside = false
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("[") {
                isInside = line == "[\(name)]" || line == "[profile \(name)]"
            } else if isInside, !line.hasPrefix("#"), !line.hasPrefix(";"), let equals = line.firstIndex(of: "=") {
                let key = line[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
                let value = line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces)
                if !value.isEmpty { values[key] = value }
            }
        }
        return values
    }
}

extension S3Credentials: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["accessKeyID": accessKeyID]) }
}
