import Crypto
import Foundation
import NIOSSL
import Spaces
import SwiftASN1
import X509

/// A certificate chain and its private key as PEM files.
struct CertificateFiles: Sendable, Equatable {
    let certificate: URL
    let key: URL

    /// More is not read: chains have some kilobytes.
    private static let maxBytes = 1 << 20

    /// Reads and checks both.
    /// - Throws: `ServerError` where a file is missing or can't be read, holds no certificate or key, the key is encrypted or
    ///   belongs to another certificate, or the certificate isn't valid now.
    func load(now: Date = Date()) throws(ServerError) -> ServerCertificate {
        let blocks = try Self.blocks(in: try Self.text(of: certificate, "certificate")).filter { $0.label == "CERTIFICATE" }
        let certificates = blocks.compactMap { try? Certificate(pemEncoded: $0.text) }
        guard let leaf = certificates.first, certificates.count == blocks.count else {
            throw ServerError.noCertificate(certificate.path)
        }
        let privateKey = try readKey(of: leaf)
        guard leaf.notValidBefore <= now, now < leaf.notValidAfter else {
            throw ServerError.notValid(certificate.path, from: leaf.notValidBefore, until: leaf.notValidAfter, now: now)
        }
        do {
            let chain = try certificates.map { try NIOSSLCertificate(bytes: $0.der, format: .der) }
            return try ServerCertificate(leaf, chain: chain, key: privateKey)
        } catch {
            throw ServerError("couldn't use the certificate \(certificate.path): \(ErrorLine.text(error))")
        }
    }

    private func readKey(of leaf: Certificate) throws(ServerError) -> NIOSSLPrivateKey {
        let text = try Self.text(of: key, "private key")
        guard let block = Self.blocks(in: text).first(where: { $0.label.hasSuffix("PRIVATE KEY") }) else {
            throw ServerError(
                "\(key.path) holds no private key in PEM format; it must have a line -----BEGIN PRIVATE KEY-----")
        }
        if block.label.contains("ENCRYPTED") || block.text.contains("Proc-Type: 4,ENCRYPTED") {
            throw ServerError(
                "the private key in \(key.path) is encrypted, and a server can't ask for its password; decrypt it with "
                    + "'openssl pkey -in KEY -out DECRYPTED'")
        }
        guard let parsed = try? Certificate.PrivateKey(pemEncoded: block.text),
            Curve25519.Signing.PublicKey(leaf.publicKey) == nil,
            let usable = try? NIOSSLPrivateKey(bytes: Array(block.text.utf8), format: .pem)
        else {
            throw ServerError(
                "the private key in \(key.path) is damaged or of a type that browsers don't accept; use P-256, P-384 or RSA of "
                    + "2048 bits or more")
        }
        guard parsed.publicKey == leaf.publicKey else {
            throw ServerError("the private key in \(key.path) doesn't belong to the certificate in \(certificate.path)")
        }
        return usable
    }

    // MARK: Changes

    /// Changes whenever one of the files is written or replaced.
    var state: [String] { [certificate, key].map(Self.state) }

    private static func state(of file: URL) -> String {
        var status = stat()
        guard stat(file.path, &status) == 0 else { return "missing" }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return "\(status.st_dev) \(status.st_ino) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)"
    }

    // MARK: Reading

    private static func text(of file: URL, _ what: String) throws(ServerError) -> String {
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            let bytes = try handle.read(upToCount: maxBytes + 1) ?? Data()
            guard bytes.count <= maxBytes else { throw ServerError("\(file.path) is larger than 1 MB and can't be a \(what)") }
            return String(decoding: bytes, as: UTF8.self)
        } catch let error as ServerError {
            throw error
        } catch {
            throw ServerError("couldn't read the \(what) \(file.path): \(reason(error))")
        }
    }

    private static func reason(_ error: any Error) -> String {
        let code = (error as NSError).code
        switch code {
        case CocoaError.fileNoSuchFile.rawValue, CocoaError.fileReadNoSuchFile.rawValue: return "there is no such file"
        case CocoaError.fileReadNoPermission.rawValue: return "this user may not read it"
        default: return ErrorLine.text(error)
        }
    }

    private struct Block {
        let label: String
        let text: String
    }

    /// The blocks of a PEM file (RFC 7468); text around them is ignored, as `openssl x509 -text` writes it.
    private static func blocks(in text: String) -> [Block] {
        var blocks: [Block] = []
        var lines: [Substring] = []
        var label: String?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.hasPrefix("-----BEGIN "), let end = line.dropFirst(11).range(of: "-----") {
                label = String(line.dropFirst(11)[..<end.lowerBound])
                lines = []
            }
            if let current = label {
                lines.append(line)
                if line.hasPrefix("-----END \(current)-----") {
                    blocks.append(Block(label: current, text: lines.joined(separator: "\n") + "\n"))
                    label = nil
                }
            }
        }
        return blocks
    }
}

extension ServerError {
    fileprivate static func noCertificate(_ path: String) -> ServerError {
        ServerError(
            "\(path) holds no certificate in PEM format; it must have a line -----BEGIN CERTIFICATE----- (convert from DER with "
                + "'openssl x509 -inform der')")
    }

    fileprivate static func notValid(_ path: String, from start: Date, until end: Date, now: Date) -> ServerError {
        if end <= now { return ServerError("the certificate in \(path) expired on \(end.day); renew it") }
        return ServerError("the certificate in \(path) is valid from \(start.day) on; check this machine's clock")
    }
}

extension Date {
    /// The day in UTC: `2026-11-26`.
    var day: String { String(ISO8601DateFormatter().string(from: self).prefix(10)) }
}
