import Geometry

extension Downsampling {
    /// Whether the values of an attribute are measured, so that their mean says something; values of the others are labels or
    /// numbers of something.
    public static func averages(_ attribute: PointAttribute) -> Bool {
        typealias Name = PointAttribute.Name
        return attribute.values.type.isFloatingPoint
            || [Name.intensity, Name.nearInfrared, Name.scanAngle, Name.confidence, Name.gpsTime].contains(attribute.name)
            || Name.channels.contains(attribute.name)
    }

    /// The attributes of the cubes' points: means of measured values, else the value that more than half of a cube's points have,
    /// or, where there is none, one of those that some have (Boyer and Moore's majority vote).
    /// - Parameters:
    ///   - cloud: all points.
    ///   - numbers: the cube of each point.
    ///   - count: how many cubes there are.
    static func attributes(_ cloud: PointCloud, numbers: [Int32], count: Int) -> [PointAttribute] {
        cloud.attributes.map { attribute in
            var result = attribute
            result.values =
                averages(attribute)
                ? means(attribute.values, numbers: numbers, count: count)
                : attribute.values.picked(majorities(attribute.values, numbers: numbers, count: count))
            return result
        }
    }

    /// Means of what is finite; integers are rounded.
    private static func means(_ values: PointAttribute.Values, numbers: [Int32], count: Int) -> PointAttribute.Values {
        var sums = [Double](repeating: 0, count: count)
        var counts = [Int32](repeating: 0, count: count)
        for (i, number) in numbers.enumerated() {
            let x = values[i]
            guard x.isFinite else { continue }
            // Running means stay exact for large numbers, such as times.
            counts[Int(number)] += 1
            sums[Int(number)] += (x - sums[Int(number)]) / Double(counts[Int(number)])
        }
        let isInteger = !values.type.isFloatingPoint
        for i in 0..<count {
            if isInteger { sums[i] = sums[i].rounded() } else if counts[i] == 0 { sums[i] = .nan }
        }
        return PointAttribute.Values.double(sums).converted(to: values.type)
    }

    /// For each cube a point that has the value of the majority.
    private static func majorities(_ values: PointAttribute.Values, numbers: [Int32], count: Int) -> [Int] {
        var candidates = [Int](repeating: 0, count: count)
        var votes = [Int32](repeating: 0, count: count)
        for (i, number) in numbers.enumerated() {
            let n = Int(number)
            if votes[n] == 0 {
                candidates[n] = i
                votes[n] = 1
            } else {
                votes[n] += values[i] == values[candidates[n]] ? 1 : -1
            }
        }
        return candidates
    }
}
