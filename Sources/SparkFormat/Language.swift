/// The languages that Spark's sentences are written in.
public enum Language: Sendable {
  /// English.
  case english
  /// Korean.
  case korean

  /// The language that the environment asks for, as gettext reads it.
  ///
  /// `variable` gives the value of LANGUAGE, LC_ALL, LC_MESSAGES and LANG.
  public static func from(environment variable: (String) -> String?) -> Language {
    func value(_ name: String) -> String? {
      variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    let locale = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") ?? "C"
    guard locale != "C", locale != "POSIX" else { return .english }
    for wanted in (value("LANGUAGE") ?? "").split(separator: ":") {
      if let language = named(String(wanted)) { return language }
    }
    return named(locale) ?? .english
  }

  private static func named(_ locale: String) -> Language? {
    switch locale.prefix(while: { $0.isLetter }).lowercased() {
    case "ko": .korean
    case "en": .english
    default: nil
    }
  }
}
