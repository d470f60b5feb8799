/// A value with the stamp of the write that set it: a last-writer-wins register.
///
/// Source: Shapiro, Preguiça, Baquero, Zawirski: A comprehensive study of Convergent and Commutative Replicated Data Types, INRIA
/// RR-7506 (2011), 3.2.1.
public struct Register<Value: Equatable & Sendable>: Equatable, Sendable {
    /// The value.
    public private(set) var value: Value
    /// The write that set it.
    public private(set) var stamp: Stamp

    /// A register that `stamp` set to `value`.
    public init(_ value: Value, stamp: Stamp) {
        self.value = value
        self.stamp = stamp
    }

    /// Sets the value where `stamp` is later than that of the current value.
    /// - Returns: whether it was later.
    @discardableResult
    mutating func write(_ value: Value, stamp: Stamp) -> Bool {
        guard self.stamp < stamp else { return false }
        self.value = value
        self.stamp = stamp
        return true
    }
}

extension Optional {
    /// Sets a register that may not exist yet.
    mutating func write<Value>(_ value: Value, stamp: Stamp) -> Bool where Wrapped == Register<Value> {
        guard self != nil else {
            self = Register(value, stamp: stamp)
            return true
        }
        return self?.write(value, stamp: stamp) ?? false
    }
}
