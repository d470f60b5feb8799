import Crypto
import DioramaLibrary
import Foundation
import Spaces
import Testing

/// Web Push: messages that only the browser can read, and the server's signature.
@Suite struct PushEncryptionTests {
    @Test func `the browser reads the message of RFC 8291 that was encrypted with the RFC's keys`() throws {
        // Appendix A of RFC 8291: the keys of the example. A reader that opens its message opens ours.
        let browser = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: #require(Data(base64URLText: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")))
        let secret = try #require(Data(base64URLText: "BTBZMqHH6r4Tts7J_aSIgg"))
        let published =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl"
            + "95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        let text = "When I grow up, I want to be a watermelon"
        #expect(try PushReader.open(#require(Data(base64URLText: published)), browser, secret: secret) == Data(text.utf8))
        let own = try PushEncryption.body(
            Data(text.utf8), for: browser.publicKey.x963Representation, secret: secret)
        #expect(own.count == Data(base64URLText: published)?.count)
        #expect(try PushReader.open(own, browser, secret: secret) == Data(text.utf8))
        let again = try PushEncryption.body(Data(text.utf8), for: browser.publicKey.x963Representation, secret: secret)
        #expect(again != own)
    }

    @Test func `keys that are no points of the curve and messages that are too long are refused`() throws {
        let browser = P256.KeyAgreement.PrivateKey().publicKey.x963Representation
        let secret = Data(count: 16)
        #expect(throws: SpacesError.self) { try PushEncryption.body(Data(), for: Data(count: 65), secret: secret) }
        #expect(throws: SpacesError.self) { try PushEncryption.body(Data(), for: Data(browser.dropLast()), secret: secret) }
        #expect(throws: SpacesError.self) { try PushEncryption.body(Data(count: 3994), for: browser, secret: secret) }
        #expect(try PushEncryption.body(Data(count: 3993), for: browser, secret: secret).count == 4096)
    }

    @Test func `push services can check whose message it is, and for which service`() throws {
        let key = P256.Signing.PrivateKey()
        let authorization = try PushAuthorization(key: key.rawRepresentation, contact: "mailto:ada@example.org")
        let endpoint = try #require(URL(string: "https://push.example.net:8443/wpush/v2/abc"))
        let header = try authorization.header(for: endpoint, now: Date(timeIntervalSince1970: 1_800_000_000))
        let parts = header.replacingOccurrences(of: "vapid t=", with: "").components(separatedBy: ", k=")
        #expect(Data(base64URLText: parts[1]) == key.publicKey.x963Representation)
        let token = parts[0].split(separator: ".").map(String.init)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: #require(Data(base64URLText: token[2])))
        #expect(key.publicKey.isValidSignature(signature, for: Data("\(token[0]).\(token[1])".utf8)))
        let claims = try JSONSerialization.jsonObject(with: #require(Data(base64URLText: token[1]))) as? [String: Any]
        #expect(claims?["aud"] as? String == "https://push.example.net:8443")
        #expect(claims?["sub"] as? String == "mailto:ada@example.org")
        #expect(claims?["exp"] as? Int == 1_800_043_200)
        #expect(throws: SpacesError.self) { try PushAuthorization(key: Data(count: 32), contact: "") }
    }
}

/// Reads messages as browsers do.
enum PushReader {
    /// Opens a message by RFC 8291 and RFC 8188.
    static func open(_ body: Data, _ browser: P256.KeyAgreement.PrivateKey, secret: Data) throws -> Data {
        let bytes = [UInt8](body)
        let salt = Data(bytes[..<16])
        #expect(bytes[16..<20] == [0, 0, 16, 0] && bytes[20] == 65)
        let server = Data(bytes[21..<86])
        let shared = try browser.sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PublicKey(x963Representation: server))
        let info = Data("WebPush: info\0".utf8) + browser.publicKey.x963Representation + server
        let input = shared.hkdfDerivedSymmetricKey(using: SHA256.self, salt: secret, sharedInfo: info, outputByteCount: 32)
        func derived(_ name: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: input, salt: salt, info: Data("Content-Encoding: \(name)\0".utf8), outputByteCount: count)
        }
        let nonce = derived("nonce", 12).withUnsafeBytes { Data($0) }
        let box = try AES.GCM.SealedBox(combined: nonce + Data(bytes[86...]))
        let plain = try AES.GCM.open(box, using: derived("aes128gcm", 16))
        #expect(plain.last == 2)
        return plain.dropLast()
    }
}
