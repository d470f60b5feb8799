import Codecs
import Foundation

extension X3DDocument {
    /// What is not read with all that is in it.
    private static let skipped: Set = ["ProtoDeclare", "ExternProtoDeclare", "Script", "IS", "ProtoBody"]
    private static let unread = [
        "ProtoDeclare": "Prototypes are not read.", "ExternProtoDeclare": "Prototypes are not read.",
        "Script": "Scripts are not read.",
    ]

    /// Reads the XML encoding.
    init(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        var scanner = XMLScanner(bytes, depthLimit: 310)
        guard try scanner.next() == .start, scanner.name == "X3D" else {
            throw .unreadable("is XML, but not an X3D file: its root element is <\(Text.clean(scanner.name.string))>")
        }
        if let version = scanner.attribute("version")?.double, version.isFinite { self.version = version }
        var known: [String: X3DNode] = [:]
        var open: [X3DNode] = []
        var isInScene = false
        while true {
            switch try scanner.next() {
            case .finished: return
            case .start where !isInScene:
                if scanner.name == "Scene" { isInScene = true } else { try readHead(scanner) }
            case .start:
                let type = scanner.name.string
                if Self.skipped.contains(type) {
                    if let sentence = Self.unread[type] { note(sentence) }
                    try scanner.skipElement()
                    continue
                }
                open.append(Self.node(scanner, type))
            case .end:
                guard let node = open.popLast() else {
                    isInScene = false
                    continue
                }
                let field = node.fields.first { $0.name == "containerField" }?.value.string
                // What a USE stands for takes the place of the node that has it.
                var value = node
                if let use = node.value("USE")?.string {
                    guard let target = known[use] else {
                        note("USE \(Text.quote(use)) refers to no node before it.")
                        continue
                    }
                    value = target
                } else if let name = node.name {
                    known[name] = node
                }
                if let parent = open.last { try parent.append(value, field: field) } else { roots.append(value) }
            }
        }
    }

    private static func node(_ scanner: XMLScanner, _ type: String) -> X3DNode {
        let node = X3DNode(type)
        for attribute in scanner.attributes {
            let name = attribute.name.string
            if name == "DEF" { node.name = attribute.value.string } else { node.fields.append((name, attribute.value)) }
        }
        return node
    }

    /// Metadata and units before the scene.
    private mutating func readHead(_ scanner: XMLScanner) throws(FormatError) {
        if scanner.name == "meta", let name = scanner.attribute("name")?.string, metadata.count < 200 {
            metadata[name] = scanner.attribute("content")?.string ?? ""
        }
        if scanner.name == "unit" {
            try setUnit(scanner.attribute("category")?.string ?? "", scanner.attribute("conversionFactor")?.double)
        }
    }

    mutating func setUnit(_ category: String, _ factor: Double?) throws(FormatError) {
        guard category == "length" || category == "angle" else { return }
        guard let factor, factor > 0, factor < 1e9 else { throw .unreadable("its unit of \(category) is invalid") }
        if category == "length" { unit = factor } else { angle = factor }
    }
}
