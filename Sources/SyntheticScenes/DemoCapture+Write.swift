import Capture
import Foundation
import Support

extension DemoCapture {
    /// Writes the capture as a folder in nerfstudio's layout, as `NerfstudioWriter` does. The folder is made where it is not there.
    ///
    /// - Throws: `CaptureError` where a file can't be written, `CancellationError` where the surrounding task was cancelled.
    public func write(to folder: URL, progress: ProgressReporter = .silent) throws {
        try NerfstudioWriter.write(capture, to: folder, progress: progress)
    }
}
