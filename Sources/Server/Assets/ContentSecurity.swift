/// Content-Security-Policies: everything comes from this server alone, and no script is inline.
enum ContentSecurity {
    /// For files of the library: whatever they hold, a browser runs and loads nothing from them.
    static let assetPolicy = "default-src 'none'; sandbox"

    /// For PDF documents, which browsers show in a viewer of their own that a sandbox would keep from working.
    static let documentPolicy = "default-src 'none'; frame-ancestors 'self'"

    /// - Parameter ancestors: whose pages may show it in a frame.
    static func pagePolicy(ancestors: String = "'none'") -> String {
        [
            "default-src 'self'",
            "script-src 'self' 'wasm-unsafe-eval'",
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
}
