import FloorPlans

/// The header variables (chapter 9), in the order that the format has them.
struct DWGHeader {
    private(set) var bits = DWGBits()
    private typealias Handle = CADDocument.Handle

    /// The Julian day of 1 January 2000, for all times: the same plan gives the same bytes.
    static let day = 2_451_545

    init(_ document: CADDocument) {
        for value in [412_148_564_080.0, 1, 1, 1] { bits.bd(value) }
        for text in ["m", "", "", ""] { bits.t(text) }
        bits.bl(24)
        bits.bl(0)
        bits.h(.hardPointer, 0)
        // DIMASO DIMSHO PLINEGEN ORTHOMODE REGENMODE FILLMODE QTEXTMODE PSLTSCALE LIMCHECK
        for value in [1, 1, 0, 0, 1, 1, 0, 1, 0] { bits.b(value == 1) }
        // USRTIMER SKPOLY ANGDIR SPLFRAME MIRRTEXT WORLDVIEW TILEMODE PLIMCHECK VISRETAIN DISPSILH PELLIPSE
        for value in [1, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0] { bits.b(value == 1) }
        // PROXYGRAPHICS TREEDEPTH LUNITS LUPREC AUNITS AUPREC ATTMODE PDMODE
        for value in [1, 3020, 2, 4, 0, 0, 1, 0] { bits.bs(value) }
        // USERI1-5 SPLINESEGS SURFU SURFV SURFTYPE SURFTAB1 SURFTAB2 SPLINETYPE
        for value in [0, 0, 0, 0, 0, 8, 6, 6, 6, 6, 6, 6] { bits.bs(value) }
        // SHADEDGE SHADEDIF UNITMODE MAXACTVP ISOLINES CMLJUST TEXTQLTY
        for value in [3, 70, 0, 64, 4, 0, 50] { bits.bs(value) }
        // LTSCALE TEXTSIZE TRACEWID SKETCHINC FILLETRAD THICKNESS ANGBASE PDSIZE PLINEWID
        for value in [1, document.textHeight, 1, 1, 0, 0, 0, 0, 0] { bits.bd(value) }
        // USERR1-5 CHAMFERA-D FACETRES CMLSCALE CELTSCALE
        for value in [0, 0, 0, 0, 0, 0, 0, 0, 0, 0.5, 1, 1.0] { bits.bd(value) }
        bits.t("")
        // TDCREATE TDUPDATE TDINDWG TDUSRTIMER
        for value in [Self.day, 0, Self.day, 0, 0, 0, 0, 0] { bits.bl(value) }
        // CECOLOR: by layer
        bits.bs(256)
        bits.h(.own, document.nextHandle)
        // CLAYER TEXTSTYLE CELTYPE DIMSTYLE CMLSTYLE
        for handle in [Handle.layer0, Handle.standardStyle, Handle.byLayer, Handle.dimstyle, Handle.mlineStyle] {
            bits.h(.hardPointer, handle)
        }
        // PSVPSCALE
        bits.bd(0)
        space(PlanBounds([.zero, PlanPoint(420, 297)]))
        space(document.bounds)
        dimensions(document)
        tables()
        // TSTACKALIGN TSTACKSIZE HYPERLINKBASE STYLESHEET
        bits.bs(1)
        bits.bs(70)
        bits.t("")
        bits.t("")
        // Dictionaries of layouts, plot settings and plot styles
        for handle in [Handle.layoutDictionary, 0, 0] { bits.h(.hardPointer, handle) }
        // Line weights by layer (29), shown; extended names; colour-dependent plot styles
        bits.bl(29 | 0x800 | 0x2000)
        bits.bs(document.unit.insertionCode)
        bits.bs(0)
        // FINGERPRINTGUID VERSIONGUID
        bits.t("{D10A0000-0000-4000-8000-000000000001}")
        bits.t("{D10A0000-0000-4000-8000-000000000002}")
        for handle in [Handle.paperRecord, Handle.modelRecord, Handle.byLayer, Handle.byBlock, Handle.continuous] {
            bits.h(.hardPointer, handle)
        }
        for _ in 0..<4 { bits.bs(0) }
    }

