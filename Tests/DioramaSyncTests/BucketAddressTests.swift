import Foundation
import DioramaSync
import TestSupport
import Testing

@Suite struct BucketAddressTests {
    private func s3(_ text: String, _ environment: [String: String] = [:]) throws -> S3Address {
        guard case .s3(let address) = try BucketAddress(text, environment: environment) else { throw SyncError(.failed, "no S3") }
        return address
    }

    @Test func `reads folders and S3 buckets`() throws {
        #expect(
            try BucketAddress("file:///media/my%20disk/b", environment: [:])
                == .folder(URL(fileURLWithPath: "/media/my disk/b", isDirectory: true)))
        let plain = try s3("s3://photos")
        #expect(plain.endpoint == "https://s3.us-east-1.amazonaws.com" && plain.style == .virtual && plain.prefix == nil)
        #expect(try s3("s3://photos", ["AWS_REGION": "eu-central-1"]).endpoint == "https://s3.eu-central-1.amazonaws.com")
        let own = try s3("s3://photos/home/diorama/?endpoint=http://127.0.0.1:8333&region=garage&style=virtual")
        #expect(own.endpoint == "http://127.0.0.1:8333" && own.region == "garage" && own.style == .virtual)
        #expect(own.prefix == BucketKey("home/diorama") && own.bucket == "photos")
        #expect(try s3("s3://photos?endpoint=https://s3.example.org/").style == .path)
        // Amazon's certificate doesn't cover a name with dots.
        #expect(try s3("s3://my.photos").style == .path)
    }

    @Test(arguments: [
        "", "photos", "http://photos", "s3://", "s3://ab", "s3://Photos", "s3://pho..tos", "s3://photos/../x", "s3://photos/a b",
        "s3://photos?endpoint=ftp://x", "s3://photos?endpoint=x", "s3://photos?style=other", "s3://photos?key=secret",
        "s3://photos?region=",
        "s3://photos?endpoint=https://host/path", "s3://photos:80/x", "file://host/x", "file:relative", "s3://photos#x",
        "s3://me:hush@photos", "s3://photos?endpoint=https://me:hush@host",
    ])
    func `refuses what is no address, in one line that tells no secret`(text: String) {
        let error = #expect(throws: SyncError.self) { try BucketAddress(text, environment: [:]) }
        #expect(error?.kind == .invalidValue)
        #expect(error?.message.contains("me:hush") == false)
    }

    @Test func `finds keys in the environment, then in the file`() throws {
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("credentials")
            let text = """
                # mine
                [default]
                aws_access_key_id = A
                aws_secret_access_key=B=

                [work]
                aws_access_key_id=C
                aws_secret_access_key=D

                """
            try Data(text.utf8).write(to: file)
            var environment = ["AWS_SHARED_CREDENTIALS_FILE": file.path]
            #expect(try S3Credentials(environment: environment).accessKeyID == "A")
            environment["AWS_PROFILE"] = "work"
            #expect(try S3Credentials(environment: environment).accessKeyID == "C")
            environment["AWS_PROFILE"] = "none"
            #expect(throws: SyncError.self) { try S3Credentials(environment: environment) }
            environment["AWS_ACCESS_KEY_ID"] = "E"
            #expect(throws: SyncError.self) { try S3Credentials(environment: environment) }
            environment["AWS_SECRET_ACCESS_KEY"] = "F"
            #expect(try S3Credentials(environment: environment).accessKeyID == "E")
            let error = #expect(throws: SyncError.self) { try S3Credentials(environment: ["HOME": folder.path]) }
            #expect(error?.kind == .noPermission && error?.message.contains("AWS_ACCESS_KEY_ID") == true)
        }
    }
}
