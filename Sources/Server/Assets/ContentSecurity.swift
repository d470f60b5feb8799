import Crypto
import Foundation

/// The Content-Security-Policy of a page: everything from this server alone, inline scripts only where their hash is named.
enum ContentSecurity {
    /// For files of the library: whatever they hold, a browser runs and loads nothing from them.
    static let assetPolicy = "default-src 'none'; sandbox"

    /// - Parameter ancestors: whose pages may show it in a frame.
    static func policy(forPage page: String, ancestors: String = "'none'") -> String {
        let scripts = ["'self'", "'wasm-unsafe-eval'"] + inlineScripts(page).map(hash)
        return [
            "default-src 'self'",
            "script-src \(scripts.joined(separator: " "))",
            "img-src 'self' data: blob:",
            "media-src 'self' blob:",
            "connect-src 'self'",
            "style-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors \(ancestors)",
        ].joined(separator: "; ")
    }

    /// The text of every script of the page that has no `src`, exactly as it stands between its tags.
    private static func inlineScripts(_ page: String) -> [Substring] {
        var found: [Substring] = []
        var rest = page[...]
        while let open = rest.range(of: "<script", options: .caseInsensitive),
            let tagEnd = rest[open.upperBound...].firstIndex(of: ">"),
            let close = rest[tagEnd...].range(of: "</script", options: .caseInsensitive)
        {
            let attributes = rest[open.upperBound..<tagEnd]
            let text = rest[rest.index(after: tagEnd)..<close.lowerBound]
            if attributes.range(of: #"\ssrc\s*="#, options: [.regularExpression, .caseInsensitive]) == nil, !text.isEmpty {
                found.append(text)
            }
            rest = rest[close.upperBound...]
        }
        return found
    }

    private static func hash(_ script: Substring) -> String {
        "'sha256-\(Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString())'"
    }
}
