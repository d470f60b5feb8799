import Service

/// What the routes of the multi-user service share.
struct ServiceParts: Sendable {
    let database: ServiceDatabase
    let storage: ServiceStorage
    let accounts: ServiceAccounts
    let scans: ServiceScans
    let uploads: ServiceUploads
    let jobs: ServiceJobs
    let webhooks: ServiceWebhooks
    let members: ServiceMembers
    /// Nil where no secret is configured: keys alone are accepted.
    let sessions: ServiceSessions?
    /// Nil where the service has no public address.
    let passkeys: ServicePasskeys?

    init(
        database: ServiceDatabase, storage: ServiceStorage, sessions: ServiceSessions? = nil, party: RelyingParty? = nil
    ) {
        self.database = database
        self.storage = storage
        accounts = ServiceAccounts(database)
        scans = ServiceScans(database)
        uploads = ServiceUploads(database, storage: storage)
        jobs = ServiceJobs(database, uploads: uploads)
        webhooks = ServiceWebhooks(database)
        members = ServiceMembers(database)
        self.sessions = sessions
        passkeys = sessions.flatMap { sessions in party.map { ServicePasskeys(sessions, party: $0) } }
    }
}

extension ServerContext {
    /// An id of the path: 27 letters and digits; anything else names nothing.
    func serviceID(_ what: String) throws -> String {
        guard let id = parameters.get("id"), id.utf8.count == 27, id.utf8.allSatisfy({ Self.isDigit($0) }) else {
            throw Problem.notFound(what)
        }
        return id
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }
}
