import Codecs
import Foundation
import Geometry
import ModelFormats
import Models
import TestSupport

extension SceneFormat {
    static let fbx = SceneFormat(name: "fbx") { (bytes, folder) throws(FormatError) in
        try FBX.readScene(bytes, folder: folder)
    } write: { (scene, url, options) throws(FormatError) in
        try FBX.write(scene, to: url, options: options)
    }
}

/// FBX files in text.
enum FBXSample {
    /// A document of version 7.4 with a square of 1 m (in centimetres) as the geometry 10.
    /// - Parameters:
    ///   - objects: more objects.
    ///   - links: connections beside that of the geometry.
    ///   - settings: rows of the global settings.
    ///   - geometry: more records of the geometry.
    ///   - model: rows of the model 20, which shows it.
    static func version7(
        objects: String = "", links: String = "", settings: String = "", geometry: String = "", model: String = "",
        modelRecords: String = ""
    ) -> String {
        """
        ; FBX 7.4.0 project file
        ; made by hand

        FBXHeaderExtension:  {
            FBXHeaderVersion: 1003
            FBXVersion: 7400
            Creator: "a { test } \\ 1" ; a comment
        }
        GlobalSettings:  {
            Version: 1000
            Properties70:  {
                P: "UnitScaleFactor", "double", "Number", "",1
                \(settings)
            }
        }
        Unknown: 1, "text",
            -2.5 {
            Nested: { Deeper: "}" }
        }
        Objects:  {
            Geometry: 10, "Geometry::square", "Mesh" {
                Vertices: *12 {
                    a: 0,0,0,100,0,0,
                       1e2,100.0,0, 0,+100,-0
                }
                PolygonVertexIndex: *4 { a: 0,1,2,-4 }
                \(geometry)
            }
            Model: 20, "Model::table", "Mesh" {
                Version: 232
                Properties70:  {
                    \(model)
                }
                \(modelRecords)
            }
            \(objects)
        }
        Connections:  {
            C: "OO",10,20
            ;Model::table, Model::RootNode
            C: "OO",20,0
            \(links)
        }
        """
    }

    /// A row of a property table.
    static func row(_ name: String, _ values: String, type: String = "Vector3D", flags: String = "A") -> String {
        "P: \"\(name)\", \"\(type)\", \"\", \"\(flags)\",\(values)\n"
    }

    /// An animation of version 7: a stack, a layer and a curve node for a property, whose curves have these records.
    static func animation(of object: Int, _ property: String, curves: [(name: String, records: String)]) -> (
        objects: String, links: String
    ) {
        var objects = """
            AnimationStack: 900, "AnimStack::Walk", "" { }
            AnimationLayer: 901, "AnimLayer::Base", "" { }
            AnimationCurveNode: 902, "AnimCurveNode::T", "" { }

            """
        var links = "C: \"OO\",901,900\nC: \"OO\",902,901\nC: \"OP\",902,\(object), \"\(property)\"\n"
        for (i, curve) in curves.enumerated() {
            objects += "AnimationCurve: \(910 + i), \"AnimCurve::\", \"\" {\n\(curve.records)\n}\n"
            links += "C: \"OP\",\(910 + i),902, \"\(curve.name)\"\n"
        }
        return (objects, links)
    }

    /// The records of a curve.
    static func curve(_ seconds: [Double], _ values: [Double], flags: Int = 4, slopes: [Float] = [0, 0]) -> String {
        let times = seconds.map { "\(Int64($0 * 46_186_158_000))" }.joined(separator: ",")
        let numbers = values.map { "\($0)" }.joined(separator: ",")
        let bits = slopes.map { "\(Int32(bitPattern: $0.bitPattern))" }.joined(separator: ",")
        return """
            KeyTime: *\(seconds.count) { a: \(times) }
            KeyValueFloat: *\(values.count) { a: \(numbers) }
            KeyAttrFlags: *1 { a: \(flags) }
            KeyAttrDataFloat: *4 { a: \(bits),218434821,0 }
            KeyAttrRefCount: *1 { a: \(seconds.count) }
            """
    }

