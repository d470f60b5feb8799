import ArgumentParser
import DioramaServiceClient
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

struct RemoteLoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Keep the key of a service, or begin a session with it, for the other remote commands.",
        discussion: """
            The key is read from the terminal or standard input, so that no list of processes and no history shows it. With
            --id-token an OpenID Connect ID token is read instead, and a session begins. Credentials are in
            ~/.config/diorama/remote.json, readable by you alone.

            EXAMPLES
              diorama remote login https://scans.example.org < key.txt
            """)

    @Argument(help: ArgumentHelp("The address of the service: https://HOST[:PORT].", valueName: "address"))
    var address: String

    @Flag(help: "Sign in with an ID token of one of the service's issuers.")
    var idToken = false

    @Option(help: ArgumentHelp("The nonce of the ID token, where it has one.", valueName: "text"))
    var nonce: String?

    @Option(help: ArgumentHelp("An invitation to an account, which signing in accepts.", valueName: "text"))
    var invitation: String?

    @Option(help: ArgumentHelp("Which of your accounts. Default: the one that you joined first.", valueName: "id"))
    var account: String?

    @Option(help: ArgumentHelp("A certificate authority in PEM to trust as well, as that of '--tls local'.", valueName: "file"))
    var authority: String?

    @OptionGroup var out: OutputOptions

    func validate() throws {
        if !idToken, nonce != nil || invitation != nil || account != nil {
            throw ValidationError("--nonce, --invitation and --account need --id-token.")
        }
    }

    private struct Report: Encodable {
        let address: String
        let account: String
        let name: String
        let tier: String
    }

    func run() async throws {
        let address = try ServiceCredentials.checked(address: address)
        let authority = authority.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        let text = try Self.secret(idToken ? "ID token" : "Key")
        let credentials =
            idToken
            ? try await ServiceClient.signIn(
                address, idToken: text, nonce: nonce, account: account, invitation: invitation, authority: authority)
            : ServiceCredentials(address: address, key: text, authority: authority)
        let found = try await ServiceClient(credentials).account()
        try RemoteOptions.store.save(credentials)
        try out.print(
            Report(address: address, account: found.id, name: found.name, tier: found.tier),
            "signed in to \(address) as \(found.name) (\(found.tier))")
    }

    /// One line, without echo where it is typed.
    private static func secret(_ what: String) throws -> String {
        let text = isatty(0) == 1 ? getpass("\(what): ").map { String(cString: $0) } : readLine()
        guard let text = text?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else {
            throw CommandFailure("the \(what) is missing: write it to standard input, in one line")
        }
        return text
    }
}

struct RemoteLogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "End the session with a service, and forget its credentials here.",
        discussion: """
            A key stays valid: revoke it at the service, where somebody else may have it.

            EXAMPLES
              diorama remote logout
            """)

    @OptionGroup var out: OutputOptions

    func run() async throws {
        let store = RemoteOptions.store
        guard let credentials = try store.load() else { throw CommandFailure("you are signed in to no service") }
        let client = try ServiceClient(credentials, store: store)
        try await client.signOut()
        try store.remove()
        try out.print(["address": credentials.address], "signed out of \(credentials.address)")
    }
}
