import Foundation
import GRDB
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension LibraryError {
    /// The one line for whatever stopped `action` ("add the space"), in the library at `folder`.
    init(_ cause: any Error, could action: String, in folder: URL) {
        switch cause {
        case let error as LibraryError: self = error
        case is CancellationError: self.init(.cancelled, "couldn't \(action): it was cancelled")
        case let error as DatabaseError: self.init(error, could: action, in: folder)
        case let error as FileError: self.init(system: error.code, could: action, at: URL(fileURLWithPath: error.path))
        case let error as CocoaError:
            let code = (error.userInfo[NSUnderlyingErrorKey] as? NSError).map { Int32(truncatingIfNeeded: $0.code) }
            self.init(system: code ?? EIO, could: action, at: error.filePath.map { URL(fileURLWithPath: $0) } ?? folder)
        default: self.init(.failed, "couldn't \(action) in \(folder.path): \(cause)")
        }
    }

    /// The one line for a system call on `file` that failed with `code`.
    init(system code: Int32, could action: String, at file: URL) {
        let beginning = "couldn't \(action): \(file.path)"
        switch code {
        case ENOSPC, EDQUOT, EFBIG:
            self.init(.diskFull, "couldn't \(action): the disk of \(file.path) is full; free some space and try again")
        case EACCES, EPERM, EROFS:
            self.init(
                .noPermission, "\(beginning) can't be accessed (\(Self.text(code))); give permission or choose another folder")
        case ENOENT: self.init(.notFound, "\(beginning) does not exist")
        default: self.init(.failed, "\(beginning): \(Self.text(code))")
        }
    }

    private init(_ error: DatabaseError, could action: String, in folder: URL) {
        let database = LibraryFolder(folder).database.path
        let detail = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        switch (error.resultCode, error.extendedResultCode) {
        case (.SQLITE_FULL, _), (_, .SQLITE_IOERR_SHMSIZE):
            self.init(.diskFull, "couldn't \(action): the disk of \(database) is full; free some space and try again")
        case (.SQLITE_NOTADB, _):
            self.init(
                .notALibrary, "\(database) is not a database; it was left as it is: choose another folder, or restore a backup")
        // Too big: of rows that were written here, only one with a damaged header claims to be.
        case (.SQLITE_CORRUPT, _), (.SQLITE_TOOBIG, _):
            self.init(.damaged, "couldn't \(action): \(database) is damaged (\(detail)); restore a backup")
        case (.SQLITE_READONLY, _), (.SQLITE_PERM, _), (.SQLITE_AUTH, _), (.SQLITE_CANTOPEN, _):
            self.init(.noPermission, "couldn't \(action): \(database) can't be written (\(detail)); check the folder's permissions")
        case (.SQLITE_BUSY, _), (.SQLITE_LOCKED, _):
            self.init(.inUse, "couldn't \(action): another program keeps \(database) busy; try again when it is done")
        case (_, .SQLITE_CONSTRAINT_TRIGGER):
            self.init(.notAllowed, "couldn't \(action): \(detail)")
        case (.SQLITE_INTERRUPT, _):
            self.init(.cancelled, "couldn't \(action): it was cancelled")
        case (.SQLITE_MISUSE, _):
            self.init(.failed, "couldn't \(action): the library at \(folder.path) is closed")
        default:
            self.init(.failed, "couldn't \(action) in \(database): \(detail)")
        }
    }

    private static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}
