enum Samples {
    /// A coloured square of 2 m.
    static let square = """
        ply
        format ascii 1.0
        element vertex 4
        property float x
        property float y
        property float z
        property uchar red
        property uchar green
        property uchar blue
        element face 2
        property list uchar int vertex_indices
        end_header
        0 0 0 255 0 0
        0 0 2 0 255 0
        2 0 2 0 0 255
        2 0 0 255 255 255
        3 0 1 2
        3 0 2 3

        """
}
