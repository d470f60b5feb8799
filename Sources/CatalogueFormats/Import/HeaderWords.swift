import Foundation

/// The words by which columns of unknown tables are recognised, in English, German, French, Spanish and Czech.
enum HeaderWords {
    private static let locale = Locale(identifier: "en_US_POSIX")

    /// A text for comparison: lower case, without accents, trimmed.
    static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() }
        return folded(text, locale)
    }

    private static func folded(_ text: String, _ locale: Locale) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines)
            .folding(
                options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: locale)
    }

    /// A header's words: letters and digits, what is in brackets left out ("Price (EUR)" is "price").
    static func words(_ header: String) -> String {
        var depth = 0
        var kept = ""
        for character in folded(header) {
            if "([{".contains(character) { depth += 1 }
            if depth == 0 { kept.append(character.isLetter || character.isNumber ? character : " ") }
            if ")]}".contains(character) { depth = max(0, depth - 1) }
        }
        return kept.split(separator: " ").joined(separator: " ")
    }

    /// Fields and their header words, folded; the first words are the most certain ones.
    static let synonyms: [(field: ThingField, words: [String])] = [
        (
            .name,
            [
                "name", "item", "item name", "title", "thing", "product", "product name", "asset name", "bezeichnung", "gegenstand",
                "artikel", "produkt", "titel", "nom", "objet", "article", "produit", "designation", "nombre", "articulo",
                "producto", "objeto",
                "nazev", "jmeno", "predmet", "vec", "polozka",
            ]
        ),
        (
            .category,
            [
                "category", "type", "group", "kategorie", "gruppe", "typ", "categorie", "groupe", "categoria", "grupo", "tipo",
                "skupina", "druh",
            ]
        ),
        (
            .brand,
            [
                "brand", "manufacturer", "make", "maker", "marke", "hersteller", "fabrikat", "marque", "fabricant", "marca",
                "fabricante",
                "znacka", "vyrobce",
            ]
        ),
        (
            .model,
            [
                "model", "model number", "model no", "model name", "modell", "modellnummer", "modellbezeichnung", "modele",
                "numero de modele", "modelo", "numero de modelo", "cislo modelu", "oznaceni modelu",
            ]
        ),
        (
            .serial,
            [
                "serial number", "serial", "serial no", "serial nr", "s n", "sn", "seriennummer", "serien nr", "serial nummer",
                "numero de serie",
                "n de serie", "no de serie", "serie", "seriove cislo", "vyrobni cislo",
            ]
        ),
        (
            .quantity,
            [
                "quantity", "qty", "count", "pieces", "pcs", "menge", "anzahl", "stuck", "stuckzahl", "quantite", "qte",
                "nombre de pieces",
                "cantidad", "unidades", "mnozstvi", "pocet", "kusu", "ks",
            ]
        ),
        (.condition, ["condition", "state", "zustand", "etat", "estado", "condicion", "stav"]),
        (
            .value,
            [
                "value", "current value", "estimated value", "replacement value", "replacement cost", "worth", "wert", "zeitwert",
                "neuwert",
                "aktueller wert", "schatzwert", "wiederbeschaffungswert", "valeur", "valeur actuelle", "valeur estimee",
                "valeur a neuf", "valor",
                "valor actual", "valor estimado", "hodnota", "aktualni hodnota", "odhadni cena",
            ]
        ),
        (
            .price,
            [
                "price", "purchase price", "cost", "purchase cost", "unit price", "paid", "preis", "kaufpreis", "einkaufspreis",
                "anschaffungspreis", "anschaffungskosten", "kosten", "prix", "prix d achat", "cout", "precio", "precio de compra",
                "coste",
                "costo", "cena", "kupni cena", "porizovaci cena", "nakupni cena",
            ]
        ),
        (.priceCurrency, ["currency", "price currency", "wahrung", "devise", "monnaie", "moneda", "divisa", "mena"]),
        (.valueCurrency, ["value currency", "currency of value"]),
        (
            .purchased,
            [
                "purchase date", "purchased", "date purchased", "purchased on", "bought", "bought on", "date of purchase",
                "date acquired",
                "acquisition date", "kaufdatum", "gekauft am", "gekauft", "anschaffungsdatum", "anschaffung", "date d achat",
                "achete le",
                "date d acquisition", "fecha de compra", "comprado", "comprado el", "fecha de adquisicion", "datum nakupu",
                "datum koupe",
                "koupeno", "datum porizeni",
            ]
        ),
        (
            .seller,
            [
                "seller", "vendor", "shop", "store", "retailer", "supplier", "purchased from", "bought from", "handler",
                "verkaufer",
                "lieferant", "geschaft", "gekauft bei", "vendeur", "magasin", "fournisseur", "achete chez", "vendedor", "tienda",
                "proveedor",
                "comprado en", "prodejce", "obchod", "dodavatel", "koupeno u",
            ]
        ),
        (
            .warrantyUntil,
            [
                "warranty until", "warranty", "warranty end", "warranty expires", "warranty expiration", "warranty date",
                "guarantee until",
                "garantie bis", "garantieende", "garantie", "gewahrleistung bis", "fin de garantie", "garantie jusqu au",
                "expiration de la garantie",
                "garantia hasta", "fin de garantia", "garantia", "vencimiento de la garantia", "zaruka do", "konec zaruky",
                "zaruka",
            ]
        ),
        (
            .warrantyNotes,
            [
                "warranty notes", "warranty details", "garantiehinweise", "garantiebedingungen", "notes de garantie",
                "detalles de la garantia",
                "poznamka k zaruce",
            ]
        ),
        (
            .tags,
            [
                "tags", "labels", "keywords", "tag", "label", "schlagworter", "stichworte", "etiketten", "etiquettes", "mots cles",
                "etiquetas",
                "palabras clave", "stitky", "klicova slova",
            ]
        ),
        (
            .place,
            [
                "place", "location", "room", "where", "storage location", "storage", "shelf", "box", "container", "folder", "ort",
                "standort",
                "lagerort", "raum", "zimmer", "aufbewahrungsort", "lieu", "emplacement", "piece", "endroit", "lugar", "ubicacion",
                "habitacion",
                "sala", "misto", "umisteni", "mistnost",
            ]
        ),
        (
            .insured,
            [
                "insured", "insurance", "versichert", "versicherung", "assure", "assurance", "asegurado", "seguro", "pojisteno",
                "pojisteni",
            ]
        ),
        (
            .notes,
            [
                "notes", "note", "comment", "comments", "remarks", "notizen", "notiz", "bemerkung", "bemerkungen", "anmerkung",
                "kommentar",
                "remarque", "remarques", "commentaire", "commentaires", "notas", "nota", "comentario", "comentarios",
                "observaciones", "poznamka",
                "poznamky", "komentar",
            ]
        ),
        (.description, ["description", "details", "beschreibung", "descripcion", "popis"]),
        (
            .reference,
            [
                "id", "asset id", "asset tag", "reference", "ref", "item id", "inventory number", "inventory no", "inventarnummer",
                "inventar nr", "numero d inventaire", "numero de inventario", "inventarni cislo",
            ]
        ),
        (.archived, ["archived", "archiviert", "archive", "archivado", "archivovano"]),
        (.soldTo, ["sold to", "verkauft an", "vendu a", "vendido a", "prodano komu"]),
        (
            .soldPrice,
            ["sold price", "sold for", "sale price", "verkaufspreis", "prix de vente", "precio de venta", "prodejni cena"]
        ),
        (.soldOn, ["sold on", "sold date", "date sold", "verkauft am", "vendu le", "vendido el", "fecha de venta", "prodano dne"]),
    ]

    /// How well a header names a field, 0 to 1: 1 for one of its words, 0.85 and less for headers that contain them or resemble
    /// them.
    static func score(_ header: String, _ candidates: [String]) -> Double {
        let header = words(header)
        guard !header.isEmpty, header.count <= 80 else { return 0 }
        let headerWords = Set(header.split(separator: " "))
        var best = 0.0
        for candidate in candidates {
            if header == candidate { return 1 }
            let candidateWords = Set(candidate.split(separator: " "))
            if candidateWords.isSubset(of: headerWords) {
                // "item purchase price" has all of "purchase price".
                best = max(best, 0.6 + 0.25 * Double(candidateWords.count) / Double(headerWords.count))
            } else if candidate.count >= 5 {
                let likeness = 1 - Double(distance(header, candidate)) / Double(max(header.count, candidate.count))
                if likeness >= 0.8 { best = max(best, 0.8 * likeness) }
            }
        }
        return best
    }

    /// Levenshtein's edit distance.
    private static func distance(_ a: String, _ b: String) -> Int {
        let a = Array(a)
        let b = Array(b)
        if abs(a.count - b.count) > 8 { return max(a.count, b.count) }
        var row = Array(0...b.count)
        for i in a.indices {
            var diagonal = row[0]
            row[0] = i + 1
            for j in b.indices {
                let substitution = diagonal + (a[i] == b[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substitution, row[j] + 1, diagonal + 1)
            }
        }
        return row[b.count]
    }
}
