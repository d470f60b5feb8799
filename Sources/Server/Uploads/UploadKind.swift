import Capture
import ModelFormats
import Foundation

/// What an upload is by its file name.
public enum UploadKind: Sendable, Equatable {
    /// A model file, or a capture that is one file: imported as it is.
    case file
    /// A tar or zip file of a capture's folder.
    case archive

    /// File name endings of models, of RoomPlan's rooms and of captures that are one file, without the dot.
    public static let fileEndings = ModelFormat.allCases.map(\.fileExtension) + ["json"] + CaptureReaders.fileEndings
    /// File name endings of archives, without the dot.
    public static let archiveEndings = ["tar", "tar.gz", "tgz", "zip"]

    /// The kind and the name without its ending, or nil where the ending is not known.
    static func of(fileName: String) -> (kind: UploadKind, title: String)? {
        let lower = fileName.lowercased()
        for (kind, endings) in [(UploadKind.file, fileEndings), (.archive, archiveEndings)] {
            for ending in endings where lower.hasSuffix("." + ending) && lower.utf8.count > ending.utf8.count + 1 {
                return (kind, String(fileName.dropLast(ending.count + 1)))
            }
        }
        return nil
    }
}

/// A file name as an upload may give it.
enum FileName {
    /// `text` as a bare file name of at most 255 bytes, or nil: no folders, no control characters, not hidden.
    static func valid(_ text: String) -> String? {
        guard text.utf8.count <= 255, let first = text.utf8.first, first != UInt8(ascii: "."),
            !text.unicodeScalars.contains(where: { $0 == "/" || $0 == "\\" || $0.properties.generalCategory == .control })
        else { return nil }
        return text
    }
}
