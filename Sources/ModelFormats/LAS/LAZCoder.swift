/// One side of LASzip's arithmetic coder. Models change alike on both sides, so that what is coded is described once: the encoder
/// takes the values that it is given, the decoder ignores them, and both return what is in the file.
protocol LAZCoder {
    /// Whether values come from the file.
    static var decodes: Bool { get }
    mutating func code(_ symbol: Int, _ model: SymbolModel) -> Int
    mutating func code(_ real: Int32, prediction: Int32, context: Int, _ model: inout IntegerModel) -> Int32
    mutating func code(_ color: SIMD3<UInt16>, _ model: inout LAZColor) -> SIMD3<UInt16>
    /// A GPS time as the bits of a double.
    mutating func code(_ time: Int64, _ model: inout LAZTime) -> Int64
}

extension ArithmeticDecoder: LAZCoder {
    static var decodes: Bool { true }

    @inline(__always) mutating func code(_ symbol: Int, _ model: SymbolModel) -> Int { self.symbol(model) }

    @inline(__always) mutating func code(
        _ real: Int32, prediction: Int32, context: Int, _ model: inout IntegerModel
    ) -> Int32 { model.decode(prediction, context: context, decoder: &self) }

    @inline(__always) mutating func code(_ color: SIMD3<UInt16>, _ model: inout LAZColor) -> SIMD3<UInt16> {
        model.last = model.decode(&self)
        return model.last
    }

    @inline(__always) mutating func code(_ time: Int64, _ model: inout LAZTime) -> Int64 { model.decode(&self) }
}

extension ArithmeticEncoder: LAZCoder {
    static var decodes: Bool { false }

    @inline(__always) mutating func code(_ symbol: Int, _ model: SymbolModel) -> Int {
        put(symbol, model)
        return symbol
    }

    @inline(__always) mutating func code(
        _ real: Int32, prediction: Int32, context: Int, _ model: inout IntegerModel
    ) -> Int32 {
        model.encode(real, prediction: prediction, context: context, encoder: &self)
        return real
    }

    @inline(__always) mutating func code(_ color: SIMD3<UInt16>, _ model: inout LAZColor) -> SIMD3<UInt16> {
        model.encode(color, &self)
        return color
    }

    @inline(__always) mutating func code(_ time: Int64, _ model: inout LAZTime) -> Int64 {
        model.encode(time, &self)
        return time
    }
}

/// A layer of a chunk: the coder of one part of all points.
struct LAZLayer<Coder: LAZCoder> {
    var coder: Coder
    /// Whether the part changes at all in the chunk; where it does not, all points have that of the first, and the layer is empty.
    let isUsed: Bool
}
