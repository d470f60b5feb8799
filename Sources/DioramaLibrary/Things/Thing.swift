import Foundation
import Geometry

/// A physical item: what it is, what it is worth, where it lies.
public struct Thing: CatalogueValue {
    /// Who it belongs to.
    public var account: AccountID?
    /// 1 to 200 characters.
    public var name: String
    /// "Tools", "Books": lists are filtered by it, whatever the case of its letters.
    public var category: String?
    /// Manufacturer, at most 100 characters; nil where unknown.
    public var brand: String?
    /// Model designation, at most 100 characters; nil where unknown.
    public var model: String?
    /// Serial number, at most 100 characters; nil where unknown.
    public var serial: String?
    /// How many of it there are; 1 or more.
    public var quantity: Int
    /// "new", "worn".
    public var condition: String?
    /// What one of it is worth now.
    public var value: Money? {
        get { Money(minorUnits: valueUnits, currency: valueCurrency) }
        set { (valueUnits, valueCurrency) = (newValue?.minorUnits, newValue?.currency) }
    }
    /// When it was bought.
    public var purchased: Date?
    /// What one of it cost.
    public var price: Money? {
        get { Money(minorUnits: priceUnits, currency: priceCurrency) }
        set { (priceUnits, priceCurrency) = (newValue?.minorUnits, newValue?.currency) }
    }
    /// Who sold it.
    public var seller: String?
    /// End of the warranty; nil for none.
    public var warrantyUntil: Date?
    /// Notes on the warranty, at most 100,000 characters.
    public var warrantyNotes: String?
    /// At most 100, each once, 1 to 100 characters.
    public var tags: [String]
    /// The space that it is in.
    public var space: SpaceID?
    /// The room, shelf or box that it is in.
    public var place: PlaceID?
    /// Position in the space, in metres.
    public var position: Vector3? {
        get {
            guard let x, let y, let z else { return nil }
            return Vector3(x, y, z)
        }
        set { (x, y, z) = (newValue?.x, newValue?.y, newValue?.z) }
    }
    /// The object of the space that it is, as a chair that a scan found; its id within the space, at most 200 characters.
    public var object: String?
    /// Whether an insurance covers it.
    public var isInsured: Bool
    /// What else there is to say of it, at most 200 fields.
    public var fields: [CustomField]
    /// At most 100,000 characters.
    public var notes: String

    // As stored in columns.
    var valueUnits: Int64?
    var valueCurrency: String?
    var priceUnits: Int64?
    var priceCurrency: String?
    var x: Float?
    var y: Float?
    var z: Float?

    /// Creates a thing to be added; the limits are those of the properties.
    public init(
        name: String, category: String? = nil, brand: String? = nil, model: String? = nil, serial: String? = nil, quantity: Int = 1,
        condition: String? = nil, value: Money? = nil, purchased: Date? = nil, price: Money? = nil, seller: String? = nil,
        warrantyUntil: Date? = nil, warrantyNotes: String? = nil, tags: [String] = [], space: SpaceID? = nil, place: PlaceID? = nil,
        position: Vector3? = nil, object: String? = nil, isInsured: Bool = false, fields: [CustomField] = [], notes: String = "",
        account: AccountID? = nil
    ) {
        self.account = account
        self.name = name
        self.category = category
        self.brand = brand
        self.model = model
        self.serial = serial
        self.quantity = quantity
        self.condition = condition
        self.purchased = purchased
        self.seller = seller
        self.warrantyUntil = warrantyUntil
        self.warrantyNotes = warrantyNotes
        self.tags = tags
        self.space = space
        self.place = place
        self.object = object
        self.isInsured = isInsured
        self.fields = fields
        self.notes = notes
        self.value = value
        self.price = price
        self.position = position
    }
}

extension Thing {
    public static let layout = TableLayout<Thing>(
        "things", noun: "thing", blank: Thing(name: ""), list: "thing_list", mediaColumn: "thing",
        owned: [("loans", "thing"), ("maintenance", "thing")],
        checked: { (thing) throws(LibraryError) in try thing.checked() }
    ) { column in
        column("account", \.account, references: "accounts")
        column("name", \.name)
        column("category", \.category)
        column("brand", \.brand)
        column("model", \.model)
        column("serial", \.serial)
        column("quantity", \.quantity)
        column("condition", \.condition)
        column("value", \.valueUnits)
        column("currency", \.valueCurrency)
        column("purchased", \.purchased)
        column("price", \.priceUnits)
        column("price_currency", \.priceCurrency)
        column("seller", \.seller)
        column("warranty_until", \.warrantyUntil)
        column("warranty_notes", \.warrantyNotes)
        column("tags", \.tags)
        column("space", \.space, references: "spaces")
        column("place", \.place, references: "places")
        column("x", \.x)
        column("y", \.y)
        column("z", \.z)
        column("object", \.object)
        column("insured", \.isInsured)
        column("fields", \.fields)
        column("notes", \.notes)
    }

    private func checked() throws(LibraryError) -> Thing {
        var thing = self
        thing.name = try Check.line(name, "a thing's name", characters: 200)
        thing.category = try Check.optionalLine(category, "a category", characters: 100)
        thing.brand = try Check.optionalLine(brand, "a brand", characters: 100)
        thing.model = try Check.optionalLine(model, "a model", characters: 100)
        thing.serial = try Check.optionalLine(serial, "a serial number", characters: 100)
        thing.condition = try Check.optionalLine(condition, "a condition", characters: 100)
        thing.seller = try Check.optionalLine(seller, "a seller", characters: 200)
        thing.object = try Check.optionalLine(object, "the object that a thing is", characters: 200)
        thing.warrantyNotes = try Check.optionalText(warrantyNotes, "the notes on a warranty")
        thing.notes = try Check.text(notes, "a thing's notes")
        if !(1...1_000_000_000).contains(quantity) {
            throw LibraryError(.invalidValue, "there are 1 to 1,000,000,000 of a thing, not \(quantity)")
        }
        try value?.check("a thing's value")
        try price?.check("a thing's price")
        try Check.time(purchased, "the day of a purchase")
        try Check.time(warrantyUntil, "the end of a warranty")
        if let position, ![position.x, position.y, position.z].allSatisfy(\.isFinite) {
            throw LibraryError(.invalidValue, "a thing's position must be finite")
        }
        thing.tags = try Check.tags(tags)
        thing.fields = try CustomField.checked(fields)
        return thing
    }
}
