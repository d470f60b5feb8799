// The library with sync, sharing and pairing: `import DioramaSync`.
@_exported import DioramaLibrary
@_exported import Sync
