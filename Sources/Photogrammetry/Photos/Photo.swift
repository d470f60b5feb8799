import Foundation
import Images

/// A photo of a set that can be read.
public struct Photo: Sendable {
    /// Its file; for a frame of a video or a capture the file that was made of it.
    public let url: URL
    /// What it is called in messages: the path from the folder, or the frame's number and time in a video.
    public let name: String
    /// Width in pixels as it is shown (EXIF orientation applied).
    public let width: Int
    /// Height in pixels as it is shown.
    public let height: Int
    /// What the camera wrote about itself.
    public let camera: CameraMetadata
    /// Orientation, time and place.
    public let metadata: ImageMetadata
    /// Sharpness of its edges, comparable within a set; 0 where there are too few edges to tell.
    public let sharpness: Float
    /// Whether it is much less sharp than the set's median.
    public internal(set) var isBlurred = false
    /// The earlier photo that it repeats, as a position in the set; nil where it is the first of its kind.
    public internal(set) var duplicateOf: Int?
    /// The intrinsics where they are known exactly, as of a capture's frames: fx, fy, cx, cy with pixel centres at integers.
    var intrinsics: SIMD4<Double>?
    let analysis: PhotoAnalysis

    /// The focal length in pixels by the EXIF data; nil where they don't say.
    public var focalLengthInPixels: Double? {
        guard let focal = camera.focalLength35 else { return nil }
        // By the diagonal, 43.27 mm of a 35 mm camera (CIPA DCG-001).
        let diagonal = Double(width * width + height * height).squareRoot()
        return focal / 43.2666 * diagonal
    }
}

/// An image file that can't be used, and why.
public struct RejectedPhoto: Sendable, Equatable {
    /// The path from the folder.
    public let name: String
    /// What is wrong: "the file is empty".
    public let reason: String
}

/// Photos that one camera took with the same lens, zoom and image size: they share intrinsics.
public struct PhotoGroup: Sendable, Equatable {
    /// "Apple iPhone 12, 26 mm, 4032x3024".
    public let camera: String
    /// Positions of its photos in the set.
    public internal(set) var photos: [Int]
}
