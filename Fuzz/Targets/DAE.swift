import ModelFormats

func fuzz(_ bytes: UnsafeRawBufferPointer) { _ = try? DAE.read(bytes) }

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
    return [
        "<triangles count=\"1\" material=\"m\">\(inputs)<p>0 0 1 1 2 2</p></triangles>",
        "<polylist count=\"1\">\(inputs)<vcount>4</vcount><p>0 0 1 1 2 2 3 3</p></polylist>",
        "<polygons count=\"1\">\(inputs)<p>0 0 1 1 2 2 3 3</p><ph><p>0 0 1 1 2 2</p><h>0 0</h></ph></polygons>",
        "<tristrips count=\"1\">\(inputs)<p>0 0 1 1 2 2 3 3</p></tristrips><trifans count=\"1\">\(inputs)<p>0 0 1 1 2 2 3 "
            + "3</p></trifans>",
    ].map { primitive in
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
}
