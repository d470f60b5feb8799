import Foundation
import TestSupport
import Testing

/// `diorama serve` with HTTPS.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct SecureServeCommandTests {
    private func json(_ server: RunningProgram) throws -> [String: Any] {
        #expect(server.waitForOutput("\"address\""), "\(server.output)")
        return try #require(try JSONSerialization.jsonObject(with: Data(server.out.utf8)) as? [String: Any])
    }

    @Test func `the local authority is made once, and its fingerprint is printed`() throws {
        try SheetLibrary.with { library, space, folder in
            var fingerprints: [String] = []
            for _ in 0..<2 {
                let server = try Program.start(["serve", "--port", "0", "--tls", "local", "--http-port", "0", "--json"] + library)
                let json = try self.json(server)
                let address = try #require(json["address"] as? String)
                #expect(address.hasPrefix("https://127.0.0.1:"))
                fingerprints.append(try #require(json["authority_sha256"] as? String))
                #expect((json["certificate_sha256"] as? String)?.split(separator: ":").count == 32)
                // Links are those of HTTPS.
                let link = try Program.run(["share", space, "--json"] + library)
                #expect((link.json?["url"] as? String)?.hasPrefix("\(address)/s/") == true, "\(link.out)")
                #expect(!server.output.contains("PRIVATE KEY"))
                #expect([0, 130].contains(server.interrupt().code))
            }
            #expect(fingerprints[0] == fingerprints[1] && fingerprints[0].split(separator: ":").count == 32)
            let file = URL(fileURLWithPath: library[1] + ".config/diorama/authority/authority.pem")
            #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
            // The certificate that curl downloads by plain HTTP makes it accept the server.
            guard ["curl", "openssl"].allSatisfy({ FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }) else { return }
            let server = try Program.start(["serve", "--port", "0", "--tls", "local", "--json"] + library)
            let address = try #require(try self.json(server)["address"] as? String)
            let plain = address.replacing("https:", with: "http:")
            let line = """
                set -e
                curl -sS \(plain)/certificate/authority.crt | openssl x509 -inform der -out ca.pem
                curl -sS --cacert ca.pem -o answer.json -w '%{http_version} %{ssl_verify_result} %{http_code}' \(address)/health
                """
            let answer = try RunningProgram(URL(fileURLWithPath: "/bin/sh"), ["-c", line], folder: folder).waitUntilExit()
            #expect(answer.out.hasSuffix(" 0 200"), "\(answer.out)\(answer.error)")
            let untrusted = try RunningProgram(
                URL(fileURLWithPath: "/bin/sh"), ["-c", "curl -sS \(address)/health"], folder: folder
            )
            .waitUntilExit()
            #expect(untrusted.code == 60, "\(untrusted.error)")
            _ = server.interrupt()
        }
    }

    @Test func `options that contradict each other or files that can't be used are refused with one line`() throws {
        try SheetLibrary.with { library, _, folder in
            let file = folder.appendingPathComponent("empty.pem").path
            try Data().write(to: URL(fileURLWithPath: file))
            let usage = [
                ["--tls-certificate", file], ["--tls-key", file], ["--http-port", "0"], ["--tls", "other"],
                ["--tls", "local", "--tls-certificate", file, "--tls-key", file],
            ]
            for arguments in usage {
                #expect(try Program.run(["serve", "--port", "0"] + arguments + library).code == 2, "\(arguments)")
            }
            for (certificate, reason) in [
                (file, "holds no certificate in PEM format"), ("/nonexistent.pem", "there is no such file"),
            ] {
                let outcome = try Program.run(
                    ["serve", "--port", "0", "--tls-certificate", certificate, "--tls-key", file] + library)
                #expect(outcome.code == 1 && outcome.errors.count == 1, "\(outcome.error)")
                #expect(outcome.errors.first?.contains(reason) == true, "\(outcome.error)")
            }
        }
    }
}
