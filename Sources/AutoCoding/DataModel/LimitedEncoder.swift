/// One of AutoCoding's encoders, whose limits are available to code that knows only `any Encoder`.
protocol LimitedEncoder: Encoder {
  var limits: CodingLimits { get }
}
