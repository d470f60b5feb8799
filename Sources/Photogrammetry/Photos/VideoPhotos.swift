import Foundation
import Images
import Support

/// Photos from a video, by the program ffmpeg: one pass measures all frames at a small size, another writes those that are used.
package enum VideoPhotos {
    /// How densely frames are used.
    package struct Options {
        /// Frames a second.
        package var rate = 2.0
        /// The most frames that are used.
        package var maxCount = 300

        package init(rate: Double = 2, maxCount: Int = 300) {
            self.rate = rate
            self.maxCount = maxCount
        }
    }

    private static let measuredSize = 320
    /// Frames that are used of a short video, where it has as many: people walk around an object in ten seconds.
    private static let minCount = 40.0

    /// Writes the chosen frames as JPEG files.
    /// - Parameters:
    ///   - video: an MP4 or QuickTime file.
    ///   - folder: where the frames are written.
    package static func extract(
        _ video: URL, to folder: URL, options: Options = Options(), progress: ProgressReporter
    ) throws -> (set: PhotoSet, notes: [String]) {
        let properties = try Properties(video)
        let measured = try measure(video, count: properties.frameCount, progress: progress.part(0...0.7))
        let seconds = Double(measured.count) / properties.rate
        let wanted = min(max(seconds * options.rate, minCount), Double(options.maxCount))
        let interval = max(1, Int((Double(measured.count) / wanted).rounded()))
        let (chosen, blurred, duplicates) = VideoSelection.choose(measured, interval: interval)
        guard chosen.count >= PhotoSet.minCount else {
            throw PhotogrammetryError(
                video.path, "only \(chosen.count) of the video's \(measured.count) frames show something new and sharp",
                remedy: "walk slowly around the object or through the room while recording")
        }
        try progress.report(0.7, "Writing frames of the video")
        try write(chosen, of: video, to: folder)
        var photos: [Photo] = []
        for (k, frame) in chosen.enumerated() {
            try progress.report(0.75 + 0.25 * Double(k) / Double(chosen.count), "Reading frames of the video")
            photos.append(try read(folder, number: k + 1, frame: frame, rate: properties.rate))
        }
        let choice = interval > 1 ? ", the sharpest of each \(interval)" : ""
        var notes = ["of \(measured.count) frames of the video \(chosen.count) were used\(choice)"]
        if blurred > 0 { notes.append("frames of the video left out as blurred: \(blurred)") }
        if duplicates > 0 {
            notes.append("frames of the video left out because they show the same as the one before: \(duplicates)")
        }
        return (PhotoSet(url: video, photos: photos, rejected: [], isSequence: true), notes)
    }

    /// Properties of the video, by ffprobe.
    private struct Properties {
        var rate = 30.0
        var frameCount = 0

        init(_ video: URL) throws(PhotogrammetryError) {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: video.path, isDirectory: &isFolder), !isFolder.boolValue else {
                throw PhotogrammetryError(video.path, "there is no such file")
            }
            let text: String
            do throws(ChildProcess.Failure) {
                let probe = try ChildProcess(
                    "ffprobe",
                    ["-v", "error"] + FFmpeg.onlyItself + [
                        "-select_streams", "v:0", "-show_entries", "stream=avg_frame_rate,nb_frames", "-of",
                        "default=noprint_wrappers=1",
                        "file:" + video.path,
                    ])
                text = String(decoding: try probe.readAll(limit: 1 << 16), as: UTF8.self)
                guard probe.wait() == 0 else {
                    throw ChildProcess.Failure("this video can't be read\(probe.diagnostic)", remedy: "copy the file again")
                }
            } catch { throw PhotogrammetryError(error, place: video.path) }
            for line in text.split(separator: "\n") {
                let parts = line.split(separator: "=")
                guard parts.count == 2 else { continue }
                if parts[0] == "nb_frames" { frameCount = Int(parts[1]) ?? 0 }
                if parts[0] == "avg_frame_rate" {
                    let ratio = parts[1].split(separator: "/").compactMap { Double($0) }
                    if ratio.count == 2, ratio[1] > 0, ratio[0] > 0 { rate = min(max(ratio[0] / ratio[1], 1), 1000) }
                }
            }
            guard text.contains("avg_frame_rate") else { throw PhotogrammetryError(video.path, "this file holds no video") }
        }
    }

    /// Measures every frame.
    private static func measure(_ video: URL, count: Int, progress: ProgressReporter) throws -> [VideoSelection.Measured] {
        var measured: [VideoSelection.Measured] = []
        let process = try ffmpeg(
            video,
            [
                "-vf", "scale=\(measuredSize):\(measuredSize):force_original_aspect_ratio=decrease,format=gray", "-f", "image2pipe",
                "-c:v", "pgm", "pipe:1",
            ])
        var stream = PGMStream(process)
        while let image = try frame(&stream, video) {
            measured.append(VideoSelection.Measured(sharpness: sharpness(image), signature: image.fields(16)))
            guard measured.count <= 200_000 else {
                throw PhotogrammetryError(video.path, "this video is too long (more than 200,000 frames)", remedy: "cut it")
            }
            try progress.report(count > 0 ? Double(measured.count) / Double(count) : 0.5, "Measuring frames of the video")
        }
        let status = process.wait()
        guard status == 0, !measured.isEmpty else {
            throw PhotogrammetryError(
                video.path, "this video can't be decoded\(process.diagnostic)", remedy: "copy the file again")
        }
        return measured
    }

    /// Energy of the Laplacian over that of the gradient, where it is strong: falls with blur.
    private static func sharpness(_ image: GrayImage) -> Float { PhotoAnalysis.sharpness(of: image) }

    private static func frame(_ stream: inout PGMStream, _ video: URL) throws(PhotogrammetryError) -> GrayImage? {
        do throws(ChildProcess.Failure) { return try stream.next() } catch { throw PhotogrammetryError(error, place: video.path) }
    }

    private static func ffmpeg(_ video: URL, _ output: [String]) throws(PhotogrammetryError) -> ChildProcess {
        do throws(ChildProcess.Failure) {
            return try ChildProcess(
                "ffmpeg",
                ["-v", "error", "-nostdin", "-y"] + FFmpeg.onlyItself
                    + ["-i", "file:" + video.path, "-map", "0:v:0", "-fps_mode", "passthrough"] + output)
        } catch { throw PhotogrammetryError(error, place: video.path) }
    }

    private static func write(_ chosen: [Int], of video: URL, to folder: URL) throws(PhotogrammetryError) {
        let filter = "select=" + chosen.map { "eq(n\\,\($0))" }.joined(separator: "+")
        let process = try ffmpeg(
            video,
            ["-vf", filter, "-q:v", "2", "-start_number", "1", folder.path.replacingOccurrences(of: "%", with: "%%") + "/%05d.jpg"])
        let status = process.wait()
        guard status == 0 else {
            throw PhotogrammetryError(video.path, "frames of this video can't be written\(process.diagnostic)")
        }
    }

    private static func read(_ folder: URL, number: Int, frame: Int, rate: Double) throws(PhotogrammetryError) -> Photo {
        let url = folder.appendingPathComponent(String(format: "%05d.jpg", number))
        do throws(ImageError) {
            let bytes = try ImageFile.read(url)
            let size = try JPEG.size(bytes)
            let analysis = PhotoAnalysis(try ImageFile.decodeShown(bytes, longEdge: PhotoAnalysis.longEdge))
            return Photo(
                url: url, name: String(format: "frame %d (%.1f s)", frame, Double(frame) / rate), width: size.width,
                height: size.height,
                camera: CameraMetadata(), metadata: ImageMetadata(), sharpness: analysis.sharpness, analysis: analysis)
        } catch { throw PhotogrammetryError(error, place: url.path) }
    }
}

