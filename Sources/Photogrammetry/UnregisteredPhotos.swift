/// Finds the likely reason why photos have no pose.
package enum UnregisteredPhotos {
    /// What is known of a photo after structure from motion.
    package struct Evidence {
        var name: String
        var isBlurred: Bool
        /// Key points; nil where the engine could not read the image.
        var features: Int?
        /// 0 is the largest model.
        var model: Int?
        /// Consistent matches with each other photo, by its number.
        var matches: [Int: Int]

        package init(name: String, isBlurred: Bool = false, features: Int?, model: Int?, matches: [Int: Int]) {
            self.name = name
            self.isBlurred = isBlurred
            self.features = features
            self.model = model
            self.matches = matches
        }
    }

    /// Key points below which a photo shows too little.
    static let minFeatures = 150
    /// Consistent matches that make two photos neighbours.
    static let minMatches = 15

    /// The photos without a pose.
    /// - Parameter models: how many photos each model has, the largest first.
    package static func explain(_ photos: [Evidence], models: [Int]) -> [UnregisteredPhoto] {
        photos.filter { $0.model != 0 }.map { photo in
            let (reason, explanation) = reason(photo, among: photos, models: models)
            return UnregisteredPhoto(name: photo.name, reason: reason, explanation: explanation)
        }
    }

    private static func reason(
        _ photo: Evidence, among all: [Evidence], models: [Int]
    ) -> (UnregisteredPhoto.Reason, String) {
        guard let features = photo.features else {
            return (.unreadable, "COLMAP can't read this image; save it again as JPEG")
        }
        let neighbours = photo.matches.filter { $0.value >= minMatches }
        if let model = photo.model, model > 0, models.indices.contains(model) {
            return (
                .otherModel,
                "it belongs to \(models[model]) photos that have no connection to the other \(models[0]); "
                    + "take photos between the two groups"
            )
        }
        if photo.isBlurred && neighbours.count < 3 { return (.blurred, "it is blurred; take it again with a steady hand") }
        if features < minFeatures {
            return (
                .textureless,
                "it shows hardly anything that can be recognised (\(features) key points); include textured surroundings"
            )
        }
        guard let best = neighbours.max(by: { $0.value < $1.value }) else {
            return (.noOverlap, "it has no overlap with any other photo; take photos between it and the others")
        }
        return (
            .weakOverlap,
            "it has too few points in common with the registered photos (\(best.value) with \(all[best.key].name), "
                + "the most similar one); take another photo between the two"
        )
    }
}
