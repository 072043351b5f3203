@_exported import AutoCoding
