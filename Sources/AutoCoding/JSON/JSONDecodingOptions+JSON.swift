/// Options that JSON alone has, as ``AutoJSONDecoder`` shows them.
extension JSONDecodingOptions.Values {
  var repeatedKeys: AutoJSONDecoder.RepeatedKeyStrategy {
    get { refusesDuplicates ? .throw : usesLastDuplicate ? .useLast : .useFirst }
    set {
      refusesDuplicates = newValue == .throw
      usesLastDuplicate = newValue == .useLast
    }
  }

  var leniency: AutoJSONLeniency {
    get { AutoJSONLeniency(rawValue: leniencyBits) }
    set { leniencyBits = newValue.rawValue }
  }
}
