import DioramaLibrary
import Foundation

/// Where a server's TLS certificate comes from.
public enum CertificateSource: Sendable, Equatable {
    /// PEM files: the certificate followed by its intermediates, and its private key. They are read again when they change.
    case files(certificate: URL, key: URL)
    /// A local authority, kept in `folder` and made there where there is none, signs certificates for this machine's names and
    /// addresses. Devices trust them once the authority is installed (page `/certificate`).
    case local(folder: URL)

    /// The local authority of this user: `diorama/authority` in `$XDG_CONFIG_HOME` or `~/.config`.
    public static var local: CertificateSource {
        .local(folder: FileIdentityStore.defaultFile.deletingLastPathComponent().appendingPathComponent("authority"))
    }
}
