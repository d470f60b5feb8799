@testable import Codecs
import ModelFormats
import Foundation
import TestSupport
import Testing

/// What the XML parser refuses, seen through E57 files.
@Suite struct XMLTests {
    /// An E57 file whose XML is this; its checksums are wrong.
    private func refusal(_ xml: String) -> String? {
        var content = Array(xml.utf8)
        var head = [UInt8](repeating: 0, count: 48)
        func put(_ value: Int, _ place: Int) { for k in 0..<8 { head[place + k] = UInt8(truncatingIfNeeded: value >> (8 * k)) } }
        let size = (48 + content.count + 1019) / 1020
        head.replaceSubrange(0..<8, with: Array("ASTM-E57".utf8))
        head[8] = 1
        put(size * 1024, 16)
        put(48, 24)
        put(content.count, 32)
        put(1024, 40)
        content = head + content
        content += [UInt8](repeating: 0, count: size * 1020 - content.count)
        var bytes: [UInt8] = []
        for page in 0..<size { bytes += content[page * 1020..<(page + 1) * 1020] + [0, 0, 0, 0] }
        return bytes.withUnsafeBytes { bytes -> String? in
            do throws(FormatError) {
                _ = try E57.read(bytes, checksums: .ignored)
                return nil
            } catch { return error.description }
        }
    }

    @Test(arguments: [
        ("<!DOCTYPE x [<!ENTITY a \"b\">]><e57Root/>", "document type"), ("<e57Root>&lol;</e57Root>", "‘lol’"),
        ("<e57Root>", "ends inside"),
        ("<e57Root></other>", "without its start"), ("<e57Root/><e57Root/>", "neither"), ("<e57Root a=1/>", "without quotes"),
        ("", "beyond"),
        ("<e57Root a='1>", "does not end"), ("<!-- never", "comment"), ("<e57Root><![CDATA[", "CDATA"), ("text", "outside"),
        ("<other/>", "<other>"), (String(repeating: "<a>", count: 300), "256 deep"), ("<e57Root>&#xFFFFFFFF;</e57Root>", "entity"),
        ("<e57Root><data3D/><images2D><a/><b/></images2D></e57Root>", "2 pictures"),
        ("<?xml version='1.0'?><!-- ok --><e57Root a='&lt;&#65;'>&amp;<![CDATA[<&]]></e57Root>", "neither scans nor pictures"),
    ]) func `XML that is not well formed, or too clever, is refused in a line`(xml: String, expected: String) throws {
        let line = try #require(refusal(xml))
        #expect(line.contains(expected) && !line.contains("\n"), "\(line)")
    }
}
