import Foundation
import Images
import Support

/// Videos of models: a turntable, or a flight through a space.
public enum Video {
    /// How a video is made.
    public struct Options: Sendable, Equatable {
        /// Pixels; made even, which 4:2:0 needs.
        public var width: Int
        /// Pixels; made even as well.
        public var height: Int
        /// Images per second.
        public var framesPerSecond: Int
        /// Length of the video in seconds.
        public var seconds: Double

        /// Options; the default is ten seconds of 1080p at 30 images per second.
        public init(width: Int = 1920, height: Int = 1080, framesPerSecond: Int = 30, seconds: Double = 10) {
            self.width = width
            self.height = height
            self.framesPerSecond = framesPerSecond
            self.seconds = seconds
        }

        /// Width by height.
        public var aspect: Float { Float(even(width)) / Float(even(height)) }
        /// Images of the whole video.
        public var frameCount: Int { max(1, Int(min(max((seconds * Double(framesPerSecond)).rounded(), 1), 1e6))) }

        var size: (width: Int, height: Int) { (even(width), even(height)) }
        private func even(_ n: Int) -> Int { max(2, (n + 1) / 2 * 2) }
    }

    /// The largest side of an image that players of H.264 level 5.2 show.
    private static let longestSide = 4096

    /// Whether a file of this name would be a video.
    public static func isVideo(_ url: URL) -> Bool { VideoEncoder.container(url) != nil }

    /// Draws a scene along a camera path and writes it as a video, atomically. The same scene gives the same bytes with the same
    /// ffmpeg.
    /// - Parameters:
    ///   - scene: the model that is shown.
    ///   - path: the trajectory of the camera.
    ///   - url: ends in `.mp4` or `.mov`.
    ///   - options: size, frame rate and duration.
    ///   - style: without one, that of the sand table.
    ///   - progress: receives the progress.
    /// - Throws: where ffmpeg is missing or fails, or the options cannot be met; `.cancelled` where the task was cancelled.
    public static func write(
        _ scene: RenderScene, along path: CameraPath, to url: URL, options: Options = Options(), style: RenderStyle? = nil,
        progress: ProgressReporter = .silent
    ) throws(RenderingError) {
        try write(along: path, to: url, options: options, style: style, progress: progress) { _ in scene }
    }

    /// Draws a scene that moves, as `write(_:along:to:options:style:progress:)`.
    /// - Parameters:
    ///   - path: the trajectory of the camera.
    ///   - url: ends in `.mp4` or `.mov`.
    ///   - options: size, frame rate and duration.
    ///   - style: without one, that of the sand table.
    ///   - progress: receives the progress.
    ///   - scene: the scene at a time in seconds.
    /// - Throws: as the other.
    public static func write(
        along path: CameraPath, to url: URL, options: Options = Options(), style: RenderStyle? = nil,
        progress: ProgressReporter = .silent, scene: (Double) -> RenderScene
    ) throws(RenderingError) {
        let (width, height) = options.size
        guard max(width, height) <= longestSide, (1...240).contains(options.framesPerSecond), options.seconds > 0,
            options.seconds <= 3600
        else {
            throw RenderingError(
                .unwritable, "a video has at most \(longestSide) pixels per side, 240 images per second and one hour",
                path: url.path)
        }
        let encoder = try VideoEncoder(url, width: width, height: height, framesPerSecond: options.framesPerSecond)
        let count = options.frameCount
        for i in 0..<count {
            // ffmpeg encodes concurrently: little remains after the last image.
            do { try progress.report(0.97 * Double(i) / Double(count), "Drawing the video") } catch {
                throw RenderingError(.cancelled, "cancelled", path: url.path)
            }
            let shown = scene(Double(i) / Double(options.framesPerSecond))
            try encoder.append(shown.image(path.camera(i, of: count), width: width, height: height, style: style))
        }
        do { try progress.report(0.97, "Finishing the video") } catch {
            throw RenderingError(.cancelled, "cancelled", path: url.path)
        }
        try encoder.finish()
    }
}
