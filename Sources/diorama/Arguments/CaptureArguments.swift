import Capture
import Foundation
import SyntheticScenes

/// Captures as they are named on the command line.
enum CaptureArguments {
    /// The name of the built-in capture.
    static let demo = "demo"

    /// Opens a capture's folder or file, or the built-in demo capture.
    /// - Throws: `CaptureError`, or `CommandFailure` where the file is one that another command reads.
    static func open(_ path: String, options: CaptureOptions) throws -> Capture {
        if path == demo { return DemoCapture().capture }
        try FileRoles.checkCapture(path)
        return try Capture.open(URL(fileURLWithPath: path), options: options)
    }
}
