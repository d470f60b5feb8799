import Geometry

/// The ids of the objects in a file written by Diorama.
enum FBXObject {
    static let geometry: Int64 = 1_000_001
    static let model: Int64 = 1_000_002
    static let material: Int64 = 1_000_003
    static let texture: Int64 = 1_000_004
    static let video: Int64 = 1_000_005
    static let document: Int64 = 1_000_006
}

extension FBX {
    /// The records around a geometry: header, settings, definitions, objects and their connections.
    static func document(_ frame: CoordinateFrame, geometry: FBXRecord, model: Model, jpeg: [UInt8]) -> [FBXRecord] {
        var objects = [geometry, node(frame, model), material()]
        var links = [
            link(FBXObject.model, 0), link(FBXObject.geometry, FBXObject.model), link(FBXObject.material, FBXObject.model),
        ]
        if !jpeg.isEmpty {
            objects += [texture(), video(jpeg)]
            links += [
                FBXRecord("C").text("OP").long(FBXObject.texture).long(FBXObject.material).text("DiffuseColor"),
                link(FBXObject.video, FBXObject.texture),
            ]
        }
        // The same model gives the same bytes: a fixed time, and the identifier that belongs to it.
        let time: [(String, Int32)] = [
            ("Version", 1000), ("Year", 1970), ("Month", 1), ("Day", 1), ("Hour", 10), ("Minute", 0), ("Second", 0),
            ("Millisecond", 0),
        ]
        let header = FBXRecord(
            "FBXHeaderExtension",
            [
                FBXRecord("FBXHeaderVersion").int(1003), FBXRecord("FBXVersion").int(Int32(writtenVersion)),
                FBXRecord("EncryptionType").int(0),
                FBXRecord("CreationTimeStamp", time.map { FBXRecord($0.0).int($0.1) }), FBXRecord("Creator").text("Diorama"),
            ])
        let identifier: [UInt8] = [
            0x28, 0xB3, 0x2A, 0xEB, 0xB6, 0x24, 0xCC, 0xC2, 0xBF, 0xC8, 0xB0, 0x2A, 0xA9, 0x2B, 0xFC, 0xF1,
        ]
        return [
            header, FBXRecord("FileId").data(identifier), FBXRecord("CreationTime").text("1970-01-01 10:00:00:000"),
            FBXRecord("Creator").text("Diorama"), settings(frame),
            FBXRecord(
                "Documents",
                [
                    FBXRecord("Count").int(1),
                    FBXRecord("Document", [FBXRecord("RootNode").long(0)]).long(FBXObject.document).text("").text("Scene"),
                ]),
            FBXRecord("References"), definitions(isTextured: !jpeg.isEmpty), FBXRecord("Objects", objects),
            FBXRecord("Connections", links), FBXRecord("Takes", [FBXRecord("Current").text("")]),
        ]
    }

    /// The unit in centimetres, and which axis points right, up and to the front.
    private static func settings(_ frame: CoordinateFrame) -> FBXRecord {
        let isZUp = frame.up == .z
        let axes: [(String, Int32)] = [
            ("UpAxis", isZUp ? 2 : 1), ("UpAxisSign", 1), ("FrontAxis", isZUp ? 1 : 2), ("FrontAxisSign", isZUp ? -1 : 1),
            ("CoordAxis", 0),
            ("CoordAxisSign", 1), ("OriginalUpAxis", isZUp ? 2 : 1), ("OriginalUpAxisSign", 1),
        ]
        let unit = 100 / frame.unit.perMetre
        return FBXRecord(
            "GlobalSettings",
            [
                FBXRecord("Version").int(1000),
                FBXRecord(
                    "Properties70",
                    axes.map { FBXRecord.setting(int: $0.0, $0.1) } + [
                        .setting(double: "UnitScaleFactor", unit), .setting(double: "OriginalUnitScaleFactor", unit),
                    ]),
            ])
    }

