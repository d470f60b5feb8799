import Foundation
import Postgres
import Testing

/// Values as PostgreSQL reads them.
@Suite struct PostgresParameterTests {
    @Test func `times are in UTC with microseconds, also before 1970`() {
        #expect(Date(timeIntervalSince1970: 0).postgresText == "1970-01-01 00:00:00.000000+00")
        #expect(Date(timeIntervalSince1970: 1_795_780_395.25).postgresText == "2026-11-27 11:53:15.250000+00")
        #expect(Date(timeIntervalSince1970: -0.5).postgresText == "1969-12-31 23:59:59.500000+00")
    }

    @Test func `bytes, lists and missing values have their forms`() {
        #expect(Data([0, 0xAB, 0xFF]).postgresText == "\\x00abff")
        #expect(["a", "b,c", "\"d\\"].postgresText == #"{"a","b,c","\"d\\"}"#)
        #expect(String?.none.postgresText == nil && Optional("x").postgresText == "x")
        #expect("a\0b".postgresText == "a\u{FFFD}b")
        #expect(Double.infinity.postgresText == "Infinity" && true.postgresText == "true")
    }
}
