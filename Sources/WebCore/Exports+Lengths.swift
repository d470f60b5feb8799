import Geometry

/// The room for a text that the caller provides, in bytes.
private let textRoom = 64

/// Writes a length in metres as UTF-8 text to `text`, which has room for 64 bytes. Returns the number of bytes.
@_cdecl("dio_length_text")
public func lengthText(_ metres: Double, units: Int32, text: UnsafeMutablePointer<UInt8>) -> Int {
    write(lengthUnits(units).shortUTF8(metres: metres), to: text)
}

/// Writes a length in metres as UTF-8 text to `text`, which has room for 64 bytes, so that its last digit is worth about
/// `resolution` metres. Returns the number of bytes.
@_cdecl("dio_fine_length_text")
public func fineLengthText(_ metres: Double, resolution: Double, units: Int32, text: UnsafeMutablePointer<UInt8>) -> Int {
    write(lengthUnits(units).textUTF8(metres: metres, resolution: resolution), to: text)
}

/// Writes an area in square metres as UTF-8 text to `text`, which has room for 64 bytes. Returns the number of bytes.
@_cdecl("dio_area_text")
public func areaText(_ squareMetres: Double, units: Int32, text: UnsafeMutablePointer<UInt8>) -> Int {
    write(lengthUnits(units).drawingLabelUTF8(squareMetres: squareMetres), to: text)
}

/// The length in metres that was typed as UTF-8 text; not a number where it is not a length.
@_cdecl("dio_parse_length")
public func parseLength(_ text: UnsafePointer<UInt8>, count: Int, units: Int32) -> Double {
    let typed = [UInt8](UnsafeBufferPointer(start: text, count: max(0, count)))
    return lengthUnits(units).metres(typedUTF8: typed) ?? .nan
}

private func lengthUnits(_ number: Int32) -> LengthUnits {
    LengthUnits(rawValue: UInt8(truncatingIfNeeded: number)) ?? .metric
}

private func write(_ bytes: [UInt8], to text: UnsafeMutablePointer<UInt8>) -> Int {
    let count = min(bytes.count, textRoom)
    for i in 0..<count { text[i] = bytes[i] }
    return count
}
