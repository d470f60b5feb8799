import ArgumentParser
import Foundation
import Geometry
import Measurement
import Spaces

extension SingleValueParsingStrategy {
    /// For options whose value is a number or a list of numbers, which may begin with a minus sign: `--part -6,-3,-6,-1,3,6`.
    ///
    /// The next argument is the value, whatever it begins with; the value's type refuses what isn't a number, such as `--json`.
    static var number: Self { .unconditional }
}

extension ArrayParsingStrategy {
    /// The same for options that may be repeated: `--point A=-1,0,2 --point B=1,0,2`.
    static var number: Self { .unconditionalSingleValue }
}

extension ArgumentArrayParsingStrategy {
    /// For arguments that are lists of numbers, which may begin with a minus sign: `measure room.glb distance -1,0,2 1,0,2`.
    ///
    /// What begins with a minus sign and is not an option of the command becomes an argument; `Numbers` refuses unknown options
    /// among them.
    static var numbers: Self { .allUnrecognized }
}

/// Numbers separated by commas, as they are typed on the command line.
enum Numbers {
    /// - Parameter form: what is expected, for the error: "x,y,z in metres, such as 1.2,0,-3".
    /// - Throws: `ValidationError` unless `text` is `count` finite numbers.
    static func parse<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ text: String, count: Int, form: String
    ) throws -> [Number] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Number($0.trimmingCharacters(in: .whitespaces)) }.filter(\.isFinite)
        guard parts.count == count, numbers.count == count else {
            throw ValidationError(isOption(text) ? "Unknown option '\(text)'." : "'\(text)' is not \(form).")
        }
        return numbers
    }

    /// A point as x,y,z in metres.
    static func point(_ text: String) throws -> Point {
        let n: [Double] = try parse(text, count: 3, form: "x,y,z in metres, such as 1.2,0,-3")
        return Point(n[0], n[1], n[2])
    }

    /// A length in metres; a number alone, or with m, cm, mm, ft or in.
    static func length(_ text: String) throws -> Double {
        if let number = Double(text) { return number }
        if let metres = LengthUnits.metric.metres(typed: text) { return metres }
        throw ValidationError(isOption(text) ? "Unknown option '\(text)'." : "'\(text)' is not a length, such as 0.05, 5cm or 2in.")
    }

    /// Whether a text that should be a number looks like an option.
    fileprivate static func isOption(_ text: String) -> Bool {
        text.hasPrefix("-") && !text.dropFirst().hasPrefix(".") && text.dropFirst().first?.isNumber != true
    }

    /// A box as the coordinates of two opposite corners, in either order.
    static func box(_ text: String) throws -> Bounds {
        let n: [Float] = try parse(
            text, count: 6, form: "six numbers in metres, x,y,z of two opposite corners, such as -1,0,-2,1,2.4,2")
        return Bounds([Vector3(n[0], n[1], n[2]), Vector3(n[3], n[4], n[5])])
    }

    /// A position in a model's own precision.
    static func position(_ text: String) throws -> Vector3 {
        let n: [Float] = try parse(text, count: 3, form: "x,y,z in metres, such as 0,1.5,-2")
        return Vector3(n[0], n[1], n[2])
    }

    /// An axis by its name, or a direction as x,y,z.
    static func direction(_ text: String) throws -> Point {
        switch text {
        case "x": return Point(1, 0, 0)
        case "y": return Point(0, 1, 0)
        case "z": return Point(0, 0, 1)
        default:
            let n: [Double] = try parse(text, count: 3, form: "x, y, z or a direction as three numbers, such as 1,0,-1")
            return Point(n[0], n[1], n[2])
        }
    }

    /// The pinhole camera of "fx,fy,cx,cy"; its image size is that of the capture's images.
    static func intrinsics(_ text: String) throws -> CameraIntrinsics {
        let form = "fx,fy,cx,cy in pixels with both focal lengths above zero, such as 525,525,319.5,239.5"
        let n: [Float] = try parse(text, count: 4, form: form)
        guard n[0] > 0, n[1] > 0 else { throw ValidationError("'\(text)' is not \(form).") }
        return CameraIntrinsics(width: 0, height: 0, fx: n[0], fy: n[1], cx: n[2], cy: n[3])
    }
}

/// A point of `measure`: its coordinates, or the name of a point that `--point` gives.
enum PointArgument {
    case coordinates(Point)
    case name(String)

    init(_ text: String) throws {
        if CheckText.isName(text) {
            self = .name(text)
        } else if let point = try? CheckText().point(text) {
            self = .coordinates(point)
        } else {
            throw ValidationError(
                Numbers.isOption(text)
                    ? "Unknown option '\(text)'." : "'\(text)' is not x,y,z in metres, such as 1.2,0,-3 or 120cm,0,-3m.")
        }
    }
}
