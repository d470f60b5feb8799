/// The page that explains how a device comes to trust the local authority, what that means, and how it is undone.
struct CertificatePage {
    /// Of this page, for another device.
    let address: String
    let fingerprint: String
    /// The authority's last day.
    let end: String
    /// The authority's subject.
    let name: String

    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="dark light">
        <title>Install the certificate · Diorama</title>
        <link rel="stylesheet" href="/certificate/style.css">
        </head>
        <body>
        <main>
        <h1>Trust this Diorama server</h1>
        <p>Browsers give camera, microphone, AR, vibration and offline use only to pages that are loaded over HTTPS. This server's
        certificate is signed by its own local authority, which your device has to trust once.</p>
        <p><a class="primary" href="/certificate/authority.crt" download="diorama-authority.crt">Download the certificate</a></p>
        <section aria-labelledby="compare">
        <h2 id="compare">Compare the fingerprint first</h2>
        <p>The certificate that you install must have this SHA-256 fingerprint. <code>diorama serve</code> printed the same when it
        started. If they differ, somebody else in the network sent you this page: don't install it.</p>
        <p><code class="fingerprint">\(Self.escaped(fingerprint))</code></p>
        <p class="secondary">\(Self.escaped(name)), valid until \(Self.escaped(end))</p>
        </section>
        \(Self.instructions)
        <section aria-labelledby="other">
        <h2 id="other">Another device</h2>
        <p>Open this page there: <a href="\(Self.escaped(address))">\(Self.escaped(address))</a></p>
        <img class="code" src="/certificate/qr.svg" alt="QR code of the address of this page" width="200" height="200">
        </section>
        \(Self.risk)
        </main>
        </body>
        </html>

        """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }

    private static let instructions = """
        <section aria-labelledby="install">
        <h2 id="install">Install it</h2>
        <details><summary>iPhone and iPad</summary>
        <ol>
        <li>Open this page in Safari, tap <b>Download the certificate</b> and allow the download of the profile.</li>
        <li>Open <b>Settings › General › VPN &amp; Device Management</b>, tap the profile of Diorama, then <b>Install</b>.</li>
        <li>Open <b>Settings › General › About › Certificate Trust Settings</b> and switch on the authority of Diorama.</li>
        </ol></details>
        <details><summary>Android</summary>
        <ol>
        <li>Tap <b>Download the certificate</b>.</li>
        <li>Open <b>Settings › Security › Encryption &amp; credentials › Install a certificate › CA certificate</b>. On some
        devices it is under <b>Security &amp; privacy › More security settings</b>.</li>
        <li>Confirm the warning and choose <b>diorama-authority.crt</b>.</li>
        </ol>
        <p>Chrome trusts it then. In Firefox, switch on <b>Settings › About Firefox</b> (tap the logo five times) <b>› Secret
        settings › Use third party CA certificates</b>.</p></details>
        <details><summary>Mac</summary>
        <ol>
        <li>Download the certificate and open it: Keychain Access adds it to the keychain <b>login</b>.</li>
        <li>Open it there, unfold <b>Trust</b>, and set <b>Secure Sockets Layer (SSL)</b> to <b>Always Trust</b>.</li>
        </ol></details>
        <details><summary>Windows</summary>
        <ol>
        <li>Download the certificate and open it, then choose <b>Install Certificate › Current User</b>.</li>
        <li>Choose <b>Place all certificates in the following store › Trusted Root Certification Authorities</b>.</li>
        </ol></details>
        <details><summary>Linux</summary>
        <p>For the system (Debian, Ubuntu), after converting it to PEM:</p>
        <pre>openssl x509 -inform der -in diorama-authority.crt -out diorama.pem
        sudo cp diorama.pem /usr/local/share/ca-certificates/diorama.crt
        sudo update-ca-certificates</pre>
        <p>For Chrome and Chromium: <b>Settings › Privacy and security › Security › Manage certificates</b>. For Firefox:
        <b>Settings › Privacy &amp; Security › View Certificates › Authorities › Import</b>.</p></details>
        </section>
        """

    private static let risk = """
        <section aria-labelledby="risk">
        <h2 id="risk">What it means</h2>
        <p>Whoever has the authority's key can pretend to be a server of your local network towards this device. The key is in a
        file on the server's machine that only its user can read, and is never sent. The authority can sign for local names and
        addresses only (<code>localhost</code>, <code>.local</code>, the server's own name, private addresses); your device refuses
        whatever it signs for websites of the internet.</p>
        <h2>Remove it</h2>
        <ul>
        <li>iPhone and iPad: <b>Settings › General › VPN &amp; Device Management</b>, the profile, <b>Remove Profile</b>.</li>
        <li>Android: <b>Settings › Security › Encryption &amp; credentials › User credentials</b>, the certificate,
        <b>Uninstall</b>.</li>
        <li>Mac: delete it in Keychain Access. Windows: delete it in <b>certmgr.msc</b>.</li>
        <li>Linux: remove <code>/usr/local/share/ca-certificates/diorama.crt</code> and run
        <code>sudo update-ca-certificates --fresh</code>; in browsers, delete it where you imported it.</li>
        </ul>
        </section>
        """

    /// The colours, type and spaces of the web client.
    static let style = """
        :root { --ground: #0e1013; --surface: #16191e; --line: #2b3038; --text: #e9ecf0; --secondary: #9aa3ae; --accent: #ffb454;
          --on-accent: #1a1206; }
        @media (prefers-color-scheme: light) {
          :root { --ground: #f5f6f8; --surface: #ffffff; --line: #d5d9df; --text: #16191e; --secondary: #555e6a; --accent: #8a4b00;
            --on-accent: #ffffff; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
        main { max-width: 42rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
        h1 { font-size: 1.75rem; font-weight: 600; line-height: 1.2; }
        h2 { font-size: 1.25rem; font-weight: 600; margin: 2rem 0 0.5rem; }
        a { color: var(--accent); }
        .primary { display: inline-block; min-height: 2.75rem; padding: 0.625rem 1.25rem; border-radius: 0.625rem;
          background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none; }
        .fingerprint, pre { display: block; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.625rem;
          background: var(--surface); white-space: pre-wrap; font-variant-numeric: tabular-nums; }
        .secondary { color: var(--secondary); }
        details { border: 1px solid var(--line); border-radius: 0.625rem; background: var(--surface); margin: 0.5rem 0;
          padding: 0 1rem; }
        summary { min-height: 2.75rem; padding: 0.625rem 0; cursor: pointer; font-weight: 600; }
        .code { background: #ffffff; border-radius: 0.625rem; max-width: 100%; height: auto; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

        """
}
