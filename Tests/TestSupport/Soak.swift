import Foundation

/// Whether `make soak` runs, with all cases of the random tests; `make test` takes a sample of them.
public let isSoak = ProcessInfo.processInfo.environment["DIORAMA_HISTORIES"] != nil
