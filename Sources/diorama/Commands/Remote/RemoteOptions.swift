import ArgumentParser
import DioramaLibrary
import DioramaServiceClient
import Foundation

/// Which service a remote command uses.
struct RemoteOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address of the service. Default: the environment's DIORAMA_REMOTE_ADDRESS, then that of 'diorama remote login'.",
            valueName: "address"))
    var service: String?

    /// The folder `diorama` of the user's configuration.
    private static var folder: URL { FileIdentityStore.defaultFile.deletingLastPathComponent() }

    static var store: CredentialStore { CredentialStore(folder.appendingPathComponent("remote.json")) }

    static var uploads: UploadStore { UploadStore(folder.appendingPathComponent("uploads", isDirectory: true)) }

    /// A client with the environment's key, or with what `login` keeps.
    func client() throws -> ServiceClient {
        let environment = ProcessInfo.processInfo.environment
        let named = service ?? environment["DIORAMA_REMOTE_ADDRESS"]
        if let key = environment["DIORAMA_REMOTE_KEY"], !key.isEmpty {
            guard let address = try named ?? Self.store.load()?.address else {
                throw CommandFailure("the service is missing: set DIORAMA_REMOTE_ADDRESS or --service to its address")
            }
            return try ServiceClient(
                ServiceCredentials(address: address, key: key, authority: environment["DIORAMA_REMOTE_AUTHORITY"]))
        }
        guard let credentials = try Self.store.load() else {
            throw CommandFailure("you are signed in to no service; run 'diorama remote login ADDRESS', or set DIORAMA_REMOTE_KEY")
        }
        if let named, try ServiceCredentials.checked(address: named) != credentials.address {
            throw CommandFailure(
                "you are signed in to \(credentials.address), not to \(named); run 'diorama remote login \(named)' first")
        }
        return try ServiceClient(credentials, store: Self.store)
    }
}