    private static func definitions(isTextured: Bool) -> FBXRecord {
        let kinds = ["GlobalSettings", "Geometry", "Model", "Material"] + (isTextured ? ["Texture", "Video"] : [])
        return FBXRecord(
            "Definitions",
            [FBXRecord("Version").int(100), FBXRecord("Count").int(Int32(kinds.count))]
                + kinds.map { FBXRecord("ObjectType", [FBXRecord("Count").int(1)]).text($0) })
    }

    private static func link(_ child: Int64, _ parent: Int64) -> FBXRecord { FBXRecord("C").text("OO").long(child).long(parent) }

    private static func node(_ frame: CoordinateFrame, _ model: Model) -> FBXRecord {
        let place = frame.toFile(model.origin)
        func vector(_ name: String, _ v: SIMD3<Double>) -> FBXRecord {
            FBXRecord.setting(name, type: name, label: "", flags: "A").double(v.x).double(v.y).double(v.z)
        }
        return FBXRecord(
            "Model",
            [
                FBXRecord("Version").int(232),
                FBXRecord(
                    "Properties70",
                    [
                        vector("Lcl Translation", place), vector("Lcl Rotation", .zero), vector("Lcl Scaling", SIMD3(repeating: 1)),
                        .setting(int: "DefaultAttributeIndex", 0), FBXRecord.setting("InheritType", type: "enum", label: "").int(1),
                    ]),
                FBXRecord("Shading").bool(true), FBXRecord("Culling").text("CullingOff"),
            ]
        ).long(FBXObject.model).text(FBXRecord.name("Diorama", "Model")).text("Mesh")
    }

    /// White and matt.
    private static func material() -> FBXRecord {
        func color(_ name: String, _ x: Double) -> FBXRecord {
            FBXRecord.setting(name, type: "Color", label: "", flags: "A").double(x).double(x).double(x)
        }
        return FBXRecord(
            "Material",
            [
                FBXRecord("Version").int(102), FBXRecord("ShadingModel").text("lambert"), FBXRecord("MultiLayer").int(0),
                FBXRecord("Properties70", [color("DiffuseColor", 1), color("AmbientColor", 0), color("EmissiveColor", 0)]),
            ]
        ).long(FBXObject.material).text(FBXRecord.name("Surface", "Material")).text("")
    }

    private static let imageName = "surface.jpg"

    private static func texture() -> FBXRecord {
        FBXRecord(
            "Texture",
            [
                FBXRecord("Type").text("TextureVideoClip"), FBXRecord("Version").int(202),
                FBXRecord("TextureName").text(FBXRecord.name("Surface", "Texture")),
                FBXRecord(
                    "Properties70",
                    [
                        FBXRecord.setting("CurrentTextureBlendMode", type: "enum", label: "").int(0),
                        FBXRecord.setting("UVSet", type: "KString", label: "").text("UVMap"),
                        // Clamped: charts end before the image's border.
                        FBXRecord.setting("WrapModeU", type: "enum", label: "").int(1),
                        FBXRecord.setting("WrapModeV", type: "enum", label: "").int(1),
                    ]),
                FBXRecord("Media").text(FBXRecord.name("Surface", "Video")), FBXRecord("FileName").text(imageName),
                FBXRecord("RelativeFilename").text(imageName),
            ]
        ).long(FBXObject.texture).text(FBXRecord.name("Surface", "Texture")).text("")
    }

    private static func video(_ jpeg: [UInt8]) -> FBXRecord {
        FBXRecord(
            "Video",
            [
                FBXRecord("Type").text("Clip"),
                FBXRecord("Properties70", [FBXRecord.setting("Path", type: "KString", label: "XRefUrl").text(imageName)]),
                FBXRecord("UseMipMap").int(0), FBXRecord("Filename").text(imageName),
                FBXRecord("RelativeFilename").text(imageName),
                FBXRecord("Content").data(jpeg),
            ]
        ).long(FBXObject.video).text(FBXRecord.name("Surface", "Video")).text("Clip")
    }
}
