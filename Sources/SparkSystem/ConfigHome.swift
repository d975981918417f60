/// Where the configuration with its secrets is: apart from the store, so that no backup of the store
/// holds one.
public enum ConfigHome {
  /// `$SPARK_CONFIG`, else `$XDG_CONFIG_HOME/spark`, else `~/.config/spark`; nil where there is no HOME.
  ///
  /// Relative values of the last two are ignored (XDG base directories).
  public static func path() -> RawPath? {
    if let config = Environment.bytes("SPARK_CONFIG") {
      return Environment.absolute(RawPath(config))
    }
    if let config = Environment.bytes("XDG_CONFIG_HOME"), config.first == UInt8(ascii: "/") {
      return RawPath(config).appending("spark")
    }
    if let home = Environment.bytes("HOME"), home.first == UInt8(ascii: "/") {
      return RawPath(home).appending(".config/spark")
    }
    return nil
  }
}
