import ModelFormats

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    _ = try? DAE.read(bytes)
    if let scene = try? DAE.readScene(bytes) { precondition(scene.flaw == nil) }
}

/// Every kind of primitive, transform and material once.
func seeds() -> [[UInt8]] {
    let sources = """
        <source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 1 1 0 0 1 .5</float_array><technique_common>\
        <accessor source="#pa" count="4" stride="3">
        <param name="X" type="float"/></accessor></technique_common></source><source id="c"><float_array>\
        1 0 0 0 1 0 0 0 1 1 1 1</float_array></source>
        <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
        """
    let inputs =
        "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><input semantic=\"COLOR\" source=\"#c\" offset=\"1\" set=\"0\"/>"
    let primitives = [
        "<triangles count=\"1\" material=\"m\">\(inputs)<p>0 0 1 1 2 2</p></triangles>",
        "<polylist count=\"1\">\(inputs)<vcount>4</vcount><p>0 0 1 1 2 2 3 3</p></polylist>",
        "<polygons count=\"1\">\(inputs)<p>0 0 1 1 2 2 3 3</p><ph><p>0 0 1 1 2 2</p><h>0 0</h></ph></polygons>",
        "<tristrips count=\"1\">\(inputs)<p>0 0 1 1 2 2 3 3</p></tristrips><trifans count=\"1\">\(inputs)<p>0 0 1 1 2 2 3 "
            + "3</p></trifans>",
        "<lines count=\"1\">\(inputs)<p>0 0 1 1</p></lines><linestrips count=\"1\">\(inputs)<p>0 0 1 1 2 2</p></linestrips>",
    ]
    let documents = primitives.map { primitive in
        Array(
            """
            <?xml version="1.0"?><COLLADA version="1.4.1"><asset><unit meter="0.01"/><up_axis>Z_UP</up_axis></asset>
            <library_images><image id="i"><init_from>a.png</init_from></image></library_images>
            <library_effects><effect id="e"><profile_COMMON><newparam sid="s"><sampler2D><source>i</source></sampler2D></newparam>
            <technique><phong><diffuse><color>1 .5 0 1</color></diffuse></phong></technique></profile_COMMON></effect>\
            </library_effects>
            <library_materials><material id="mm"><instance_effect url="#e"/></material></library_materials>
            <library_geometries><geometry id="g"><mesh>\(sources)\(primitive)</mesh></geometry></library_geometries>
            <library_visual_scenes><visual_scene id="vs"><node id="n"><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><rotate>\
            0 0 1 90</rotate><scale>1 -1 1</scale>
            <instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="m" target="#mm"/>\
            </technique_common></bind_material></instance_geometry>
            <node><translate>1 2 3</translate><instance_node url="#n"/></node></node></visual_scene></library_visual_scenes>
            <scene><instance_visual_scene url="#vs"/></scene></COLLADA>
            """.utf8)
    }
    return [moving] + documents
}

/// A skin of a morph with joints, animations of all kinds, a clip, a camera and a light.
private let moving: [UInt8] = {
    func source(_ id: String, _ content: String, _ stride: Int = 1, array: String = "float_array") -> String {
        "<source id=\"\(id)\"><\(array)>\(content)</\(array)><technique_common><accessor stride=\"\(stride)\"/></technique_common>"
            + "</source>"
    }
    func geometry(_ id: String) -> String {
        "<geometry id=\"\(id)\"><mesh>\(source(id + "p", "0 0 0 1 0 0 0 1 0", 3))<vertices id=\"\(id)v\">"
            + "<input semantic=\"POSITION\" source=\"#\(id)p\"/></vertices><triangles>"
            + "<input semantic=\"VERTEX\" source=\"#\(id)v\" offset=\"0\"/><p>0 1 2</p></triangles>"
            + "</mesh></geometry>"
    }
    func animation(_ id: String, _ target: String, kind: String) -> String {
        "<animation id=\"\(id)\">\(source(id + "i", "0 1"))\(source(id + "o", "0 90"))\(source(id + "t", "0 0 1 1", 2))"
            + "\(source(id + "k", "\(kind) \(kind)", array: "Name_array"))<sampler id=\"\(id)s\"><input semantic=\"INPUT\" "
            + "source=\"#\(id)i\"/><input semantic=\"OUTPUT\" source=\"#\(id)o\"/>"
            + "<input semantic=\"IN_TANGENT\" source=\"#\(id)t\"/>"
            + "<input semantic=\"OUT_TANGENT\" source=\"#\(id)t\"/><input semantic=\"INTERPOLATION\" source=\"#\(id)k\"/></sampler>"
            + "<channel source=\"#\(id)s\" target=\"\(target)\"/></animation>"
    }
    let skin =
        "<controller id=\"c\"><skin source=\"#m\"><bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>"
        + source("j", "a b", array: "Name_array") + source("b", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", 16) + source("w", "1 .5")
        + "<joints><input semantic=\"JOINT\" source=\"#j\"/><input semantic=\"INV_BIND_MATRIX\" source=\"#b\"/></joints>"
        + "<vertex_weights count=\"3\">"
        + "<input semantic=\"JOINT\" source=\"#j\" offset=\"0\"/><input semantic=\"WEIGHT\" source=\"#w\" "
        + "offset=\"1\"/><vcount>1 2 0</vcount><v>0 0 0 1 1 1</v></vertex_weights></skin></controller>"
    let morph =
        "<controller id=\"m\"><morph source=\"#g\">\(source("mt", "h", array: "IDREF_array"))\(source("mw", ".5"))<targets>"
        + "<input semantic=\"MORPH_TARGET\" source=\"#mt\"/><input semantic=\"MORPH_WEIGHT\" source=\"#mw\"/></targets></morph>"
        + "</controller>"
    let animations =
        animation("x", "na/r.ANGLE", kind: "BEZIER") + animation("y", "mw(0)", kind: "LINEAR")
        + animation("z", "nb/t.X", kind: "STEP")
        + animation("u", "nb/s(1)", kind: "HERMITE")
    return Array(
        """
        <?xml version="1.0"?><COLLADA version="1.4.1"><asset/>
        <library_animations>\(animations)</library_animations><library_animation_clips><animation_clip id="k" start=".25" end=".5">\
        <instance_animation url="#x"/><instance_animation url="#y"/></animation_clip></library_animation_clips>
        <library_cameras><camera id="e"><optics><technique_common><perspective><xfov>40</xfov><aspect_ratio>2</aspect_ratio>\
        <znear>1</znear></perspective></technique_common></optics></camera></library_cameras>
        <library_lights><light id="l"><technique_common><spot><color>2 1 0</color></spot></technique_common></light>\
        </library_lights>
        <library_geometries>\(geometry("g"))\(geometry("h"))</library_geometries>
        <library_controllers>\(skin)\(morph)</library_controllers><library_visual_scenes><visual_scene id="vs">
        <node id="n"><instance_controller url="#c"><skeleton>#na</skeleton></instance_controller><instance_camera url="#e"/>\
        <instance_light url="#l"/></node><node id="na" sid="a"><rotate sid="r">0 0 1 0</rotate><node id="nb" sid="b">\
        <translate sid="t">0 1 0</translate><scale sid="s">1 1 1</scale></node></node></visual_scene></library_visual_scenes>\
        </COLLADA>
        """.utf8)
}()
