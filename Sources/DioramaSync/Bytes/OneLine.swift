extension String {
    /// A foreign text as one short line: no control characters, no line ends, nothing that turns the direction of writing, at most
    /// `limit` characters and 8 bytes for each.
    package func oneLine(_ limit: Int = 80) -> String {
        var line = ""
        var count = 0
        for scalar in unicodeScalars.prefix(4 * limit) {
            let isHidden =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
                default: false
                }
            if isHidden { continue }
            line.unicodeScalars.append(scalar)
            count += 1
            if count == limit { break }
        }
        return line
    }
}
