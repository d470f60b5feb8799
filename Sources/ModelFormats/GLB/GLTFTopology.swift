import Models

/// What a primitive's mode makes of its vertices (specification section 3.7.2.1).
enum GLTFTopology {
    static let points = 0
    static let lines = 1
    static let triangles = 4

    /// Indices of an element.
    static func corners(_ topology: Primitive.Topology) -> Int {
        switch topology {
        case .triangles: 3
        case .lines: 2
        case .points: 1
        }
    }

    /// Triangles of a list (mode 4), a strip (5) or a fan (6).
    static func triangles(_ order: [UInt32], mode: Int) -> [UInt32] {
        if mode == 4 { return order.count % 3 == 0 ? order : Array(order.prefix(order.count / 3 * 3)) }
        var result: [UInt32] = []
        result.reserveCapacity(max(0, order.count - 2) * 3)
        for i in 2..<max(2, order.count) {
            if mode == 6 {
                result += [order[0], order[i - 1], order[i]]
            } else {
                result += i % 2 == 0 ? [order[i - 2], order[i - 1], order[i]] : [order[i - 1], order[i - 2], order[i]]
            }
        }
        return result
    }

    /// Segments of a list (mode 1), a loop (2) or a strip (3).
    static func segments(_ order: [UInt32], mode: Int) -> [UInt32] {
        if mode == 1 { return order.count % 2 == 0 ? order : Array(order.dropLast()) }
        guard order.count > 1 else { return [] }
        var result: [UInt32] = []
        result.reserveCapacity(2 * order.count)
        for i in 1..<order.count { result += [order[i - 1], order[i]] }
        if mode == 2 { result += [order[order.count - 1], order[0]] }
        return result
    }
}
