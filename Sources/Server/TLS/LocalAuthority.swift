import Crypto
import Foundation
import Logging
import NIOSSL
import Spaces
import Support
import SwiftASN1
import X509

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A certificate authority of this user for the names and addresses of local networks.
///
/// Its name constraints are critical: a verifier refuses whatever it signed for a name of the internet, so that a stolen key is of
/// no use against other sites. Key and certificate are in one file that only the user may read.
package struct LocalAuthority: Sendable {
    /// Signed by itself.
    package let certificate: Certificate
    private let key: Certificate.PrivateKey

    /// `authority.pem`, with the key, and `authority.crt` without, for installation by hand.
    package static let fileName = "authority.pem"
    static let certificateName = "authority.crt"
    /// How long certificates for this machine are valid. Browsers accept 397 days at most.
    package static let lifetime: TimeInterval = 90 * 86400
    /// Devices whose clock is slow accept a new certificate, too.
    private static let clockTolerance: TimeInterval = 86400
    private static let authorityLifetime: TimeInterval = 3650 * 86400

    /// The authority in `folder`; it is made where there is none.
    /// - Throws: `ServerError` where the folder can't be written, or what is there can't be used.
    package static func open(
        in folder: URL, hostName: String?, logger: Logger, now: Date = Date()
    ) throws(ServerError) -> LocalAuthority {
        let file = folder.appendingPathComponent(fileName)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let lock = try FileLock(waitingFor: folder.appendingPathComponent("authority.lock"))
            defer { withExtendedLifetime(lock) {} }
            if let authority = try load(file, logger: logger, now: now) { return authority }
            let signing = P256.Signing.PrivateKey()
            let authority = try LocalAuthority(signing, hostName: hostName, now: now)
            let pem = try authority.certificate.serializeAsPEM().pemString + "\n"
            try write(pem, to: folder.appendingPathComponent(certificateName))
            try write(signing.pemRepresentation + "\n" + pem, to: file)
            let fingerprint = try authority.certificate.sha256
            logger.notice("made the local authority \(file.path), SHA-256 \(fingerprint)")
            return authority
        } catch let error as ServerError {
            throw error
        } catch {
            throw ServerError("couldn't keep a local authority in \(folder.path): \(ErrorLine.text(error))")
        }
    }

    // MARK: Its file

    private static func write(_ text: String, to file: URL) throws {
        var writing = try AtomicFile(file, mode: 0o600)
        try writing.write(text)
        try writing.commit()
    }

    private static func load(_ file: URL, logger: Logger, now: Date) throws -> LocalAuthority? {
        let descriptor = Self.openFile(file)
        if descriptor < 0 {
            if errno == ENOENT { return nil }
            throw ServerError("couldn't read \(file.path): \(String(cString: strerror(errno)))")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            throw ServerError("\(file.path) is not a file of this user; remove it to make a new local authority")
        }
        if status.st_mode & 0o077 != 0 {
            guard fchmod(descriptor, 0o600) == 0 else {
                throw ServerError("others can read \(file.path) and its mode can't be changed; set it to 600")
            }
            logger.warning(
                "others could read \(file.path); its mode is 600 now. If the machine has other users, make a new authority")
        }
        let text = String(decoding: try handle.read(upToCount: 1 << 16) ?? Data(), as: UTF8.self)
        guard let documents = try? PEMDocument.parseMultiple(pemString: text),
            let certificate = documents.first(where: { $0.discriminator == "CERTIFICATE" }).flatMap({
                try? Certificate(pemDocument: $0)
            }),
            let key = documents.first(where: { $0.discriminator == "PRIVATE KEY" })
                .flatMap({ try? Certificate.PrivateKey(pemDocument: $0) }),
            key.publicKey == certificate.publicKey, (try? certificate.extensions.nameConstraints) != nil
        else {
            throw ServerError(
                "\(file.path) is damaged; restore it, or remove it to make a new local authority, which devices have to install "
                    + "again"
            )
        }
        guard now < certificate.notValidAfter else {
            throw ServerError(
                "the local authority in \(file.path) expired on \(certificate.notValidAfter.day); remove it to make a new one, "
                    + "which devices have to install again")
        }
        return LocalAuthority(certificate: certificate, key: key)
    }

    private init(certificate: Certificate, key: Certificate.PrivateKey) {
        self.certificate = certificate
        self.key = key
    }

    private static func openFile(_ file: URL) -> Int32 {
        #if canImport(Glibc)
            Glibc.open(file.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        #else
            Darwin.open(file.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        #endif
    }

    // MARK: Certificates

    /// A new authority, which signs for this machine's name and the names and addresses that all local networks have.
    private init(_ signing: P256.Signing.PrivateKey, hostName: String?, now: Date) throws {
        let key = Certificate.PrivateKey(signing)
        let subject = try DistinguishedName {
            OrganizationName("Diorama")
            CommonName(
                String("Diorama local authority \(now.day) \(hostName ?? "")".prefix(64)).trimmingCharacters(in: .whitespaces))
        }
        let constraints = NameConstraints(
            permittedDNSDomains: ["localhost", "local"] + (hostName.map { $0.hasSuffix(".local") ? [] : [$0] } ?? []),
            permittedIPRanges: AddressRange.local.map { ASN1OctetString(contentBytes: $0.addressAndMask[...]) })
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: now - Self.clockTolerance, notValidAfter: now + Self.authorityLifetime, issuer: subject,
            subject: subject,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                Critical(constraints)
                try ExtendedKeyUsage([.serverAuth])
                SubjectKeyIdentifier(hash: key.publicKey)
            },
            issuerPrivateKey: key)
        self.init(certificate: certificate, key: key)
    }

    /// Signs a certificate for those of the names and addresses that the authority may sign; its key stays in memory.
    func issue(for names: LocalNames, now: Date = Date()) throws -> ServerCertificate {
        let permitted = permitted(names)
        let signing = P256.Signing.PrivateKey()
        let alternatives =
            permitted.names.map { GeneralName.dnsName($0) }
            + permitted.addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0.bytes[...])) }
        let leaf = try sign(
            Certificate.PublicKey(signing.publicKey), alternatives: alternatives, from: now - Self.clockTolerance,
            until: now + Self.lifetime)
        return try ServerCertificate(
            leaf, chain: [NIOSSLCertificate(bytes: leaf.der, format: .der)],
            key: NIOSSLPrivateKey(bytes: Array(signing.derRepresentation), format: .der))
    }

    /// Signs whatever names it is given, also such as its own constraints forbid; verifiers refuse these.
    package func sign(
        _ publicKey: Certificate.PublicKey, alternatives: [GeneralName], from start: Date, until end: Date
    ) throws -> Certificate {
        try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey, notValidBefore: start,
            notValidAfter: min(end, certificate.notValidAfter), issuer: certificate.subject,
            subject: try DistinguishedName { CommonName("Diorama server") },
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(alternatives)
                SubjectKeyIdentifier(hash: publicKey)
                AuthorityKeyIdentifier(keyIdentifier: try certificate.extensions.subjectKeyIdentifier?.keyIdentifier)
            },
            issuerPrivateKey: key)
    }

    /// The names and addresses that the authority's constraints permit. One that they don't would make the whole certificate
    /// invalid.
    package func permitted(_ names: LocalNames) -> LocalNames {
        let domains = (try? certificate.extensions.nameConstraints?.permittedDNSDomains).flatMap { $0 }.map(Array.init) ?? []
        return LocalNames(
            names: names.names.filter { name in domains.contains { name == $0 || name.hasSuffix(".\($0)") } },
            addresses: names.addresses.filter(\.isLocal))
    }
}
