import HTTPTypes

/// Whether a request was sent by a browser or program itself, and not passed on by a proxy.
///
/// Proxies name themselves and their clients in fields of any name (`X-Forwarded-For`, `CF-Connecting-IP`, `True-Client-IP` …), so
/// that no list of these can be complete. What browsers and command-line clients send is known: any other field means a proxy.
enum DirectRequest {
    private static let fields: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "access-control-request-headers",
        "access-control-request-method", "authorization", "available-dictionary", "cache-control", "connection", "cookie", "date",
        "dictionary-id", "dnt", "expect", "from", "host", "http2-settings", "idempotency-key", "if-match", "if-modified-since",
        "if-none-match", "if-range", "if-unmodified-since", "keep-alive", "last-event-id", "origin", "pragma", "priority",
        "purpose", "range", "referer", "save-data", "service-worker", "service-worker-navigation-preload", "te", "trailer",
        "transfer-encoding", "upgrade", "upgrade-insecure-requests", "user-agent", "x-moz", "x-purpose", "x-requested-with",
        // Client hints.
        "device-memory", "downlink", "dpr", "ect", "rtt", "viewport-width", "width",
    ]
    private static let prefixes = ["sec-", "content-", "attribution-reporting-", "x-diorama-"]

    static func isDirect(_ headers: HTTPFields) -> Bool {
        headers.allSatisfy { field in
            let name = field.name.canonicalName
            return fields.contains(name) || prefixes.contains { name.hasPrefix($0) }
        }
    }
}
