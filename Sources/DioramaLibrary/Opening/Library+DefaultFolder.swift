import Foundation

extension Library {
    /// The default folder of the library: `diorama` in `$XDG_DATA_HOME` or `~/.local/share` on Linux (XDG Base Directory
    /// Specification 0.8), in Application Support on Apple systems.
    public static var defaultFolder: URL {
        #if canImport(Darwin)
            return URL.applicationSupportDirectory.appendingPathComponent("diorama", isDirectory: true)
        #else
            return defaultFolder(environment: ProcessInfo.processInfo.environment)
        #endif
    }

    /// The default folder on Linux under the given environment. A relative `XDG_DATA_HOME` does not count, as its specification
    /// asks.
    public static func defaultFolder(environment: [String: String]) -> URL {
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        return URL(fileURLWithPath: data, isDirectory: true).appendingPathComponent("diorama", isDirectory: true)
    }
}
