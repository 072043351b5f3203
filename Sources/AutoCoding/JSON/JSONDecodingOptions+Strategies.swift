/// Options that only JSON has, with the types that ``AutoJSONDecoder`` shows.
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
