import Codecs
import Foundation

/// Responses of S3: elements with text; attributes and namespaces are ignored.
extension XMLTreeNode {
    /// Parses the body of a response; nil where it is not XML.
    static func s3Answer(_ body: Data) -> XMLTreeNode? {
        body.withUnsafeBytes { try? XMLTreeNode.read($0, depthLimit: 16) }
    }

    /// The text of the first child of this name.
    subscript(name: String) -> String? { child(name)?.text }
}
