import Foundation

/// Media types of the files that this server sends, by file extension.
enum MediaTypes {
    static func contentType(fileName: String) -> String {
        types[(fileName as NSString).pathExtension.lowercased()] ?? "application/octet-stream"
    }

    private static let types: [String: String] = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8", "json": "application/json", "map": "application/json", "wasm": "application/wasm",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
        "ico": "image/x-icon", "txt": "text/plain; charset=utf-8", "webmanifest": "application/manifest+json",
        "woff2": "font/woff2",
        "glb": "model/gltf-binary", "ply": "model/x-ply", "obj": "model/obj", "stl": "model/stl", "usdz": "model/vnd.usdz+zip",
    ]
}
