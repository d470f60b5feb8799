/// A sheet of labels of equal size, in millimetres.
public struct LabelSheet: Sendable, Equatable, Identifiable, Codable {
    /// The name by which commands and pages choose it: "l7160".
    public var id: String
    /// The name that people know: "Avery L7160".
    public var name: String
    /// Of the paper.
    public var pageWidth: Double
    public var pageHeight: Double
    public var columns: Int
    public var rows: Int
    /// Of a label.
    public var labelWidth: Double
    public var labelHeight: Double
    /// From the paper's edges to the first label.
    public var marginLeft: Double
    public var marginTop: Double
    /// From a label's left edge to the next one's.
    public var pitchX: Double
    /// From a label's upper edge to the next one's.
    public var pitchY: Double
    /// Whether lines for cutting are drawn, on paper without labels.
    public var drawsOutlines: Bool

    /// Labels on a sheet.
    public var count: Int { columns * rows }

    /// A sheet of labels; nil for `pitchX` and `pitchY` where there is no gap between labels.
    public init(
        id: String, name: String, page: (width: Double, height: Double), columns: Int, rows: Int,
        label: (width: Double, height: Double),
        margin: (left: Double, top: Double), pitchX: Double? = nil, pitchY: Double? = nil, drawsOutlines: Bool = false
    ) {
        self.id = id
        self.name = name
        pageWidth = page.width
        pageHeight = page.height
        self.columns = columns
        self.rows = rows
        labelWidth = label.width
        labelHeight = label.height
        marginLeft = margin.left
        marginTop = margin.top
        self.pitchX = pitchX ?? label.width
        self.pitchY = pitchY ?? label.height
        self.drawsOutlines = drawsOutlines
    }

    private static let a4 = (width: 210.0, height: 297.0)
    private static let letter = (width: 215.9, height: 279.4)

    /// The usual sheets, by the makers' data.
    public static let all: [LabelSheet] = [
        LabelSheet(
            id: "l4731", name: "Avery L4731, 189 of 25.4 × 10 mm", page: a4, columns: 7, rows: 27, label: (25.4, 10),
            margin: (8.48, 13.5), pitchX: 27.94),
        LabelSheet(
            id: "l7651", name: "Avery L7651, 65 of 38.1 × 21.2 mm", page: a4, columns: 5, rows: 13, label: (38.1, 21.2),
            margin: (4.67, 10.7), pitchX: 40.64),
        LabelSheet(
            id: "l7160", name: "Avery L7160, 21 of 63.5 × 38.1 mm", page: a4, columns: 3, rows: 7, label: (63.5, 38.1),
            margin: (7.21, 15.15), pitchX: 66.04),
        LabelSheet(
            id: "l7163", name: "Avery L7163, 14 of 99.1 × 38.1 mm", page: a4, columns: 2, rows: 7, label: (99.1, 38.1),
            margin: (4.65, 15.15), pitchX: 101.6),
        LabelSheet(
            id: "5160", name: "Avery 5160, 30 of 2 5/8 × 1 in", page: letter, columns: 3, rows: 10, label: (66.675, 25.4),
            margin: (4.7625, 12.7), pitchX: 69.85),
        LabelSheet(
            id: "5163", name: "Avery 5163, 10 of 4 × 2 in", page: letter, columns: 2, rows: 5, label: (101.6, 50.8),
            margin: (3.96875, 12.7), pitchX: 106.3625),
        LabelSheet(
            id: "22806", name: "Avery 22806, 12 of 2 × 2 in", page: letter, columns: 3, rows: 4, label: (50.8, 50.8),
            margin: (15.875, 15.875), pitchX: 66.675, pitchY: 65.617),
        LabelSheet(
            id: "a4-70x37", name: "A4 without margins, 24 of 70 × 37 mm (Avery 3474)", page: a4, columns: 3, rows: 8,
            label: (70, 37),
            margin: (0, 0.5)),
        LabelSheet(
            id: "a4-105x42", name: "A4 without margins, 14 of 105 × 42.3 mm (Herma 4200)", page: a4, columns: 2, rows: 7,
            label: (105, 42.3), margin: (0, 0.45)),
        LabelSheet(
            id: "a4-grid", name: "Plain A4 paper to be cut, 24 of 60 × 32 mm", page: a4, columns: 3, rows: 8, label: (60, 32),
            margin: (15, 20.5), drawsOutlines: true),
        LabelSheet(
            id: "roll-62", name: "Continuous roll of 62 mm, each label 62 × 29 mm", page: (62, 29), columns: 1, rows: 1,
            label: (62, 29),
            margin: (0, 0)),
    ]

    /// The usual sheet with an id, whatever the case of its letters.
    /// - Throws: `CatalogueFormatError` that names the sheets there are.
    public static func named(_ id: String) throws(CatalogueFormatError) -> LabelSheet {
        if let sheet = all.first(where: { $0.id == id.lowercased() }) { return sheet }
        throw .unwritable("there is no label sheet \(id.quoted)", remedy: "choose \(all.map(\.id).joined(separator: ", "))")
    }

    /// Refuses sizes that can't be drawn, and labels beyond the paper.
    func check() throws(CatalogueFormatError) {
        let sizes = [pageWidth, pageHeight, labelWidth, labelHeight, marginLeft, marginTop, pitchX, pitchY]
        guard sizes.allSatisfy({ $0.isFinite && $0 >= 0 && $0 <= 2000 }), pageWidth >= 10, pageHeight >= 5, labelWidth >= 5,
            labelHeight >= 5,
            (1...100).contains(columns), (1...200).contains(rows)
        else { throw .unwritable("the label sheet \(id.quoted) has sizes that can't be drawn", remedy: "give them in millimetres") }
        let right = marginLeft + Double(columns - 1) * pitchX + labelWidth
        let bottom = marginTop + Double(rows - 1) * pitchY + labelHeight
        if right > pageWidth + 0.5 || bottom > pageHeight + 0.5 || (columns > 1 && pitchX < labelWidth)
            || (rows > 1 && pitchY < labelHeight)
        {
            throw .unwritable("the labels of the sheet \(id.quoted) overlap or exceed the paper", remedy: "correct its sizes")
        }
    }
}
