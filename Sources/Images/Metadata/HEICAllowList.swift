/// Keeps of a HEIC file (ISO/IEC 23008-12) its primary image with what it is made of, and the allowed EXIF fields.
///
/// The result has the same length, because boxes name offsets of the file: it begins as zeros, and only what is on a list is copied
/// to its place. Boxes that are on none become free space.
struct HEICAllowList {
    private static let damaged = ImageError("this image is damaged: its metadata can't be removed reliably")

    private static let imageTypes: Set<String> = ["hvc1", "hvt1", "av01", "grid", "iden", "iovl", "tmap"]
    private static let properties: Set<String> = [
        "hvcC", "av1C", "ispe", "pixi", "colr", "irot", "imir", "clap", "pasp", "auxC", "clli", "mdcv", "lsel", "a1op",
    ]
    private static let groups: Set<String> = ["altr", "ster"]

    private let bytes: [UInt8]
    private var result: [UInt8]
    /// Where the data of items may be.
    private var data: [Range<Int>] = []
    private var itemData: Range<Int>?

    static func strip(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
        var list = HEICAllowList(bytes)
        try list.run()
        return list.result
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        result = [UInt8](repeating: 0, count: bytes.count)
    }

    // MARK: Boxes

    private mutating func run() throws(ImageError) {
        guard let top = MediaBox.list(bytes, in: 0..<bytes.count, isOpen: true), top.first?.type == "ftyp",
            let meta = top.first(where: { $0.type == "meta" }), top.count(where: { $0.type == "meta" }) == 1
        else { throw Self.damaged }
        for box in top {
            switch box.type {
            case "ftyp": keep(box.range)
            case "mdat":
                keepHeader(box)
                data.append(box.content)
            case "meta": keepHeader(box, and: 4)
            default: free(box)
            }
        }
        guard let children = MediaBox.list(bytes, in: try inside(meta, after: 4)) else { throw Self.damaged }
        func child(_ type: String) throws(ImageError) -> MediaBox {
            let found = children.filter { $0.type == type }
            guard let box = found.first, found.count == 1 else { throw Self.damaged }
            return box
        }
        for box in children {
            switch box.type {
            // Its name is left out.
            case "hdlr": keepHeader(box, and: 12)
            case "pitm", "iloc", "iref": keep(box.range)
            case "iinf": break
            case "idat":
                keepHeader(box)
                itemData = box.content
            case "iprp": try keepProperties(box)
            case "grpl": try keepChildren(box, of: Self.groups)
            default: free(box)
            }
        }
        let types = try keepItems(try child("iinf"))
        let locations = try ItemLocations(bytes, in: try child("iloc").content)
        let references = try children.first { $0.type == "iref" }.map { (box) throws(ImageError) in
            try ItemReferences(bytes, in: box.content)
        }
        let primary = try primaryItem(try child("pitm"))
        guard let type = types[primary], Self.imageTypes.contains(type) else { throw Self.damaged }
        let used = (references ?? ItemReferences()).items(of: primary)
        for (item, type) in types where Self.imageTypes.contains(type) && used.contains(item) {
            for extent in try extents(of: item, locations) { keep(extent) }
        }
        // Last: what is within the data of an image is no EXIF data.
        var hasEXIF = false
        for item in types.keys.sorted() where types[item] == "Exif" && used.contains(item) {
            let extents = try extents(of: item, locations)
            for extent in extents { result.replaceSubrange(extent, with: [UInt8](repeating: 0, count: extent.count)) }
            if !hasEXIF, let extent = extents.first, extents.count == 1 { hasEXIF = try keepEXIF(extent) }
        }
    }

    private mutating func keep(_ range: Range<Int>) { result.replaceSubrange(range, with: bytes[range]) }

    private mutating func keepHeader(_ box: MediaBox, and more: Int = 0) {
        keep(box.range.lowerBound..<min(box.content.lowerBound + more, box.range.upperBound))
    }

