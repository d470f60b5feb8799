/// What every run of the programs ffmpeg and ffprobe has in common.
public enum FFmpeg {
    /// What ffmpeg and ffprobe are told before the file: it is MP4, whatever it looks like, and may open nothing but itself. A playlist under a
    /// video's name would otherwise lead to other files.
    public static let onlyItself = onlyItself(as: "mov")

    /// The same for a file of another format, as ffmpeg names it.
    public static func onlyItself(as format: String) -> [String] { ["-f", format, "-protocol_whitelist", "file"] }
}
