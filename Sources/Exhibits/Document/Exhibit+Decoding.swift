/// Lists that are left out of a document are empty, so that documents written by hand stay short. The decoding that the compiler
/// synthesizes in this module calls this overload.
extension KeyedDecodingContainer {
    func decode<Element: Decodable>(_ type: [Element].Type, forKey key: Key) throws -> [Element] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}