    /// Makes a box free space of its size.
    private mutating func free(_ box: MediaBox) {
        keepHeader(box)
        let type = box.range.lowerBound + 4
        result.replaceSubrange(type..<type + 4, with: Array("free".utf8))
    }

    private func inside(_ box: MediaBox, after count: Int) throws(ImageError) -> Range<Int> {
        guard box.content.count >= count else { throw Self.damaged }
        return box.content.lowerBound + count..<box.content.upperBound
    }

    private mutating func keepChildren(_ box: MediaBox, of types: Set<String>) throws(ImageError) {
        guard let children = MediaBox.list(bytes, in: box.content) else { throw Self.damaged }
        keepHeader(box)
        for child in children {
            if types.contains(child.type) { keep(child.range) } else { free(child) }
        }
    }

    private mutating func keepProperties(_ box: MediaBox) throws(ImageError) {
        guard let children = MediaBox.list(bytes, in: box.content) else { throw Self.damaged }
        keepHeader(box)
        for child in children {
            switch child.type {
            // A property that becomes free space keeps its index.
            case "ipco": try keepChildren(child, of: Self.properties)
            case "ipma": keep(child.range)
            default: free(child)
            }
        }
    }

    // MARK: Items

    /// Keeps the list of items without their names.
    /// - Returns: the type of each item.
    private mutating func keepItems(_ box: MediaBox) throws(ImageError) -> [Int: String] {
        guard let version = bytes[box.content].first else { throw Self.damaged }
        let head = version == 0 ? 6 : 8
        guard let entries = MediaBox.list(bytes, in: try inside(box, after: head)) else { throw Self.damaged }
        keepHeader(box, and: head)
        var types: [Int: String] = [:]
        for entry in entries {
            guard entry.type == "infe", let version = bytes[entry.content].first, version == 2 || version == 3 else {
                throw Self.damaged
            }
            var reader = BigEndianReader(bytes, at: entry.content.lowerBound + 4, end: entry.content.upperBound)
            let item = try reader.number(version == 2 ? 2 : 4)
            guard types[item] == nil else { throw Self.damaged }
            _ = try reader.number(2)
            types[item] = try reader.type()
            keep(entry.range.lowerBound..<reader.at)
        }
        return types
    }

    private func primaryItem(_ box: MediaBox) throws(ImageError) -> Int {
        guard let version = bytes[box.content].first else { throw Self.damaged }
        var reader = BigEndianReader(bytes, at: box.content.lowerBound + 4, end: box.content.upperBound)
        return try reader.number(version == 0 ? 2 : 4)
    }

    /// Where the data of an item is in the file.
    private func extents(of item: Int, _ locations: ItemLocations) throws(ImageError) -> [Range<Int>] {
        guard let location = locations.items[item] else { return [] }
        let sources = location.isInItemData ? [itemData].compactMap { $0 } : data
        let base = location.isInItemData ? itemData?.lowerBound ?? 0 : 0
        var found: [Range<Int>] = []
        for extent in location.extents {
            let range = base + extent.lowerBound..<base + extent.upperBound
            guard sources.contains(where: { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }) else {
                throw Self.damaged
            }
            found.append(range)
        }
        return found
    }

    /// Writes EXIF data anew where it was. It begins with the offset of its TIFF structure in what follows (annex A.2.1).
    /// - Returns: whether there is any that others may have.
    private mutating func keepEXIF(_ place: Range<Int>) throws(ImageError) -> Bool {
        guard place.count > 4 else { return false }
        var reader = BigEndianReader(bytes, at: place.lowerBound, end: place.upperBound)
        let start = place.lowerBound + 4 + (try reader.number(4))
        guard start < place.upperBound, let kept = EXIFAllowList.rebuilt(bytes[start..<place.upperBound]),
            kept.count + 4 <= place.count
        else { return false }
        result.replaceSubrange(place.lowerBound + 4..<place.lowerBound + 4 + kept.count, with: kept)
        return true
    }
}
