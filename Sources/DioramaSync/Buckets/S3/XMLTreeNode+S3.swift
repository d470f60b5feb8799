import Codecs
import Foundation

/// Answers of S3: elements with text; attributes and namespaces mean nothing.
extension XMLTreeNode {
    /// Reads the body of an answer; nil where it is no XML document.
    static func s3Answer(_ body: Data) -> XMLTreeNode? {
        body.withUnsafeBytes { try? XMLTreeNode.read($0, depthLimit: 16) }
    }

    /// The text of the first child of this name.
    subscript(name: String) -> String? { child(name)?.text }
}
