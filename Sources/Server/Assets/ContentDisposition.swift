/// `Content-Disposition` with a file name for every client (RFC 6266): an ASCII one, and the exact one in UTF-8 (RFC 8187).
enum ContentDisposition {
    static func attachment(_ fileName: String) -> String {
        let plain = String(
            fileName.unicodeScalars.map { scalar in
                scalar.isASCII && scalar.value >= 32 && scalar.value != 127 && !"\"\\%/".unicodeScalars.contains(scalar)
                    ? Character(scalar) : "_"
            })
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(percentEncoded(fileName))"
    }

    /// Every byte that is not an `attr-char` of RFC 8187 as %XX.
    private static func percentEncoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        var encoded = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
                default: false
                }
            if isPlain {
                encoded.unicodeScalars.append(scalar)
            } else {
                encoded += ["%", String(digits[Int(byte >> 4)]), String(digits[Int(byte & 15)])].joined()
            }
        }
        return encoded
    }
}
