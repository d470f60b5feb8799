import Geometry

/// Power spectra of real signals: a Hann window and a radix-2 FFT whose tables and buffers are allocated once.
struct PowerSpectrum: Sendable {
    /// Samples of a window, a power of two from 8 on.
    let size: Int
    /// The last spectrum: `size / 2 + 1` values from 0 Hz to half of the sample rate. A sine of amplitude 1 has about 1/4 at its
    /// maximum.
    private(set) var power: [Float]

    private let window: [Float]
    /// cos and sin of 2πk/size.
    private let cosines: [Float]
    private let sines: [Float]
    private let reversed: [Int32]
    private var real: [Float]
    private var imaginary: [Float]

    /// - Parameter size: a power of two, at least 8.
    init(size: Int) {
        precondition(size >= 8 && size & (size - 1) == 0)
        self.size = size
        let half = size / 2
        power = [Float](repeating: 0, count: half + 1)
        real = [Float](repeating: 0, count: half)
        imaginary = [Float](repeating: 0, count: half)
        let step = 2 * Float.pi / Float(size)
        var cosines: [Float] = []
        var sines: [Float] = []
        var window: [Float] = []
        for k in 0..<half {
            let (s, c) = Trigonometry.sincos(step * Float(k))
            cosines.append(c)
            sines.append(s)
        }
        // The sum of the Hann window is size/2: a sine of amplitude 1 then has the power 1/4.
        for k in 0..<size { window.append((0.5 - 0.5 * Trigonometry.cos(step * Float(k))) * 2 / Float(size)) }
        self.cosines = cosines
        self.sines = sines
        self.window = window
        var reversed = [Int32](repeating: 0, count: half)
        var bits = 0
        while 1 << bits < half { bits += 1 }
        for i in 0..<half {
            var value = 0
            for bit in 0..<bits where i & (1 << bit) != 0 { value |= 1 << (bits - 1 - bit) }
            reversed[i] = Int32(value)
        }
        self.reversed = reversed
    }

    /// Computes `power` of `size` samples from `start` on.
    mutating func analyze(_ samples: [Float], from start: Int) {
        // Even samples are the real parts, odd ones the imaginary parts of a transform of half the size.
        let half = size / 2
        for i in 0..<half {
            let target = Int(reversed[i])
            real[target] = samples[start + 2 * i] * window[2 * i]
            imaginary[target] = samples[start + 2 * i + 1] * window[2 * i + 1]
        }
        transform()
        power[0] = square(real[0] + imaginary[0])
        power[half] = square(real[0] - imaginary[0])
        for k in 1..<half {
            let evenReal = 0.5 * (real[k] + real[half - k])
            let evenImaginary = 0.5 * (imaginary[k] - imaginary[half - k])
            let oddReal = 0.5 * (imaginary[k] + imaginary[half - k])
            let oddImaginary = 0.5 * (real[half - k] - real[k])
            let a = evenReal + cosines[k] * oddReal + sines[k] * oddImaginary
            let b = evenImaginary + cosines[k] * oddImaginary - sines[k] * oddReal
            power[k] = a * a + b * b
        }
    }

    private func square(_ x: Float) -> Float { x * x }

    /// The transform in place; the input is in bit-reversed order.
    private mutating func transform() {
        let count = size / 2
        var span = 1
        while span < count {
            // A step of 2π/(2 span) in a table of steps of 2π/size.
            let stride = size / (2 * span)
            var start = 0
            while start < count {
                for j in 0..<span {
                    let c = cosines[j * stride]
                    let s = sines[j * stride]
                    let a = start + j
                    let b = a + span
                    let x = real[b] * c + imaginary[b] * s
                    let y = imaginary[b] * c - real[b] * s
                    real[b] = real[a] - x
                    imaginary[b] = imaginary[a] - y
                    real[a] += x
                    imaginary[a] += y
                }
                start += 2 * span
            }
            span *= 2
        }
    }
}
