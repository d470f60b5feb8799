import Foundation
import GRDB
import Support

/// Brings a library and its owner into being, from the best that there is, in this order: the database that is there; a backup; the
/// bucket's copy, when the user is known; the demo library from its address; the demo that ships with the program; else an empty
/// library.
///
/// It can be stopped or killed at any moment and run again: what was fetched is kept, what was begun is finished. A library that
/// was there is never written over.
public enum FirstStart {
    /// - Throws: `LibraryError`: where the library that is there can't be used and must not be touched (`newerVersion`,
    ///   `notALibrary`, `inUse`, `noPermission`), the disk is full, or the task was cancelled. That one of the ways leads nowhere
    ///   is no error: the next is tried, and `notes` of the result says so.
    public static func run(
        _ configuration: FirstStartConfiguration, progress: ProgressReporter = .silent
    ) async throws(LibraryError) -> FirstStartResult {
        do {
            var start = Run(configuration, progress)
            return try await start.run()
        } catch {
            throw LibraryError(error, could: "start", in: configuration.folder)
        }
    }

    private struct Run {
        let configuration: FirstStartConfiguration
        let progress: ProgressReporter
        let layout: LibraryFolder
        let stage: FirstStartStage
        var notes: [String] = []
        var recovery: RecoveryReport?

        init(_ configuration: FirstStartConfiguration, _ progress: ProgressReporter) {
            self.configuration = configuration
            self.progress = progress
            layout = LibraryFolder(configuration.folder.standardizedFileURL)
            stage = FirstStartStage(layout: layout)
        }

        mutating func run() async throws -> FirstStartResult {
            try progress.report(0, "Looking for the library")
            let known = try await identity()
            try LibraryOpening.makeFolder(layout.root)
            try stage.finish()
            let (library, origin) = try await find(known)
            try progress.report(0.95, "Recording the owner")
            let owner = LibraryOwner(library: library)
            // The id first: should the program end here, the same user is found again.
            let user = origin.isDemo ? try await owner.person(nil) : try await owner.person(known?.user)
            let identity = try await identity(of: user, isDemo: origin.isDemo, known: known)
            if user != nil || configuration.createsAccount {
                try await owner.write(identity.user, name: configuration.accountName, takesAll: origin.isDemo)
            }
            stage.remove()
            try progress.report(1, "Ready")
            return FirstStartResult(
                library: library, origin: origin, identity: identity, isNewUser: known == nil, recovery: recovery, notes: notes)
        }

        /// The identity with the library's user, saved where that changes it.
        private func identity(of user: UserID?, isDemo: Bool, known: Identity?) async throws -> Identity {
            func changed(_ identity: Identity?) -> Identity {
                var identity = identity ?? Identity(user: user ?? UserID())
                if let user, !isDemo { identity.user = user }
                return identity
            }
            // Loaded again: opening a bucket may have kept its keys.
            let latest = try await identity() ?? known
            let wanted = changed(latest)
            // Without a change nothing is locked: a library opens where the identity's folder can't be written.
            guard wanted != latest, user != nil || configuration.createsAccount else { return wanted }
            let lock = try await configuration.identity.lock()
            defer { withExtendedLifetime(lock) {} }
            let current = try await identity() ?? latest
            let identity = changed(current)
            if identity != current { try await configuration.identity.save(identity) }
            return identity
        }

        /// An identity that can't be read is no reason not to start, but one that is there must not be hidden by a new one.
        private func identity() async throws -> Identity? { try await configuration.identity.load() }

        private mutating func find(_ known: Identity?) async throws -> (Library, FirstStartOrigin) {
            if let found = try await existing(known) { return found }
            for origin in [FirstStartOrigin.backup, .bucket, .demoAddress, .builtInDemo] {
                let part = progress.part(0.1 * Double(origin.index)...0.1 * Double(origin.index) + 0.2)
                if try await bring(origin, knowing: known, progress: part) {
                    return (try await Library.open(at: layout.root).library, origin)
                }
            }
            return (try await Library.open(at: layout.root).library, .empty)
        }

        // MARK: What is there

