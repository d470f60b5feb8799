import Foundation
import Support

/// Writes captures in one layout, from its published description: for tests, and for programs that read that layout.
public protocol CaptureWriter: Sendable {
    /// The layout's display name, the same as its reader's.
    static var kind: String { get }

    /// Writes `capture` to `target`: a new or empty folder, made where it is not there, or a new file where the layout is one. The
    /// file that lists the others is written last, so that an incomplete folder is not recognised as a capture.
    /// - Returns: notes for the user: what the layout cannot store, and frames that were left out; empty where all was written.
    /// - Throws: `CaptureError` where something can't be written or more than a tenth of the frames can't be read;
    ///   `CancellationError`.
    @discardableResult
    static func write(_ capture: Capture, to target: URL, progress: ProgressReporter) throws -> [String]
}

/// All writers of capture layouts.
public enum CaptureWriters {
    /// The writers, in the order of `CaptureReaders`.
    public static let all: [any CaptureWriter.Type] = [
        StrayScannerWriter.self, Record3DWriter.self, PolycamWriter.self, ScannerAppWriter.self,
        NerfstudioWriter.self, PosedFolderWriter.self, SevenScenesWriter.self, TUMWriter.self, Open3DWriter.self,
        DioramaCaptureWriter.self, ARKitScenesWriter.self, COLMAPWriter.self,
    ]
}
