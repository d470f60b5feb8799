import Codecs
import Foundation

/// What an error response of an S3 server means.
struct S3Problem {
    /// S3's own code, as "NoSuchKey"; empty where the server gave none.
    let code: String
    let error: SyncError

    init(_ answer: S3Client.Answer, to request: S3Client.Request, at address: S3Address) {
        let document = XMLTreeNode.s3Answer(answer.body.prefix(64 << 10))
        code = document?["Code"].map { String($0.prefix(80)) } ?? ""
        let told = document?["Message"].map { ": \($0.prefix(200))" } ?? ""
        let whole = "couldn't \(request.action) in \(address.shown): the server answers \(answer.status) \(code)\(told)"
        let region = document?["Region"] ?? answer.headers["x-amz-bucket-region"]
        switch (answer.status, code) {
        case (_, "PermanentRedirect"), (_, "AuthorizationHeaderMalformed"), (_, "IllegalLocationConstraintException"), (301, _),
            (307, _), (308, _):
            let advice = region.map { "; set region=\($0) in its address" } ?? "; check endpoint and region in its address"
            error = SyncError(.invalidValue, whole + advice)
        case (404, "NoSuchBucket"):
            error = SyncError(
                .notFound,
                "the bucket \(address.bucket) does not exist at \(address.endpoint): create it first, or check the address")
        case (404, _): error = SyncError(.notFound, whole)
        case (_, "RequestTimeTooSkewed"):
            error = SyncError(.noPermission, "\(whole); set this machine's clock")
        case (_, "SlowDown"), (_, "RequestTimeout"), (_, "InternalError"), (_, "ServiceUnavailable"),
            (_, "ConditionalRequestConflict"),
            (_, "OperationAborted"):
            error = SyncError(.unavailable, whole)
        case (507, _), (_, "QuotaExceeded"), (_, "XMinioStorageFull"), (_, "StorageFull"):
            error = SyncError(.full, whole)
        case (401, _), (403, _):
            error = SyncError(.noPermission, "\(whole); check the credentials and their permissions")
        case (408, _), (429, _), (500...599, _): error = SyncError(.unavailable, whole)
        default: error = SyncError(.failed, whole)
        }
    }

    /// What went wrong before the response was complete.
    static func error(_ failure: any Error, of request: S3Client.Request, at address: S3Address) -> SyncError {
        HTTPFailure(failure, endpoint: address.endpoint).error(could: "\(request.action) in \(address.shown)")
    }
}

extension S3Address {
    /// For messages.
    var shown: String { "s3://\(bucket)" + (prefix.map { "/\($0)" } ?? "") }
}
