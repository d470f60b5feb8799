import Codecs
import ModelFormats

/// Archives as they are; other bytes as the model of one: most damage to an archive stops at its check sums.
func fuzz(_ bytes: UnsafeRawBufferPointer) {
    let whole = bytes.starts(with: [0x50, 0x4B]) ? Array(bytes) : archive(Array(bytes))
    whole.withUnsafeBytes { if let scene = try? ThreeMF.readScene($0) { precondition(scene.flaw == nil) } }
}

/// A stored archive with this one model.
func archive(_ model: [UInt8]) -> [UInt8] {
    func half(_ n: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: n), UInt8(truncatingIfNeeded: n >> 8)] }
    func word(_ n: Int) -> [UInt8] { half(n) + half(n >> 16) }
    var crc = UInt32.max
    for byte in model {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    let name = Array("a.model".utf8)
    let common =
        half(20) + half(0) + half(0) + word(0) + word(Int(~crc)) + word(model.count) + word(model.count) + half(name.count)
        + half(0)
    let local = word(0x0403_4B50) + common + name + model
    let central = word(0x0201_4B50) + half(20) + common + [UInt8](repeating: 0, count: 10) + word(0) + name
    return local + central + word(0x0605_4B50) + word(0) + half(1) + half(1) + word(central.count) + word(local.count) + half(0)
}

func seeds() -> [[UInt8]] {
    let mesh = """
        <mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="2" z="0"/></vertices><triangles>
        <triangle v1="0" v2="1" v3="2"/><triangle v1="0" v2="1" v3="2" pid="5" p1="0"/>
        <triangle v1="0" v2="1" v3="2" pid="6" p1="0" p2="1" p3="1"/>
        <triangle v1="0" v2="1" v3="2" pid="8" p1="0"/><triangle v1="0" v2="1" v3="2" pid="9" p1="0"/>
        <triangle v1="0" v2="1" v3="2" pid="10" p1="0"/></triangles></mesh>
        """
    let model = """
        <?xml version="1.0"?><model unit="inch" xmlns:m="x/material" requiredextensions="m">
        <metadata name="Title">a&amp;b</metadata>
        <resources><m:pbmetallicdisplayproperties id="4"><m:pbmetallic metallicness="1" roughness=".5"/>
        </m:pbmetallicdisplayproperties>
        <basematerials id="5" displaypropertiesid="4"><base name="a" displaycolor="#FF000080"/></basematerials>
        <m:colorgroup id="6"><m:color color="#FF0000"/><m:color color="#00FF00"/></m:colorgroup>
        <m:texture2d id="7" path="/a.png" tilestyleu="mirror"/><m:texture2dgroup id="8" texid="7"><m:tex2coord u="0" v="1"/>
        </m:texture2dgroup>
        <m:compositematerials id="9" matid="5" matindices="0"><m:composite values="1"/></m:compositematerials>
        <m:multiproperties id="10" pids="6 5"><m:multi pindices="1 0"/></m:multiproperties>
        <object id="1" name="n" pid="5" pindex="0"><metadatagroup><metadata name="x">y</metadata></metadatagroup>\(mesh)</object>
        <object id="2"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 1 2 3"/><component objectid="1"/>
        </components></object>
        </resources><build><item objectid="2" transform="0 1 0 -1 0 0 0 0 1 0 0 0" partnumber="p"/><item objectid="1"/>
        </build></model>
        """
    return [Array(model.utf8), archive(Array(model.utf8))]
}
