import ArgumentParser
import Foundation
import Server
import Spaces

#if canImport(Glibc)
    import Glibc
#endif

/// HTTPS, and where its certificate comes from.
struct TLSOptions: ParsableArguments {
    /// Certificates that the program makes itself.
    enum Source: String, ExpressibleByArgument, CaseIterable {
        case local
    }

    @Option(
        help: ArgumentHelp(
            """
            Serve HTTPS with certificates of a local authority of this user, made once. Devices trust it after its certificate was \
            installed (page /certificate).
            """, valueName: "local"))
    var tls: Source?

    @Option(
        help: ArgumentHelp(
            "Serve HTTPS with this certificate (PEM, followed by its intermediates). It is read again when the file changes.",
            valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The private key of --tls-certificate (PEM, not encrypted).", valueName: "file"))
    var tlsKey: String?

    @Option(
        parsing: .number,
        help: ArgumentHelp(
            "A further port that redirects plain HTTP to HTTPS; 0 chooses a free one. --port itself does so, too.",
            valueName: "port"))
    var httpPort: Int?

    func validate() throws {
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key belong together: give both.")
        }
        if tls != nil && tlsCertificate != nil { throw ValidationError("Give --tls local or --tls-certificate, not both.") }
        guard let httpPort else { return }
        if source == nil { throw ValidationError("--http-port needs --tls local or --tls-certificate.") }
        if !(0...65535).contains(httpPort) { throw ValidationError("--http-port must be between 0 and 65535.") }
    }

    /// Where the certificate comes from; nil for plain HTTP.
    var source: CertificateSource? {
        if let tlsCertificate, let tlsKey {
            return .files(certificate: URL(fileURLWithPath: tlsCertificate), key: URL(fileURLWithPath: tlsKey))
        }
        return tls == .local ? .local : nil
    }
}

extension SecurityReport {
    /// What `--json` shows of it.
    var fields: [String: String] {
        var fields = ["certificate_sha256": fingerprint]
        fields["authority_sha256"] = authorityFingerprint
        fields["install_certificate"] = installation?.absoluteString
        fields["redirects_from_port"] = redirectPort.map(String.init)
        return fields
    }

    /// What the terminal shows of it.
    var lines: [String] {
        guard let authorityFingerprint else { return ["Certificate: SHA-256 \(fingerprint)"] }
        var lines = ["Local authority: SHA-256 \(authorityFingerprint)"]
        if let installation {
            lines.append("Devices that don't trust it yet install it at \(installation.absoluteString)")
            if isatty(1) == 1, let code = try? QRCode(installation.absoluteString) { lines.append(code.terminalText) }
        }
        return lines
    }
}
