import Foundation
import DioramaSync
import Testing

/// Amazon's published vectors: the Signature Version 4 test suite (service "service"), and the examples of the S3 API Reference.
@Suite struct S3SignatureTests {
    private static let empty = S3Signature.hash(Data())

    private func signature(_ authorization: String) -> Substring {
        authorization.split(separator: "=").last ?? ""
    }

    @Test(arguments: [
        ("GET", "/", [], "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        ("POST", "/", [], "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
        ("GET", "/%E1%88%B4", [], "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
        (
            "GET", "/", [("Param2", "value2"), ("Param1", "value1")],
            "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
        ),
    ])
    func `gives the signatures of the test suite`(method: String, path: String, query: [(String, String)], expected: String) {
        let signer = S3Signature(
            credentials: S3Credentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
            region: "us-east-1", service: "service")
        let authorization = signer.authorization(
            method: method, path: path, query: query,
            headers: ["host": "example.amazonaws.com", "x-amz-date": "20150830T123600Z"], payloadHash: Self.empty,
            date: "20150830T123600Z")
        #expect(signature(authorization) == expected)
        #expect(
            authorization.hasPrefix(
                "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request,SignedHeaders=host;x-amz-date,"))
    }

    @Test(arguments: [
        ("GET", "/test.txt", [], ["range": "bytes=0-9"], "", "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
        (
            "PUT", "/test%24file.text", [],
            ["date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"], "Welcome to Amazon S3.",
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
        ),
        ("GET", "/", [("lifecycle", "")], [:], "", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        (
            "GET", "/", [("max-keys", "2"), ("prefix", "J")], [:], "",
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        ),
    ])
    func `gives the signatures of the S3 reference`(
        method: String, path: String, query: [(String, String)], more: [String: String], body: String, expected: String
    ) {
        let signer = S3Signature(
            credentials: S3Credentials(
                accessKeyID: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
            region: "us-east-1")
        let hash = S3Signature.hash(Data(body.utf8))
        var headers = more
        headers["host"] = "examplebucket.s3.amazonaws.com"
        headers["x-amz-date"] = "20130524T000000Z"
        headers["x-amz-content-sha256"] = hash
        let authorization = signer.authorization(
            method: method, path: path, query: query, headers: headers, payloadHash: hash, date: "20130524T000000Z")
        #expect(signature(authorization) == expected)
    }

    @Test func `shows no secret`() {
        let credentials = S3Credentials(accessKeyID: "AKID", secretAccessKey: "hush", sessionToken: "quiet")
        var dumped = ""
        dump(credentials, to: &dumped)
        for text in ["\(credentials)", String(reflecting: credentials), dumped] {
            #expect(!text.contains("hush") && !text.contains("quiet"), "\(text)")
        }
    }

    @Test func `gives the presigned URL of the S3 API Reference`() {
        let signer = S3Signature(
            credentials: S3Credentials(
                accessKeyID: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
            region: "us-east-1")
        let query = signer.presignedQuery(
            method: "GET", path: "/test.txt", host: "examplebucket.s3.amazonaws.com", seconds: 86400, date: "20130524T000000Z")
        #expect(
            query
                == "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE"
                + "%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
                + "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
                + "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404")
    }
}
