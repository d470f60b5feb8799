import ArgumentParser
import Foundation
import Server
import Service

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the library to browsers, or the processing service to many users.",
        discussion: """
            Where there is no library yet, the page asks first whether to create an account or to join yours.

            With --bucket it serves the HTTP interface of the multi-user service instead, for accounts that 'diorama service account
            add' makes; 'diorama worker' does the work. People sign in at its page /service where the environment has
            DIORAMA_SECRET: with passkeys by --public-address, with ID tokens by --issuers. docs/service.md describes it.

            EXAMPLES
              diorama serve --port 8080
              diorama serve --host 0.0.0.0 --tls local     # HTTPS for other devices of the network
              diorama serve --database postgres://db/diorama --bucket s3://scans --port 8090
            """)

    @Option(
        help: ArgumentHelp(
            """
            Serve the multi-user service with the files in this bucket: s3://bucket/prefix?endpoint=https://host, or \
            file:///folder, which all servers and workers share. Needs --database.
            """, valueName: "bucket"))
    var bucket: String?

    @Option(
        help: ArgumentHelp(
            """
            With --bucket: people of these OpenID Connect issuers sign in; a JSON file like [{"issuer": \
            "https://accounts.google.com", "audiences": ["ID"]}]. Needs the environment's DIORAMA_SECRET.
            """, valueName: "file"))
    var issuers: String?

    @OptionGroup var library: LibraryOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var splatDevice: SplatDeviceOptions
    @OptionGroup var out: OutputOptions

    /// The multi-user service's: as for its other commands, the environment has it where the command doesn't.
    private var database: String? { server.database ?? ServiceDatabaseOptions.ofEnvironment }

    func validate() throws {
        if bucket != nil, database == nil { throw ValidationError("--bucket needs --database.") }
        if bucket != nil, splatDevice.splatDevice != SplatDeviceOptions.usual {
            throw ValidationError("--splat-device with --bucket is an option of 'diorama worker', which trains the splats.")
        }
        if issuers != nil, bucket == nil { throw ValidationError("--issuers needs --bucket and --database.") }
    }

    func run() async throws {
        guard let bucket, let database else {
            return try await server.serve(library, splats: try splatDevice.training(), out: out)
        }
        OpenFiles.raiseLimit()
        let service = try await ServiceServer(
            server.listener, database: ServiceDatabase(database), storage: try ServiceStorage(bucket),
            signIn: try SignInConfiguration.read(
                issuers: issuers.map { URL(fileURLWithPath: $0) }, publicAddress: server.publicAddress))
        try await service.run { [out] url in
            Interruption.leaveToServer()
            var address = url.absoluteString
            if address.hasSuffix("/") { address.removeLast() }
            var fields = ["address": address]
            var lines = ["The service is at \(address)   (Ctrl-C ends it)"]
            if let security = service.security {
                fields.merge(security.fields) { $1 }
                lines += security.lines
            }
            do { try out.print(fields, lines.joined(separator: "\n")) } catch {
                Terminal.line("error: \(Terminal.oneLine(error))")
            }
        }
    }
}
