extension String {
    /// The text without control characters, line ends and marks of writing direction, truncated to `limit` Unicode scalars:
    /// untrusted names in messages and lists.
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