    /// INSBASE, extents, limits, elevation and coordinate system of paper or model space.
    private mutating func space(_ bounds: PlanBounds) {
        bits.bd3(.zero)
        bits.bd3(bounds.min)
        bits.bd3(bounds.max)
        bits.rd2(bounds.min)
        bits.rd2(bounds.max)
        bits.bd(0)
        bits.bd3(.zero)
        bits.bd3(1, 0, 0)
        bits.bd3(0, 1, 0)
        bits.h(.hardPointer, 0)
        bits.h(.hardPointer, 0)
        bits.bs(0)
        bits.h(.hardPointer, 0)
        for _ in 0..<6 { bits.bd3(.zero) }
    }

    private mutating func dimensions(_ document: CADDocument) {
        bits.t("")
        bits.t("")
        let style = DWGDimensionStyle(document)
        style.lengths(&bits)
        style.rest(&bits)
        // DIMTXSTY DIMLDRBLK DIMBLK DIMBLK1 DIMBLK2
        for handle in [Handle.standardStyle, 0, 0, 0, 0] { bits.h(.hardPointer, handle) }
        // DIMLWD DIMLWE: by block
        bits.bs(-2)
        bits.bs(-2)
    }

    private mutating func tables() {
        for handle in [
            Handle.blockControl, Handle.layerControl, Handle.styleControl, Handle.ltypeControl, Handle.viewControl,
            Handle.ucsControl,
            Handle.vportControl, Handle.appidControl, Handle.dimstyleControl, Handle.vpEntControl,
        ] { bits.h(.hardOwner, handle) }
        bits.h(.hardPointer, Handle.groupDictionary)
        bits.h(.hardPointer, Handle.mlineDictionary)
        bits.h(.hardOwner, Handle.rootDictionary)
    }
}

/// The dimension variables, which the header and each style have in the same order.
struct DWGDimensionStyle {
    private let document: CADDocument

    init(_ document: CADDocument) { self.document = document }

    func lengths(_ bits: inout DWGBits) {
        let h = document.textHeight
        // DIMSCALE DIMASZ DIMEXO DIMDLI DIMEXE DIMRND DIMDLE DIMTP DIMTM
        for value in [1, h, h * 0.6, h * 3, h * 0.6, 0, h * 0.6, 0, 0] { bits.bd(value) }
    }

    func rest(_ bits: inout DWGBits) {
        let h = document.textHeight
        // DIMTOL DIMLIM DIMTIH DIMTOH DIMSE1 DIMSE2
        for _ in 0..<6 { bits.b(false) }
        // DIMTAD above the line, DIMZIN, DIMAZIN
        for value in [1, 0, 0] { bits.bs(value) }
        // DIMTXT DIMCEN DIMTSZ DIMALTF DIMLFAC DIMTVP DIMTFAC DIMGAP DIMALTRND
        for value in [h, h, h * 0.55, 25.4, 1, 0, 1, h * 0.5, 0] { bits.bd(value) }
        // DIMALT DIMALTD DIMTOFL DIMSAH DIMTIX DIMSOXD
        bits.b(false)
        bits.bs(2)
        for value in [true, false, false, false] { bits.b(value) }
        // DIMCLRD DIMCLRE DIMCLRT: by block
        for _ in 0..<3 { bits.bs(0) }
        // DIMADEC DIMDEC DIMTDEC DIMALTU DIMALTTD DIMAUNIT DIMFRAC DIMLUNIT DIMDSEP DIMTMOVE DIMJUST
        for value in [0, document.unit.precision, 2, 2, 2, 0, 0, 2, 46, 0, 0] { bits.bs(value) }
        // DIMSD1 DIMSD2
        bits.b(false)
        bits.b(false)
        // DIMTOLJ DIMTZIN DIMALTZ DIMALTTZ
        for value in [1, 0, 0, 0] { bits.bs(value) }
        // DIMUPT DIMATFIT
        bits.b(false)
        bits.bs(3)
    }
}
