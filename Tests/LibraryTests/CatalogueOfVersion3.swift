/// What the program of version 3 wrote; see `MigrationTests`.
enum CatalogueOfVersion3 {
    static let sql = ""
}
