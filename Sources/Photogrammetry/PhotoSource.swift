import Capture
import Foundation

/// Where photos come from.
public enum PhotoSource: Sendable {
    /// A folder of photos. One that holds a COLMAP or nerfstudio model is used with the poses of that model.
    case folder(URL)
    /// A video, MP4 or QuickTime.
    case video(URL)
    /// A capture with colour images. Where it has no poses they are found; where it has depth, depth gives the scale.
    case capture(Capture, at: URL)

    /// The source at a URL: a folder, or a video by its file extension.
    /// - Throws: `PhotogrammetryError` where it is neither.
    public init(_ url: URL) throws(PhotogrammetryError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw PhotogrammetryError(url.path, "there is no such file or folder")
        }
        if isFolder.boolValue {
            self = .folder(url)
        } else if Self.isVideo(url) {
            self = .video(url)
        } else {
            throw PhotogrammetryError(
                url.path, "this is neither a folder of photos nor a video (\(Self.videoExtensions.joined(separator: ", ")))",
                remedy: "give the folder that holds the photos")
        }
    }

    /// Extensions of video files.
    public static let videoExtensions = ["mp4", "mov", "m4v"]

    /// Whether a file is a video by its extension.
    public static func isVideo(_ url: URL) -> Bool { videoExtensions.contains(url.pathExtension.lowercased()) }

    /// Whether a folder holds photos and no capture that is recognised: what photogrammetry is for.
    public static func isPhotoFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue,
            CaptureReaders.recognise(url) == nil,
            let names = try? FileManager.default.subpathsOfDirectory(atPath: url.path)
        else { return false }
        return names.contains(where: PhotoSet.isImage)
    }

    /// The URL that messages name.
    var url: URL {
        switch self {
        case .folder(let url), .video(let url), .capture(_, let url): url
        }
    }
}
