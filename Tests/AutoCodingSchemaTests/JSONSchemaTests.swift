import AutoCoding
import AutoCodingSchema
import Testing
