import AutoCoding

// The calls in the folder Calls are those of the module FoundationCalls, with these coders.
typealias JSONEncoder = AutoJSONEncoder
typealias JSONDecoder = AutoJSONDecoder
typealias PropertyListEncoder = AutoPropertyListEncoder
typealias PropertyListDecoder = AutoPropertyListDecoder
