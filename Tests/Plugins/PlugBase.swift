// What an app offers to its plug-ins; PluginTests compiles it into a library, with the object files of AutoCoding.
import AutoCoding

/// Nothing of it can be overridden: its metadata looks like that of a final class.
open class PlugBase: AutoCoding {
  /// What it is called.
  public let name: String

  /// Makes an object of a name.
  public init(name: String) { self.name = name }
}

/// Refers to an object of the class, or of one below it.
public final class PlugHolder: AutoCoding {
  /// The class is declared.
  public let content: PlugBase
  /// Nothing is declared.
  public let anything: Any

  /// Holds an object in both ways.
  public init(content: PlugBase, anything: Any) { (self.content, self.anything) = (content, anything) }
}

/// Nothing says how it is coded, before a plug-in does.
public struct PlugPart {
  /// How large it is.
  public let size: Int

  /// Makes a part.
  public init(size: Int) { self.size = size }
}

/// Cannot be coded without its part.
public struct PlugWhole: AutoCoding {
  /// The part.
  public let part: PlugPart

  /// Makes a whole of a part.
  public init(part: PlugPart) { self.part = part }
}
