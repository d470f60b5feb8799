/// What a camera wrote about itself with an image: make, model, lens, focal length, and which way was down.
public struct CameraMetadata: Sendable, Equatable {
    /// The camera's maker: "Apple".
    public var make: String?
    /// The camera: "iPhone 15 Pro".
    public var model: String?
    /// The lens, where the camera has several or they can be changed.
    public var lens: String?
    /// The focal length in millimetres.
    public var focalLength: Double?
    /// The focal length in millimetres of a 35 mm camera with the same field of view along the diagonal.
    public var focalLength35: Double?
    /// The direction of gravity in the camera that sees the image as it is shown: x right, y up, z back; of unit length. From the
    /// accelerometer of Apple's phones.
    public var gravity: SIMD3<Float>?

    /// Metadata of known parts; what is left out is unknown.
    public init(
        make: String? = nil, model: String? = nil, lens: String? = nil, focalLength: Double? = nil, focalLength35: Double? = nil,
        gravity: SIMD3<Float>? = nil
    ) {
        self.make = make
        self.model = model
        self.lens = lens
        self.focalLength = focalLength
        self.focalLength35 = focalLength35
        self.gravity = gravity
    }

    /// The EXIF data of a JPEG, PNG, WebP or HEIC image. What is missing, or can't be read, is nil.
    public init(_ bytes: [UInt8]) {
        self.init(exif: ExifLocation.find(bytes).map { bytes[$0] } ?? (HEIC.isHEIC(bytes) ? HEIC.exif(bytes)[...] : []))
    }

    /// The metadata in EXIF data, a TIFF structure (EXIF 2.32, section 4.6).
    init(exif: ArraySlice<UInt8>) {
        self.init()
        guard let tiff = TIFFReader(exif) else { return }
        let first = tiff.first
        let entries = tiff.integer(first.first { $0.tag == 0x8769 }).map(tiff.directory) ?? []
        func entry(_ tag: UInt16) -> TIFFReader.Entry? { entries.first { $0.tag == tag } }
        func text(_ entry: TIFFReader.Entry?) -> String? {
            guard let text = tiff.text(entry) else { return nil }
            let trimmed = text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            return trimmed.isEmpty ? nil : String(trimmed)
        }
        make = text(first.first { $0.tag == 0x010F })
        model = text(first.first { $0.tag == 0x0110 })
        lens = text(entry(0xA434))
        focalLength = tiff.rationals(entry(0x920A))?.first.flatMap { (0.1...10_000).contains($0) ? $0 : nil }
        focalLength35 = tiff.integer(entry(0xA405)).flatMap { (1...10_000).contains($0) ? Double($0) : nil }
        // A front camera's axes are not those of the others.
        if lens?.contains("front") != true, let note = entry(0x927C) {
            let turned = tiff.integer(first.first { $0.tag == 0x0112 }).flatMap(Orientation.init) ?? .up
            let start = exif.startIndex + note.value
            gravity = Self.appleGravity(exif[start..<start + note.byteCount]).map { Self.shown($0, turned) }
        }
    }

    /// The acceleration vector in Apple's maker note, in the axes of the stored image: x right, y down, z forward.
    ///
    /// The note is `Apple iOS`, two bytes of version and the byte order, then a directory at byte 14 whose offsets count from the
    /// note's beginning; tag 8 is the vector in the device's axes (x right, y up, z out of the screen). Seen from behind the
    /// screen, the back camera's image has the device's bottom at its right and the device's left at its lower edge.
    private static func appleGravity(_ note: ArraySlice<UInt8>) -> SIMD3<Float>? {
        guard note.count > 16, note.starts(with: Array("Apple iOS\0".utf8)) else { return nil }
        let order = note[note.startIndex + 12]
        guard order == 0x4D || order == 0x49 else { return nil }
        let header: [UInt8] = order == 0x4D ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 14] : [0x49, 0x49, 42, 0, 14, 0, 0, 0]
        let bytes = header + note.dropFirst(8)
        guard let tiff = TIFFReader(bytes[...]), let entry = tiff.first.first(where: { $0.tag == 8 }), entry.type == 10,
            entry.count == 3
        else { return nil }
        var device = SIMD3<Float>.zero
        for i in 0..<3 {
            guard let above = tiff.number(entry.value + 8 * i, 4), let below = tiff.number(entry.value + 8 * i + 4, 4) else {
                return nil
            }
            let divisor = Int32(truncatingIfNeeded: below)
            guard divisor != 0 else { return nil }
            device[i] = Float(Int32(truncatingIfNeeded: above)) / Float(divisor)
        }
        let length = (device * device).sum().squareRoot()
        // A moving phone measures its own acceleration too.
        guard length > 0.9, length < 1.1 else { return nil }
        return SIMD3(-device.y, -device.x, -device.z) / length
    }

    /// A direction of the stored image (x right, y down, z forward) in the image as it is shown, with y up and z back.
    private static func shown(_ g: SIMD3<Float>, _ orientation: Orientation) -> SIMD3<Float> {
        let (x, y) =
            switch orientation {
            case .up: (g.x, g.y)
            case .upMirrored: (-g.x, g.y)
            case .down: (-g.x, -g.y)
            case .downMirrored: (g.x, -g.y)
            case .leftMirrored: (g.y, g.x)
            case .right: (-g.y, g.x)
            case .rightMirrored: (-g.y, -g.x)
            case .left: (g.y, -g.x)
            }
        return SIMD3(x, -y, -g.z)
    }
}
