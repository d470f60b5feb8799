import CatalogueFormats
import DioramaLibrary
import Testing

@Suite struct TotalsTests {
    private func thing(_ units: Int64?, _ currency: String = "EUR", quantity: Int = 1, tags: [String] = []) -> Thing {
        var thing = Thing(name: "x", category: units == nil ? nil : "Tools", quantity: quantity, tags: tags)
        thing.value = units.map { Money(minorUnits: $0, currency: currency) }
        thing.price = thing.value
        return thing
    }

    @Test func `sums consider quantity, place, category, tag and currency`() throws {
        var totals = Totals()
        var insured = thing(1050, quantity: 3, tags: ["a", "b"])
        insured.isInsured = true
        try totals.add(insured, place: ["House", "Cellar"])
        try totals.add(thing(700, "JPY"), place: ["House"])
        try totals.add(thing(nil, tags: ["a"]), place: [])
        #expect(totals.all.things == 3 && totals.all.items == 5 && totals.all.withoutValue == 1)
        #expect(totals.all.value.amounts == [Money(minorUnits: 3150, currency: "EUR"), Money(minorUnits: 700, currency: "JPY")])
        #expect(totals.all.insured.amounts == [Money(minorUnits: 3150, currency: "EUR")])
        #expect(totals.byPlace[["House"]]?.things == 1)
        #expect(totals.byPlaceAndBelow[["House"]]?.things == 2)
        #expect(totals.byPlaceAndBelow[["House", "Cellar"]]?.value.minorUnits == ["EUR": 3150])
        #expect(totals.byPlace[[]]?.things == 1)
        #expect(totals.byCategory.mapValues(\.things) == ["Tools": 2, "": 1])
        #expect(totals.byTag.mapValues(\.things) == ["a": 2, "b": 1, "": 1])
    }

    @Test func `an overflow is an error`() throws {
        var totals = Totals()
        #expect(throws: CatalogueFormatError.self) { try totals.add(thing(.max, quantity: 2), place: []) }
        var sum = Totals()
        try sum.add(thing(.max), place: [])
        let error = #expect(throws: CatalogueFormatError.self) { try sum.add(thing(1), place: []) }
        #expect(error?.description.contains("EUR") == true)
    }
}
