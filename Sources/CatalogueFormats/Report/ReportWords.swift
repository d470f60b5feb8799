/// The languages of reports.
public enum ReportLanguage: String, Sendable, CaseIterable, Codable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case czech = "cs"

    /// How amounts are written in the language.
    public var numberStyle: NumberStyle {
        switch self {
        case .english: NumberStyle(decimalSeparator: ".", groupSeparator: ",")
        case .german, .spanish: NumberStyle(decimalSeparator: ",", groupSeparator: ".")
        case .french, .czech: NumberStyle(decimalSeparator: ",", groupSeparator: "\u{A0}")
        }
    }
}

/// The texts of a report in one language.
struct ReportWords {
    let title: String
    let owner: String
    let date: String
    let things: String
    let items: String
    let currency: String
    let value: String
    let insuredValue: String
    let purchasePrice: String
    let withoutValue: String
    let byPlace: String
    let place: String
    let noPlace: String
    let continued: String
    let brandModel: String
    let serial: String
    let quantity: String
    let category: String
    let condition: String
    let purchased: String
    let price: String
    let total: String
    let warranty: String
    let insured: String
    let yes: String
    let no: String
    let notes: String
    let receipts: String
    let documents: String
    let document: String
    let thing: String
    let unavailable: String
    /// "Page %1 of %2"
    let page: String

    func page(_ number: Int, of count: Int) -> String {
        page.split(separator: " ").map { $0 == "%1" ? "\(number)" : $0 == "%2" ? "\(count)" : String($0) }.joined(separator: " ")
    }

    static func of(_ language: ReportLanguage) -> ReportWords {
        switch language {
        case .english: english
        case .german: german
        case .french: french
        case .spanish: spanish
        case .czech: czech
        }
    }

    private static let english = ReportWords(
        title: "Insurance inventory", owner: "Owner", date: "Date", things: "Things", items: "Items", currency: "Currency",
        value: "Value", insuredValue: "Value insured", purchasePrice: "Purchase price", withoutValue: "Without value",
        byPlace: "Totals by place", place: "Place", noPlace: "No place", continued: "continued", brandModel: "Brand, model",
        serial: "Serial number", quantity: "Quantity", category: "Category", condition: "Condition", purchased: "Purchased",
        price: "Price", total: "Total value", warranty: "Warranty until", insured: "Insured", yes: "yes", no: "no", notes: "Notes",
        receipts: "Receipts", documents: "Further documents", document: "Document", thing: "Thing",
        unavailable: "not available", page: "Page %1 of %2")

    private static let german = ReportWords(
        title: "Inventar für die Versicherung", owner: "Eigentümer", date: "Datum", things: "Gegenstände", items: "Stück",
        currency: "Währung", value: "Wert", insuredValue: "Davon versichert", purchasePrice: "Kaufpreis", withoutValue: "Ohne Wert",
        byPlace: "Summen nach Ort", place: "Ort", noPlace: "Ohne Ort", continued: "Fortsetzung", brandModel: "Marke, Modell",
        serial: "Seriennummer", quantity: "Anzahl", category: "Kategorie", condition: "Zustand", purchased: "Gekauft",
        price: "Kaufpreis", total: "Gesamtwert", warranty: "Garantie bis", insured: "Versichert", yes: "ja", no: "nein",
        notes: "Notizen", receipts: "Belege", documents: "Weitere Dokumente", document: "Dokument", thing: "Gegenstand",
        unavailable: "nicht verfügbar", page: "Seite %1 von %2")

    private static let french = ReportWords(
        title: "Inventaire pour l’assurance", owner: "Propriétaire", date: "Date", things: "Objets", items: "Pièces",
        currency: "Devise", value: "Valeur", insuredValue: "Valeur assurée", purchasePrice: "Prix d’achat",
        withoutValue: "Sans valeur", byPlace: "Totaux par lieu", place: "Lieu", noPlace: "Sans lieu", continued: "suite",
        brandModel: "Marque, modèle", serial: "Numéro de série", quantity: "Quantité", category: "Catégorie", condition: "État",
        purchased: "Acheté", price: "Prix", total: "Valeur totale", warranty: "Garantie jusqu’au", insured: "Assuré", yes: "oui",
        no: "non", notes: "Notes", receipts: "Justificatifs", documents: "Autres documents", document: "Document", thing: "Objet",
        unavailable: "non disponible", page: "Page %1 sur %2")

    private static let spanish = ReportWords(
        title: "Inventario para el seguro", owner: "Propietario", date: "Fecha", things: "Objetos", items: "Unidades",
        currency: "Moneda", value: "Valor", insuredValue: "Valor asegurado", purchasePrice: "Precio de compra",
        withoutValue: "Sin valor", byPlace: "Totales por lugar", place: "Lugar", noPlace: "Sin lugar", continued: "continuación",
        brandModel: "Marca, modelo", serial: "Número de serie", quantity: "Cantidad", category: "Categoría", condition: "Estado",
        purchased: "Comprado", price: "Precio", total: "Valor total", warranty: "Garantía hasta", insured: "Asegurado", yes: "sí",
        no: "no", notes: "Notas", receipts: "Comprobantes", documents: "Otros documentos", document: "Documento", thing: "Objeto",
        unavailable: "no disponible", page: "Página %1 de %2")

    private static let czech = ReportWords(
        title: "Inventář pro pojišťovnu", owner: "Vlastník", date: "Datum", things: "Předměty", items: "Kusy", currency: "Měna",
        value: "Hodnota", insuredValue: "Pojištěná hodnota", purchasePrice: "Pořizovací cena", withoutValue: "Bez hodnoty",
        byPlace: "Součty podle místa", place: "Místo", noPlace: "Bez místa", continued: "pokračování",
        brandModel: "Značka, model", serial: "Sériové číslo", quantity: "Počet", category: "Kategorie", condition: "Stav",
        purchased: "Koupeno", price: "Cena", total: "Celková hodnota", warranty: "Záruka do", insured: "Pojištěno", yes: "ano",
        no: "ne", notes: "Poznámky", receipts: "Doklady", documents: "Další dokumenty", document: "Dokument", thing: "Předmět",
        unavailable: "není k dispozici", page: "Strana %1 z %2")
}
