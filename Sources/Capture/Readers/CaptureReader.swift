import Foundation

/// A reader of one capture layout. It recognises the layout and lists its frames, with cameras and worlds converted to Diorama's
/// own; `ListedFrames` then reads the images.
protocol CaptureReader: Sendable {
    /// The layout's display name.
    static var kind: String { get }

    /// How well `folder` matches the layout by its file names alone: the share of expected names, 0…1. From one half on it is
    /// recognised, so that the reader can say what is missing.
    static func matchScore(_ folder: CaptureFolder) -> Double

    /// The frames of `folder`. Text files are read and checked, images are not.
    static func read(_ folder: CaptureFolder, options: CaptureOptions) throws(CaptureError) -> ListedFrames
}

extension CaptureReader {
    /// The share of `marks` that are true.
    static func share(_ marks: Bool...) -> Double { Double(marks.count { $0 }) / Double(marks.count) }

    /// Notes of what was counted, where there was any: "frames without a colour image: 3".
    static func counts(_ counts: (what: String, count: Int)...) -> [String] {
        counts.filter { $0.count > 0 }.map { "\($0.what): \($0.count)" }
    }
}

/// A reader of captures that are one file instead of a folder.
protocol CaptureFileReader: CaptureReader {
    /// The file extension, without the dot, in lower case.
    static var fileExtension: String { get }

    /// The frames of `file`.
    static func read(file: URL, options: CaptureOptions) throws(CaptureError) -> ListedFrames
}
