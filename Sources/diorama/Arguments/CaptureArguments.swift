import Capture
import Foundation
import Spaces
import Support
import SyntheticScenes

/// Captures as they are named on the command line.
enum CaptureArguments {
    /// The name of the built-in capture.
    static let demo = "demo"

    /// Opens a capture's folder or file, photos, a video, or the built-in demo capture.
    /// - Throws: `CaptureError`, `PhotogrammetryError`, or `CommandFailure` where the file is one that another command reads.
    static func open(
        _ path: String, _ opening: CaptureOpening, workspace: URL, progress: ProgressReporter
    ) throws -> OpenedCapture {
        if path == demo { return OpenedCapture(DemoCapture().capture) }
        try FileRoles.checkCapture(path)
        return try opening.open(URL(fileURLWithPath: path), workspace: workspace, progress: progress)
    }
}
