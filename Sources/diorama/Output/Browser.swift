import Foundation

/// The user's web browser.
enum Browser {
    /// Opens a page if there is a display; its address is printed in any case.
    static func open(_ page: String) {
        let environment = ProcessInfo.processInfo.environment
        #if os(Linux)
            guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
            let program = "xdg-open"
        #else
            let program = "open"
        #endif
        guard environment["CI"] == nil else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program, page]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // Without a browser the printed address is enough.
        try? process.run()
    }
}
