/// What every run of the programs ffmpeg and ffprobe has in common.
public enum FFmpeg {
    /// Arguments of ffmpeg and ffprobe before an input file: it must be MP4 and may not open other files. A
    /// playlist under a video's name would otherwise do so.
    public static let onlyItself = onlyItself(as: "mov")

    /// The same for a file of another format, as ffmpeg names it.
    public static func onlyItself(as format: String) -> [String] { ["-f", format, "-protocol_whitelist", "file"] }
}
