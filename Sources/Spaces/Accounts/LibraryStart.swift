import DioramaLibrary
import DioramaSync
import Foundation
import Support

/// The first start of a library: a new person creates an account, or a person who has a library on another device joins it. The
/// command line, the server and its page begin with it; nothing else creates a library (docs/accounts.md).
///
/// Both calls can be repeated after they failed or were killed: they go on from what is there, and create no second account.
public struct LibraryStart: Sendable {
    /// The library's folder.
    public let folder: URL
    let identity: any IdentityStore

    /// - Parameters:
    ///   - folder: the library's folder.
    ///   - identity: who the user of this device is, with its keys.
    public init(folder: URL, identity: any IdentityStore = LayeredIdentityStore.standard()) {
        self.folder = folder
        self.identity = identity
    }

    /// A library with its account.
    public struct Outcome: Sendable {
        /// The open library.
        public let library: Library
        /// The account, its keys and devices.
        public let account: AccountStatus
        /// What the person should know, a line each.
        public let notes: [String]
    }

    /// Who joins which library.
    public struct Join: Sendable {
        /// The address of the bucket; nil for the one that this device last synchronized the folder with.
        public var bucket: String?
        /// The recovery phrase of an encrypted library; not needed on a device that has its keys.
        public var phrase: RecoveryPhrase?
        /// Which account of the library; needed only where several people use it.
        public var account: AccountID?

        /// What is not given is found out.
        public init(bucket: String? = nil, phrase: RecoveryPhrase? = nil, account: AccountID? = nil) {
            self.bucket = bucket
            self.phrase = phrase
            self.account = account
        }
    }

    /// Whether the decision is still to be made: there is no library, or it has no account.
    public func isNeeded() async throws -> Bool {
        guard Library.exists(at: folder) else { return true }
        return try await Library(existing: folder).activeAccount() == nil
    }

    /// The bucket that this device last synchronized the folder with, also where the library is gone; nil where there is none.
    public func rememberedBucket() async throws -> String? { try await DeviceKeys(identity: identity).bucket(of: folder) }

    /// Creates an account for a new person, and the library where there is none.
    /// - Parameters:
    ///   - name: 1 to 200 characters.
    ///   - open: the open library; nil to open or create the one in the folder.
    /// - Throws: `LibraryError` of kind `notAllowed` where the library has an account already.
    public func createAccount(name: String, in open: Library? = nil) async throws -> Outcome {
        let account = try Account(name: name).validated()
        let step = FaultInjectionPoints.process
        try step("create the library")
        let library = try open ?? Library(at: folder)
        if let known = try await library.activeAccount() {
            throw LibraryError(
                .notAllowed,
                "the library in \(folder.path) belongs to \"\(known.name)\" (\(known.id)) already; 'diorama account show' shows "
                    + "the account, 'diorama library account --name' renames it")
        }
        try step("create the account")
        let sync = SyncClient(library, identity: identity)
        _ = try await sync.createAccount(account)
        try await SettingsCatalogue(library: library).setFirstSteps(true)
        try step("report the account")
        return try await outcome(library, sync, [])
    }

    /// Adopts the person's account from the library in a bucket: copies that library where there is none, or merges it into the one
    /// that is there, and uses the account on this device from now on.
    /// - Parameters:
    ///   - join: which library and account.
    ///   - open: the open library; nil to open or create the one in the folder.
    ///   - progress: receives the progress.
    /// - Throws: `SyncError`, `LibraryError`; where there was no library before, none is left by a failure.
    public func join(_ join: Join, in open: Library? = nil, progress: ProgressReporter = .silent) async throws -> Outcome {
        let keys = DeviceKeys(identity: identity)
        try progress.report(0, "Opening the bucket")
        let remembered = try await keys.bucket(of: folder)
        guard let address = join.bucket ?? remembered else {
            throw SyncError(.invalidValue, "this device knows no bucket of the library; give its address: --bucket URL")
        }
        let step = FaultInjectionPoints.process
        try step("open the bucket")
        let bucket = try await keys.open(address, phrase: join.phrase)
        let choice = AccountChoice(wanted: join.account, user: try await keys.user())
        let library: Library
        try step("receive the library")
        if let open {
            library = open
        } else if Library.exists(at: folder) {
            library = try Library(existing: folder)
        } else {
            library = try await copy(bucket, choice, progress: progress.part(0...0.6))
        }
        try await checkBucket(of: library, is: address)
        let sync = SyncClient(library, identity: identity)
        let former = try await library.activeAccount()
        try step("merge the library")
        let hasJoined = try await sync.bucket() == address && join.account == nil
        if !hasJoined { try await sync.receive(from: address, progress: progress.part(0.6...0.8)) }
        let person: Entry<Account>
        if let former, hasJoined {
            person = former
        } else {
            person = try choice.resolved(by: try await library.mergedAccounts()).person(
                among: try await library.people(), besides: former?.id)
        }
        try step("adopt the account")
        _ = try await sync.use(account: person.id, bucket: address, phrase: join.phrase)
        try await sync.rejoin()
        var notes: [String] = []
        if let former, former.id != person.id {
            notes.append(
                "the account \"\(former.name)\" was used on this device; make both one with: diorama account merge \(former.id) "
                    + "\(person.id)")
        }
        try step("send this device")
        if let problem = try await send(sync, progress.part(0.8...1)) { notes.append("not synchronized yet: \(problem)") }
        return try await outcome(library, sync, notes)
    }

    /// Tells the other devices of this one, and fetches what they have for it.
    /// - Returns: why that was not possible now; nil where it was.
    private func send(_ sync: SyncClient, _ progress: ProgressReporter) async throws(SyncError) -> String? {
        do {
            _ = try await sync.run(progress: progress)
            return nil
        } catch {
            if error.kind == .cancelled { throw error }
            return error.message
        }
    }

    /// The library of the bucket, put in place whole or not at all.
    private func copy(_ bucket: any Bucket, _ choice: AccountChoice, progress: ProgressReporter) async throws -> Library {
        let folder = folder
        let made = try await Library.create(
            at: folder, from: BucketLibrarySource(bucket),
            accepting: { people in _ = try choice.person(among: people, besides: nil) }, progress: progress)
        guard let made else {
            throw SyncError(
                .notFound,
                "\(bucket.name) holds no library yet; check its address, or begin a new library with "
                    + "'diorama account create --name NAME', then 'diorama sync --bucket URL'")
        }
        return made
    }

    /// A library can't be mixed with that of another bucket by accident.
    private func checkBucket(of library: Library, is address: String) async throws {
        let own = try await SyncClient(library, identity: identity).bucket()
        guard let own, own != address else { return }
        throw SyncError(
            .refused,
            "the library in \(folder.path) is synchronized with \(own); to join \(address), choose another folder with --library")
    }

    private func outcome(_ library: Library, _ sync: SyncClient, _ notes: [String]) async throws -> Outcome {
        guard let account = try await sync.account() else {
            throw LibraryError(.notFound, "the account is not in the library in \(folder.path); start again")
        }
        return Outcome(library: library, account: account, notes: notes)
    }
}
