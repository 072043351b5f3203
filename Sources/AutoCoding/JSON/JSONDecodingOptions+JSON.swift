/// Options that JSON alone has, as ``AutoJSONDecoder`` shows them.
extension JSONDecodingOptions.Values {
  var duplicateKeys: AutoJSONDecoder.DuplicateKeyStrategy {
    get { refusesDuplicates ? .throw : usesLastDuplicate ? .useLast : .useFirst }
    set {
      refusesDuplicates = newValue == .throw
      usesLastDuplicate = newValue == .useLast
    }
  }

  var leniency: AutoJSONDecoder.Leniency {
    get { AutoJSONDecoder.Leniency(rawValue: leniencyBits) }
    set { leniencyBits = newValue.rawValue }
  }
}