        /// The library that is there, restored where it is damaged.
        private mutating func existing(_ known: Identity?) async throws -> (Library, FirstStartOrigin)? {
            guard try FileManager.default.fileExists(atPath: layout.database.path) || OpeningCheck(layout: layout).isLibrary()
            else {
                return nil
            }
            var options = RecoveryOptions()
            options.sources = try await bucket(known).map { [$0] } ?? []
            do {
                return try await opened(options)
            } catch let error as LibraryError where error.kind == .damaged || error.kind == .failed {
                notes.append(error.message)
            }
            if let outside = configuration.backups {
                options.backups = outside
                do { return try await opened(options) } catch let error as LibraryError where error.kind == .damaged {
                    notes.append(error.message)
                }
            }
            // What can't be restored is set aside, with its files; a bucket fills the empty library later.
            options.sources = []
            options.allowsEmptyLibrary = true
            return try await opened(options)
        }

        private mutating func opened(_ options: RecoveryOptions) async throws -> (Library, FirstStartOrigin) {
            let (library, report) = try await Library.open(at: layout.root, options: options, progress: progress.part(0...0.2))
            recovery = report
            let origin: FirstStartOrigin =
                switch report?.base {
                case nil: stage.pending ?? .existing
                case .backup: .backup
                case .source: .bucket
                case .nothing: .empty
                }
            return (library, origin)
        }

        /// The bucket's copy, where there is a bucket and the user is known.
        private mutating func bucket(_ known: Identity?) async throws -> (any LibrarySource)? {
            guard let known, let bucket = configuration.bucket else { return nil }
            do { return try await bucket(known.user) } catch {
                try check(error)
                notes.append("the bucket can't be used: \(error)")
                return nil
            }
        }

        // MARK: What is brought

        /// Brings a library from one place.
        /// - Returns: whether there was one.
        private mutating func bring(_ origin: FirstStartOrigin, knowing known: Identity?, progress: ProgressReporter) async throws
            -> Bool
        {
            let attempts = origin == .bucket || origin == .demoAddress ? configuration.attempts : 1
            for attempt in 0..<attempts {
                do {
                    if attempt > 0 { try await Task.sleep(for: configuration.pause * (1 << min(attempt - 1, 10))) }
                    try stage.prepare()
                    guard try await fetch(origin, knowing: known, progress: progress) else { return false }
                    try stage.place(from: origin)
                    return true
                } catch {
                    try check(error)
                    let text = (error as? LibraryError)?.message ?? "\(error)"
                    notes.append("\(origin.words): \(text)")
                    // A database that can't be used must not be taken for one that was fetched already.
                    try? FileManager.default.removeItem(at: stage.library.database)
                }
            }
            return false
        }

        /// Lets only those errors pass after which another way can be tried.
        private func check(_ error: any Error) throws {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            if let error = error as? LibraryError, [.diskFull, .noPermission, .inUse, .cancelled].contains(error.kind) {
                throw error
            }
            if let error = error as? FileError, [ENOSPC, EDQUOT].contains(error.code) { throw error }
        }

        private mutating func fetch(_ origin: FirstStartOrigin, knowing known: Identity?, progress: ProgressReporter) async throws
            -> Bool
        {
            switch origin {
            case .backup:
                guard let folder = configuration.backups.map(BackupFolder.init) else { return false }
                let backups = try folder.all().filter { !$0.isBad }
                guard let newest = backups.first(where: \.isGood) ?? backups.first else { return false }
                try progress.report(0, "Restoring the backup of \(newest.made.formatted(.iso8601))")
                try DamagedCopy.copy(folder.database(newest.id), to: stage.library.database)
                try BackupFiles(from: folder.assets, to: stage.library, steps: .process).bring(namedBy: stage.library.database)
                return true
            case .bucket:
                guard let source = try await bucket(known) else { return false }
                try progress.report(0, "Asking \(source.name)")
                return try await source.fetch(to: stage.library.database, progress: progress)
            case .demoAddress:
                guard let demo = configuration.demo else { return false }
                try await DemoDownload(demo, fetcher: configuration.fetcher, to: stage.library).run(progress)
                return true
            case .builtInDemo:
                guard let make = configuration.builtInDemo else { return false }
                try progress.report(0, "Making the demo library")
                // One that was not finished is begun anew.
                try? FileManager.default.removeItem(at: stage.library.root)
                let library = try Library(at: stage.library.root)
                try await make(library, progress)
                try library.close()
                return true
            case .existing, .empty: return false
            }
        }
    }
}

extension FirstStartOrigin {
    /// Its index in the order.
    fileprivate var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    fileprivate var words: String {
        switch self {
        case .existing: "the library"
        case .backup: "the backup"
        case .bucket: "the bucket"
        case .demoAddress: "the demo library"
        case .builtInDemo: "the built-in demo"
        case .empty: "an empty library"
        }
    }
}
