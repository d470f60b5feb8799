// The library by itself: `import DioramaLibrary`.
@_exported import Library
