import Codecs
import ModelFormats
import Foundation
import TestSupport
import Testing

/// What the XML reader refuses, seen through E57 files, and what it reads.
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
        ("<!DOCTYPE x [<!ENTITY a \"b\">]><e57Root/>", "document type"), ("<e57Root>&lol;</e57Root>", "not declared"),
        ("<e57Root>", "ends inside"),
        ("<e57Root></other>", "without its start"), ("<e57Root/><e57Root/>", "after the root"),
        ("<e57Root a=1/>", "without quotes"),
        ("", "beyond"),
        ("<e57Root a='1>", "does not end"), ("<!-- never", "comment"), ("<e57Root><![CDATA[", "ends inside"), ("text", "outside"),
        ("<other/>", "<other>"), (String(repeating: "<a>", count: 300), "256 deep"),
        ("<e57Root>&#xFFFFFFFF;</e57Root>", "character"),
        ("<e57Root><data3D/><images2D><a/><b/></images2D></e57Root>", "2 images"),
        ("<?xml version='1.0'?><!-- ok --><e57Root a='&lt;&#65;'>&amp;<![CDATA[<&]]></e57Root>", "neither scans nor images"),
    ]) func `XML that is not well formed, or too clever, is refused in a line`(xml: String, expected: String) throws {
        let line = try #require(refusal(xml))
        #expect(line.contains(expected) && !line.contains("\n"), "\(line)")
    }

    private func tree(_ xml: [UInt8]) throws -> XMLTreeNode {
        try xml.withUnsafeBytes { try XMLTreeNode.read($0, skips: ["skip"]) }
    }

    @Test func `Text comes whole, whatever it is made of`() throws {
        let xml =
            "\u{FEFF}<a xmlns='u'><n:b n:c='1&lt;2'> x&gt;<![CDATA[<&]]><!-- no -->é&#65; </n:b><skip><d>1</d></skip><b>2</b></a>"
        let root = try tree(Array(xml.utf8))
        #expect(root.name == "a" && root.children.count == 2 && root.text == "")
        let first = try #require(root.child("b"))
        #expect(first.qualifiedName == "n:b" && first.attribute("n:c") == "1<2" && first.attribute("c") == nil)
        #expect(first.text == " x><&éA " && first.trimmedText == "x><&éA")
        #expect(root.all("b").map(\.text) == [" x><&éA ", "2"])
    }

    /// libxml2 hands long texts over in pieces, cut anywhere, and refuses more than 10 MB in one.
    @Test func `Numbers are not cut where a long text is`() throws {
        let values = (0..<2_000_000).map { Double($0) + 0.25 }
        var xml = TextBuffer(reserving: 20_000_000)
        xml.append(text: "<a>")
        for value in values {
            xml.append(value)
            xml.append(UInt8(ascii: " "))
        }
        xml.append(text: "</a>")
        #expect(xml.bytes.count > 16_000_000)
        #expect(try tree(xml.bytes).doubles() == values)
        #expect(throws: FormatError.self) { try tree(Array("<a>1 two</a>".utf8)).doubles() }
        #expect(throws: FormatError.self) { try tree(Array("<a>1 -2</a>".utf8)).indices() }
    }

    @Test(arguments: [
        "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a>&b;</a>", "<?xml version='1.0'?><!-- <a> --><!DOCTYPE a><a/>",
        "<!DOCTYPE a [<!ENTITY % p SYSTEM 'file:///etc/passwd'>%p;]><a/>",
        "<!DOCTYPE a [<!ENTITY b 'xxxxxxxxxx'><!ENTITY c '&b;&b;&b;&b;'>]><a>&c;</a>",
    ]) func `Document types are refused, also in UTF-16`(xml: String) throws {
        #expect(throws: FormatError.self) { try tree(Array(xml.utf8)) }
        #expect(throws: FormatError.self) { try tree([UInt8](#require(xml.data(using: .utf16)))) }
    }

    @Test func `Damaged documents give an error or a tree`() {
        let whole = Array("<?xml version='1.0'?><a b='c'>1 2 3<d e='f'/><![CDATA[x]]>&amp;<!-- g --></a>".utf8)
        for length in 0..<whole.count { #expect(throws: FormatError.self) { try tree(Array(whole[..<length])) } }
        for bytes in TestData.bitFlips(of: whole, count: 2000) {
            do { _ = try tree(bytes) } catch { #expect("\(error)".count > 7 && !"\(error)".contains("\n")) }
        }
    }

    /// Numbers instead of text, from a file of several pieces.
    @Test func `lists of numbers are the same as their text`() throws {
        let doubles = (0..<20_000).map { Double($0) * 0.37 - 5 }
        let indices = (0..<20_000).map { UInt32($0 * 7) }
        func text(_ numbers: [some CustomStringConvertible]) -> String { numbers.map(\.description).joined(separator: " \n") }
        let xml =
            "<?xml version=\"1.0\"?><r><a count=\"20000\">\(text(doubles))</a><p>\(text(indices))</p>"
            + "<b count=\"99999999999\">1 2</b><q>1 x</q></r>"
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("numbers-\(UUID().uuidString).xml")
        try Data(xml.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let lists: [String: XMLTreeNode.List] = ["a": .doubles, "b": .doubles, "p": .indices, "q": .indices]
        let root = try XMLTreeNode.read(RandomAccessFile(url), lists: lists)
        #expect(try root.child("a")?.doubles() == doubles)
        #expect(try root.child("b")?.doubles() == [1, 2])
        #expect(try root.child("p")?.indices() == indices)
        #expect(throws: FormatError.self) { try root.child("q")?.indices() }
    }
}
