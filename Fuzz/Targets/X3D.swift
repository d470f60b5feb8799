import ModelFormats

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    if let scene = try? X3D.readScene(bytes) { precondition(scene.flaw == nil) }
}

/// Every kind of geometry, material and node once, in both encodings.
func seeds() -> [[UInt8]] {
    let coordinate = "<Coordinate DEF='C' point='0 0 0, 1 0 0, 1 1 0, 0 1 0'/>"
    let geometry = [
        "<IndexedFaceSet coordIndex='0 1 2 3 -1 0 2 3' creaseAngle='1' solid='false'>\(coordinate)<Color color='1 0 0 0 1 0'/>"
            + "<TextureCoordinate point='0 0 1 1'/></IndexedFaceSet>",
        "<IndexedFaceSet convex='false' colorPerVertex='false' coordIndex='0 1 2 3' normalIndex='0 0 0 0'><Coordinate USE='C'/>"
            + "<Normal vector='0 0 1'/><Color color='1 0 0'/></IndexedFaceSet>",
        "<IndexedTriangleStripSet index='0 1 2 3 -1'>\(coordinate)</IndexedTriangleStripSet>",
        "<TriangleFanSet fanCount='4'>\(coordinate)</TriangleFanSet>", "<QuadSet>\(coordinate)</QuadSet>",
        "<IndexedLineSet coordIndex='0 1 -1 2 3'>\(coordinate)</IndexedLineSet>",
        "<LineSet vertexCount='2 2'>\(coordinate)</LineSet>",
        "<PointSet>\(coordinate)</PointSet>", "<Box/>", "<Sphere/>", "<Cone/>", "<Cylinder/>",
        "<ElevationGrid xDimension='2' zDimension='2' height='0 1 0 1'/>",
    ]
    let material =
        "<Appearance DEF='A'><Material diffuseColor='1 0 0' transparency='.5'/><ImageTexture url='\"a.png\"'/>"
        + "<TextureTransform rotation='1' scale='2 2'/></Appearance>"
    let shapes = geometry.map { "<Shape>\(material)\($0)</Shape>" }.joined()
    let xml = """
        <?xml version="1.0"?><!DOCTYPE X3D PUBLIC "a" "b"><X3D version="4.0"><head><unit category="length" conversionFactor=".01"/>
        <meta name="title" content="&#65;"/></head><Scene>
        <Transform DEF="T" center="1 0 0" rotation="0 0 1 1" scaleOrientation="1 0 0 1"
        scale="1 2 3">\(shapes)</Transform><Group><Transform USE="T"/></Group><Switch whichChoice="0"><Group/></Switch>
        <Viewpoint position="0 0 5"/><SpotLight direction="1 0 0"/><Shape><Appearance><PhysicalMaterial metallic=".5">
        <ImageTexture containerField="baseTexture" url="b.png"/></PhysicalMaterial></Appearance><Box/></Shape></Scene></X3D>
        """
    let classic = """
        #X3D V3.3 utf8
        PROFILE Interchange
        META "title" "x"
        DEF A Transform { translation 1 2 3 children [ Shape { appearance Appearance { material Material { } }
        geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] } coordIndex [ 0 1 2 -1 ] solid FALSE } } ] }
        Group { children USE A } PROTO P [ ] { Box { } } Script { url "a" } ROUTE A.b TO C.d
        """
    return [Array(xml.utf8), Array(classic.utf8)]
}
