import ArgumentParser
import Foundation
import Service

/// The database of the multi-user service.
struct ServiceDatabaseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The PostgreSQL database: postgres://user@host/name. Default: the environment's DIORAMA_DATABASE, which other users of \
            the machine can't see.
            """, valueName: "postgresql-url"))
    var database: String?

    func validate() throws {
        if address == nil { throw ValidationError("Missing --database, such as --database postgres://db/diorama.") }
    }

    private var address: String? { database ?? Self.ofEnvironment }

    /// The environment's DIORAMA_DATABASE; nil where it is missing or empty.
    static var ofEnvironment: String? {
        let set = ProcessInfo.processInfo.environment["DIORAMA_DATABASE"]
        return set?.isEmpty == false ? set : nil
    }

    /// The database, with its schema at this version.
    func open(connections: Int = 4) async throws -> ServiceDatabase {
        let database = ServiceDatabase(address ?? "", connections: connections)
        try await database.migrate()
        return database
    }
}
