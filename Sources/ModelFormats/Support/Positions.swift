import Geometry

/// Positions as a file holds them.
enum Positions {
    case doubles([SIMD3<Double>])
    case floats([Vector3])
    /// A count of values that are computed on demand.
    case asked(Int, (Int) -> SIMD3<Double>)

    var count: Int {
        switch self {
        case .doubles(let list): list.count
        case .floats(let list): list.count
        case .asked(let count, _): count
        }
    }

    var isEmpty: Bool { count == 0 }

    var first: SIMD3<Double>? {
        switch self {
        case .doubles(let list): list.first
        case .floats(let list): list.first.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) }
        case .asked(let count, let position): count > 0 ? position(0) : nil
        }
    }

    func picked(_ numbers: [Int]) -> Positions {
        switch self {
        case .doubles(let list): .doubles(numbers.map { list[$0] })
        case .floats(let list): .floats(numbers.map { list[$0] })
        case .asked(_, let position): .doubles(numbers.map(position))
        }
    }

    /// The transformed values; floats are returned unchanged if there is nothing to do.
    func placed(_ place: ((SIMD3<Double>) -> Vector3)?) -> [Vector3] {
        switch self {
        case .doubles(let list): return list.map { place?($0) ?? Vector3($0) }
        case .asked(let count, let position): return (0..<count).map { place?(position($0)) ?? Vector3(position($0)) }
        case .floats(let list):
            guard let place else { return list }
            return list.map { place(SIMD3(Double($0.x), Double($0.y), Double($0.z))) }
        }
    }
}
