import FloorPlans

extension Furniture {
    /// Its name for people: its own, else its category in words, as "Washer dryer".
    public var title: String {
        if let name { return name }
        if category == .other { return "Object" }
        let words = category.rawValue.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : "\($1)" }
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
