import Capture
import Foundation
import ModelFormats
import Photogrammetry

/// How a file is imported, by its file extension.
public enum ImportFileType: Sendable, Equatable {
    /// A model file, a capture that is one file, or a video: imported as it is.
    case file
    /// A tar or zip file of a capture's folder or of photos.
    case archive

    /// File extensions of models, of RoomPlan's rooms, of captures that are one file and of videos, without the dot.
    public static let fileExtensions =
        ModelFormat.allCases.flatMap(\.fileExtensions) + ["json"] + CaptureReaders.fileExtensions + PhotoSource.videoExtensions
    /// File extensions of archives, without the dot.
    public static let archiveExtensions = ["tar", "tar.gz", "tgz", "zip"]

    /// The type and the name without its extension, or nil where the extension is not known.
    public static func of(fileName: String) -> (type: ImportFileType, title: String)? {
        let lower = fileName.lowercased()
        for (type, extensions) in [(ImportFileType.file, fileExtensions), (.archive, archiveExtensions)] {
            for suffix in extensions where lower.hasSuffix("." + suffix) && lower.utf8.count > suffix.utf8.count + 1 {
                return (type, String(fileName.dropLast(suffix.count + 1)))
            }
        }
        return nil
    }
}
