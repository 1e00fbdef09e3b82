@_exported public import RKDiagnostics
