import Foundation

/// Finds the fields of a label by their captions, in English, German, French, Spanish and Czech.
struct LabelParser {
    /// A field with a caption.
    enum Field {
        case serial
        case model
        case lot
    }

    private let lines: [TextLine]

    init(_ lines: [TextLine]) { self.lines = lines }

    /// Lower case without accents: captions are compared so.
    static func plain(_ text: String) -> String {
        text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).lowercased()
    }

    // Captions, without accents, longest first. A caption ends at a word's end, or before a separator.
    private static let captions: [Field: [String]] = [
        .serial: [
            "manufacturer serial number", "numero de serie", "numero de serial", "serial number", "serien-nummer", "seriennummer",
            "n° de serie", "no de serie", "n de serie", "nº de serie", "num. de serie", "serie n°", "vyrobni cislo",
            "seriove cislo",
            "vyr. cislo", "vyr. c.", "ser. c.", "serial no.", "serial no", "serial nr", "serial #", "serial", "serien-nr.",
            "serien-nr", "serien nr.", "serien nr", "fabr.-nr.", "fabr. nr.", "fab.-nr.", "fabrik-nr.", "geratenummer",
            "ser. no.", "ser. no", "ser no", "ser.no.", "ser.no", "ser. nr.", "ser.nr.", "ser.-nr.", "s/n°", "s/n", "s / n", "s.n.",
            "snr", "sn", "ser",
        ],
        .model: [
            "model number", "model no.", "model no", "model name", "numero de modele", "modele", "modelo", "modellnummer",
            "modell-nr.", "modell-nr", "modell nr.", "modell", "typenbezeichnung", "type no.", "type no", "cislo modelu",
            "model/type",
            "model:", "model", "type", "typ", "tipo", "m/n", "mod.", "p/n", "pn",
        ],
        .lot: [
            "lot number", "lot no.", "lot no", "batch no.", "batch no", "batch", "charge", "chargennummer", "ch.-b.", "lote",
            "sarze",
            "lot",
        ],
    ]

    /// Captions of a date of expiry.
    private static let expiryCaptions = [
        "mindestens haltbar bis", "zu verbrauchen bis", "verwendbar bis", "haltbar bis", "best before", "best by", "use by",
        "use before",
        "expiry date", "expiration date", "expiration", "expires", "expiry", "exp. date", "exp date", "exp.", "exp", "mhd",
        "a consommer de preference avant", "a consommer avant", "date limite", "dlc", "ddm", "consumir preferentemente antes",
        "fecha de caducidad", "consumir antes", "caducidad", "caduca", "cad.", "vencimiento", "venc.", "minimalni trvanlivost",
        "spotrebujte do", "datum spotreby", "pouzitelne do", "exspirace", "bbe", "bb",
    ]

    /// The value beside or below the caption of a field.
    func value(of field: Field) -> String? {
        for (i, line) in lines.enumerated() {
            for reading in [line.text] + line.alternatives {
                guard let rest = Self.afterCaption(reading, captions: Self.captions[field] ?? []) else { continue }
                if let value = Self.token(rest, field: field) { return value }
            }
            // The caption alone: the value is to the right or below.
            guard Self.afterCaption(line.text, captions: Self.captions[field] ?? []) == "", let next = neighbour(of: i) else {
                continue
            }
            if let value = Self.token(next.text, field: field), Self.isPlausible(value, field) { return value }
        }
        return nil
    }

    /// A serial number among linear codes: one that is no article number and has a digit.
    func serial(among codes: [ScannedCode]) -> String? {
        let text = lines.map { $0.text.filter { $0.isLetter || $0.isNumber } }
        return codes.first { code in
            guard [.code128, .code39, .code93].contains(code.format), code.gtin == nil, Self.isPlausible(code.text, .serial) else {
                return false
            }
            // Printed beside the code as well.
            return text.contains { $0.contains(code.text.filter { $0.isLetter || $0.isNumber }) }
        }?.text
    }

    /// The date beside or below a caption of expiry.
    var expiry: LabelProposal.Day? {
        for (i, line) in lines.enumerated() {
            for reading in [line.text] + line.alternatives {
                guard let rest = Self.afterCaption(reading, captions: Self.expiryCaptions) else { continue }
                if let day = LabelDates.first(in: rest) { return day }
            }
            if Self.afterCaption(line.text, captions: Self.expiryCaptions) != nil, let next = neighbour(of: i),
                let day = LabelDates.first(in: next.text)
            {
                return day
            }
        }
        return nil
    }

    /// An article number that is printed as text.
    var gtin: String? {
        for line in lines {
            let digits = line.text.filter { $0.isASCIIDigit || $0 == " " }
            let joined = digits.filter { $0 != " " }
            let others = line.text.filter { !$0.isASCIIDigit && $0 != " " }.count
            if others <= 6, joined.count == 13 || joined.count == 12, GTIN.isValid(joined) { return joined }
        }
        return nil
    }

    /// The first line in large letters of words that is not a caption: usually the maker's name.
    func brand(excluding values: [String]) -> String? {
        let all = Self.captions.values.flatMap { $0 } + Self.expiryCaptions
        let candidates = lines.filter { line in
            let letters = line.text.filter(\.isLetter).count
            return line.confidence >= 0.6 && letters >= 2 && letters * 10 >= line.text.count * 7 && line.text.count <= 30
                && line.text.split(separator: " ").count <= 3 && !values.contains { line.text.contains($0) }
                && Self.afterCaption(line.text, captions: all) == nil
        }
        guard let tallest = candidates.map(\.bounds.height).max() else { return nil }
        return candidates.first { $0.bounds.height * 5 >= tallest * 4 }?.text.trimmingCharacters(in: .punctuationCharacters)
    }

    // MARK: Captions

    /// What follows a caption in a line; nil where it has none.
    static func afterCaption(_ text: String, captions: [String]) -> String? {
        // Folding keeps the number of characters, so that offsets agree.
        let characters = Array(text)
        let plain = characters.map { Self.plain(String($0)).first ?? " " }
        for caption in captions {
            let wanted = Array(caption)
            guard plain.count >= wanted.count else { continue }
            for start in 0...(plain.count - wanted.count)
            where start == 0 || !(plain[start - 1].isLetter || plain[start - 1].isNumber) {
                guard (0..<wanted.count).allSatisfy({ plain[start + $0] == wanted[$0] }) else { continue }
                let end = start + wanted.count
                // "SN" within "SNOW" is not a caption.
                if end < plain.count, wanted[wanted.count - 1].isLetter, plain[end].isLetter || plain[end].isNumber { continue }
                // "SN-627D" is a value.
                if end + 1 < plain.count, plain[end] == "-" || plain[end] == "/", plain[end + 1].isLetter || plain[end + 1].isNumber
                {
                    continue
                }
                let rest = String(characters[end...])
                return rest.trimmingCharacters(in: CharacterSet(charactersIn: " :.;,#=-–—|°º*").union(.whitespaces))
            }
        }
        return nil
    }

    /// The value at the beginning of a text.
    private static func token(_ text: String, field: Field) -> String? {
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        // "No.", "Nr." after the caption.
        while let first = words.first, ["no", "nr", "no.", "nr.", "n°", "number", "#", ":", "č."].contains(first.lowercased()) {
            words.removeFirst()
        }
        guard var value = words.first else { return nil }
        // Another caption begins: the value ended.
        let next = words.dropFirst().prefix { word in
            field == .model && word.contains(where: \.isNumber) && !word.contains(":") && word.count <= 8
        }
        if field == .model, !value.contains(where: \.isNumber), let more = next.first { value += " " + more }
        value = value.trimmingCharacters(in: CharacterSet(charactersIn: " :;,.|'\"()[]{}*"))
        return isPlausible(value, field) ? value : nil
    }

    private static func isPlausible(_ value: String, _ field: Field) -> Bool {
        guard (3...40).contains(value.count) else { return field == .model && value.count == 2 }
        let good = value.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-/._+ ".contains($0)) }.count
        guard good == value.count else { return false }
        switch field {
        case .serial, .lot: return value.filter(\.isASCIIDigit).count >= 2
        case .model: return value.contains { $0.isLetter || $0.isASCIIDigit }
        }
    }

    /// The line to the right of a line, or below it.
    private func neighbour(of i: Int) -> TextLine? {
        let box = lines[i].bounds
        let right = lines.indices.filter { j in
            let other = lines[j].bounds
            let overlap = min(box.y + box.height, other.y + other.height) - max(box.y, other.y)
            return j != i && overlap * 2 > min(box.height, other.height) && other.x >= box.x + box.width / 2
        }.min { lines[$0].bounds.x < lines[$1].bounds.x }
        if let right { return lines[right] }
        let below = lines.indices.filter { j in
            let other = lines[j].bounds
            let overlap = min(box.x + box.width, other.x + other.width) - max(box.x, other.x)
            return j != i && overlap > 0 && other.y >= box.y + box.height / 2 && other.y < box.y + 3 * box.height
        }.min { lines[$0].bounds.y < lines[$1].bounds.y }
        return below.map { lines[$0] }
    }
}