/// Grey images one after the other, each with its size before it (binary PGM).
struct PGMStream {
    private let process: ChildProcess

    init(_ process: ChildProcess) { self.process = process }

    /// The next image; nil at the end.
    mutating func next() throws(ChildProcess.Failure) -> GrayImage? {
        var fields: [Int] = []
        guard let magic = try bytes(2) else { return nil }
        guard magic == Array("P5".utf8) else { throw ChildProcess.Failure("ffmpeg has written what isn't a grey image") }
        var number: Int?
        while fields.count < 3 {
            guard let byte = try bytes(1)?[0] else { throw ChildProcess.Failure("ffmpeg has ended within an image") }
            if byte >= 48, byte <= 57 {
                number = (number ?? 0) * 10 + Int(byte - 48)
                guard number! < 1 << 16 else { throw ChildProcess.Failure("ffmpeg has written what isn't a grey image") }
            } else if let value = number {
                fields.append(value)
                number = nil
            }
        }
        guard fields[0] > 0, fields[1] > 0, fields[0] * fields[1] <= 1 << 24, fields[2] == 255 else {
            throw ChildProcess.Failure("ffmpeg has written what isn't a grey image")
        }
        guard let pixels = try bytes(fields[0] * fields[1]) else { throw ChildProcess.Failure("ffmpeg has ended within an image") }
        return GrayImage(width: fields[0], height: fields[1], pixels: pixels.map { Float($0) })
    }

    private func bytes(_ count: Int) throws(ChildProcess.Failure) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var failure: ChildProcess.Failure?
        let got = bytes.withUnsafeMutableBytes { buffer in
            do throws(ChildProcess.Failure) { return try process.read(into: buffer) } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        return got == count ? bytes : nil
    }
}
