import Foundation

/// The order statistics of some measurements.
struct Summary {
  let median: Double
  let min: Double
  let max: Double
  /// The interquartile range, relative to the median.
  let spread: Double

  init(_ values: [Double]) {
    let sorted = values.sorted()
    median = Statistics.quantile(0.5, ofSorted: sorted)
    min = Statistics.quantile(0, ofSorted: sorted)
    max = Statistics.quantile(1, ofSorted: sorted)
    spread = (Statistics.quantile(0.75, ofSorted: sorted) - Statistics.quantile(0.25, ofSorted: sorted)) / median
  }
}

/// A statistic with its bootstrap 95% interval.
struct Estimate {
  let value: Double
  let lower: Double
  let upper: Double
}

enum Statistics {
  static let resamples = 2000
  private static let seed: UInt64 = 0xA07_0C0D

  static func median(_ values: [Double]) -> Double {
    quantile(0.5, ofSorted: values.sorted())
  }

  /// The quantile, interpolated linearly between neighbors; NaN if there are no values.
  static func quantile(_ fraction: Double, ofSorted values: [Double]) -> Double {
    guard let last = values.indices.last else { return .nan }
    let position = fraction * Double(last)
    let lower = Int(position)
    let upper = Swift.min(lower + 1, last)
    return values[lower] + (values[upper] - values[lower]) * (position - Double(lower))
  }

  static func geometricMean(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : exp(values.reduce(0) { $0 + log($1) } / Double(values.count))
  }

  /// The median of one sample.
  static func estimateMedian(_ values: [Double]) -> Estimate {
    bootstrap([values]) { $0[0] }
  }

  /// The geometric mean of the medians of several samples, each resampled for itself.
  static func estimateGeometricMean(ofMedians samples: [[Double]]) -> Estimate {
    bootstrap(samples, statistic: geometricMean)
  }

  private static func bootstrap(_ samples: [[Double]], statistic: ([Double]) -> Double) -> Estimate {
    var random = SplitMix64(seed: seed)
    let resampled = (0..<resamples).map { _ in
      statistic(samples.map { sample in median(sample.compactMap { _ in sample.randomElement(using: &random) }) })
    }.sorted()
    return Estimate(
      value: statistic(samples.map(median)),
      lower: quantile(0.025, ofSorted: resampled),
      upper: quantile(0.975, ofSorted: resampled))
  }
}
