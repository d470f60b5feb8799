/// A dictionary in the order of its keys. Iteration doesn't depend on hashing, so that the same operations give the same bytes on
/// every machine. Insertion moves what is behind; made for up to some thousand entries.
struct SortedTable<Key: Comparable & Sendable, Value: Sendable>: Sendable {
    private(set) var keys: [Key] = []
    private(set) var values: [Value] = []

    var count: Int { keys.count }

    /// The value of `key`. Setting nil removes it.
    subscript(key: Key) -> Value? {
        get {
            let i = index(of: key)
            return i < keys.count && keys[i] == key ? values[i] : nil
        }
        set {
            let i = index(of: key)
            let isThere = i < keys.count && keys[i] == key
            switch (isThere, newValue) {
            case (true, .some(let value)): values[i] = value
            case (true, .none):
                keys.remove(at: i)
                values.remove(at: i)
            case (false, .some(let value)):
                keys.insert(key, at: i)
                values.insert(value, at: i)
            case (false, .none): break
            }
        }
    }

    func contains(_ key: Key) -> Bool {
        let i = index(of: key)
        return i < keys.count && keys[i] == key
    }

    /// Removes the entries for which `isObsolete` holds.
    mutating func removeAll(where isObsolete: (Value) -> Bool) {
        var kept = 0
        for i in 0..<keys.count where !isObsolete(values[i]) {
            if kept != i {
                keys[kept] = keys[i]
                values[kept] = values[i]
            }
            kept += 1
        }
        keys.removeLast(keys.count - kept)
        values.removeLast(values.count - kept)
    }

    /// The index of the first key that isn't below `key`.
    private func index(of key: Key) -> Int {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension SortedTable: Equatable where Value: Equatable {}
