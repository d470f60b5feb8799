/// The version of the program, its server and its HTTP interface's document.
public enum DioramaVersion {
    /// Semantic version.
    public static let current = "0.1.0"
}
