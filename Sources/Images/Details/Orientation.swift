/// How a stored image is rotated and mirrored for display (EXIF 2.32, tag 0x0112): where the stored first row and first column are.
public enum Orientation: Int, Sendable, CaseIterable, Codable {
    /// Shown as it is stored.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Rotated by 180°.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Mirrored along the diagonal from the top left: rows and columns exchanged.
    case leftMirrored = 5
    /// To be rotated by 90° clockwise.
    case right = 6
    /// Mirrored along the diagonal from the top right.
    case rightMirrored = 7
    /// To be rotated by 90° counterclockwise.
    case left = 8

    /// Whether width and height are exchanged for display.
    public var isTurnedSideways: Bool { rawValue >= 5 }
}

extension Image {
    /// The stored image as it is to be shown.
    public func shown(_ orientation: Orientation) -> Image {
        if orientation == .up || pixels.isEmpty { return self }
        let (w, h) = orientation.isTurnedSideways ? (height, width) : (width, height)
        var result: [Pixel] = []
        result.reserveCapacity(pixels.count)
        pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<h {
                for x in 0..<w {
                    let (sx, sy) =
                        switch orientation {
                        case .up: (x, y)
                        case .upMirrored: (width - 1 - x, y)
                        case .down: (width - 1 - x, height - 1 - y)
                        case .downMirrored: (x, height - 1 - y)
                        case .leftMirrored: (y, x)
                        case .right: (y, height - 1 - x)
                        case .rightMirrored: (width - 1 - y, height - 1 - x)
                        case .left: (width - 1 - y, x)
                        }
                    result.append(pixels[sy * width + sx])
                }
            }
        }
        return Image(width: w, height: h, pixels: result)
    }
}