    /// A document of version 6.1: the model holds the geometry, objects refer to each other by names.
    static let version6 = """
        ; FBX 6.1.0 project file
        FBXHeaderExtension:  {
            FBXHeaderVersion: 1003
            FBXVersion: 6100
        }
        Objects:  {
            Model: "Model::Cube", "Mesh" {
                Properties60:  {
                    Property: "Lcl Translation", "Lcl Translation", "A+",0,200,0
                    Property: "Key", "Number", "A+",50
                }
                Vertices: 0,0,0,100,0,0
                ,100,100,0,0,100,0
                PolygonVertexIndex: 0,1,2,-4
                LayerElementUV: 0 {
                    Name: "map"
                    MappingInformationType: "ByPolygonVertex"
                    ReferenceInformationType: "IndexToDirect"
                    UV: 0,0,1,0,1,1,0,1
                    UVIndex: 0,1,2,3
                }
                LayerElementMaterial: 0 {
                    MappingInformationType: "AllSame"
                    ReferenceInformationType: "IndexToDirect"
                    Materials: 0
                }
                LayerElementTexture: 0 {
                    MappingInformationType: "AllSame"
                    ReferenceInformationType: "IndexToDirect"
                    TextureId: 0
                }
                Shape: "Key" {
                    Indexes: 2,3
                    Vertices: 0,0,50,0,0,50
                    Normals: 0,0,0,0,0,0
                }
            }
            Model: "Model::Eye", "Camera" {
                Properties60:  {
                    Property: "FieldOfView", "Number", "A+",40
                    Property: "ApertureMode", "enum", "",2
                    Property: "AspectW", "double", "",300
                    Property: "AspectH", "double", "",200
                }
            }
            Model: "Model::Producer Top", "Camera" {
            }
            Model: "Model::Bone", "Limb" {
            }
            Material: "Material::red", "" {
                ShadingModel: "lambert"
                Properties60:  {
                    Property: "DiffuseColor", "ColorRGB", "",1,0,0
                }
            }
            Texture: "Texture::wood", "TextureVideoClip" {
                FileName: "C:\\images\\wood.png"
                RelativeFilename: "wood.png"
            }
            Deformer: "Deformer::Skin", "Skin" {
            }
            Deformer: "SubDeformer::Cluster", "Cluster" {
                Indexes: 0,1
                Weights: 1,0.5
                Transform: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1
                TransformLink: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1
            }
            GlobalSettings:  {
                Properties60:  {
                    Property: "UpAxis", "int", "",1
                    Property: "UnitScaleFactor", "double", "",100
                }
            }
        }
        Connections:  {
            Connect: "OO", "Model::Cube", "Model::Scene"
            Connect: "OO", "Model::Eye", "Model::Scene"
            Connect: "OO", "Model::Bone", "Model::Cube"
            Connect: "OO", "Material::red", "Model::Cube"
            Connect: "OO", "Texture::wood", "Model::Cube"
            Connect: "OO", "Deformer::Skin", "Model::Cube"
            Connect: "OO", "SubDeformer::Cluster", "Deformer::Skin"
            Connect: "OO", "Model::Bone", "SubDeformer::Cluster"
        }
        Takes:  {
            Current: "Take 001"
            Take: "Take 001" {
                LocalTime: 0,46186158000
                Model: "Model::Cube" {
                    Channel: "Transform" {
                        Channel: "T" {
                            Channel: "X" {
                                Default: 0
                                KeyVer: 4005
                                KeyCount: 2
                                Key: 0,0,L,46186158000,3,L
                                Color: 1,0,0
                            }
                            Channel: "Y" {
                                Default: 2
                                KeyVer: 4005
                                KeyCount: 1
                                Key:
                                    0,2,L
                            }
                            Channel: "Z" {
                                Default: 7
                            }
                        }
                    }
                    Channel: "Key" {
                        Default: 50
                        KeyVer: 4005
                        KeyCount: 2
                        Key: 0,0,C,s,46186158000,100,C,s
                    }
                }
                Model: "Model::Eye" {
                    Channel: "Transform" {
                        Channel: "R" {
                            Channel: "Y" {
                                KeyVer: 4005
                                KeyCount: 2
                                Key: 0,0,U,s,10,10,n,46186158000,30,U,s,0,0,n
                            }
                        }
                    }
                }
            }
        }
        """
}
