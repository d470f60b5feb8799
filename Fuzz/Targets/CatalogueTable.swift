import CatalogueTable

/// What was read of a table is read the same when it was written again.
func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard let rows = try? rows(of: Array(bytes)) else { return }
    var writer = CSVWriter()
    for row in rows { writer.write(row.fields.map { .text($0) }) }
    let again = try? rowsOf(writer.bytes)
    precondition(
        again?.map { $0.map(CSVGuard.restored) } == rows.map(\.fields), "what was written is read differently")
}

private func rows(of bytes: [UInt8]) throws(CatalogueFormatError) -> [CSVRow] {
    var reader = try CSVReader(bytes)
    var rows: [CSVRow] = []
    while let row = try reader.next() { rows.append(row) }
    return rows
}

/// The same of a table that was written with commas.
private func rowsOf(_ bytes: [UInt8]) throws(CatalogueFormatError) -> [[String]] {
    var reader = try CSVReader(bytes, delimiter: .comma)
    var rows: [[String]] = []
    while let row = try reader.next() { rows.append(row.fields) }
    return rows
}

func seeds() -> [[UInt8]] {
    [
        "Name,Quantity,Price\r\nDrill,1,\"129,90\"\r\nSaw,2,\r\n", "sep=;\nName;Wert\n\"Lampe \"\"Erna\"\"\";12,5 €\n",
        "\u{FEFF}a\tb\rc\td\r", "=1+1,'@x,\"two\nlines\"\n",
    ].map { Array($0.utf8) } + [Array("Name\nM\u{FC}ller\n".unicodeScalars.map { UInt8($0.value) })]
}
