/// A line of text in an image.
public struct TextLine: Sendable, Codable, Equatable {
    /// A rectangle in pixels of the image, from its top left.
    public struct Bounds: Sendable, Codable, Equatable {
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int

        /// A rectangle.
        public init(x: Int, y: Int, width: Int, height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// The words, separated by spaces.
    public var text: String
    /// 0…1: the mean confidence of the words, weighted by their length.
    public var confidence: Double
    /// The upright rectangle around the line.
    public var bounds: Bounds
    /// Other readings of the same line, from other preparations of the image, most probable first.
    public var alternatives: [String]

    /// A line.
    public init(text: String, confidence: Double, bounds: Bounds, alternatives: [String] = []) {
        self.text = text
        self.confidence = confidence
        self.bounds = bounds
        self.alternatives = alternatives
    }
}

/// The text of an image.
public struct TextResult: Sendable, Codable, Equatable {
    /// The lines from top to bottom; empty where none is legible.
    public var lines: [TextLine]
    /// What limits the result, such as languages that are not installed; nil where nothing does.
    public var notice: String?

    /// A result.
    public init(lines: [TextLine], notice: String? = nil) {
        self.lines = lines
        self.notice = notice
    }
}
