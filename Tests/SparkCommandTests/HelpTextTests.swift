import Testing

@testable import SparkCommand

struct HelpTextTests {
  @Test func everythingIsTold() {
    let tool = CommandDescription(
      name: "spark-x", summary: "tries things", synopsis: ["[--keep] [FILE]...", "show"],
      options: [
        .flag("keep", "leave the originals where they are and remember them for the next time"),
        .quiet,
      ],
      exits: [(.partial, "some was done and some was not")],
      details: "One paragraph\nof two lines.\n\n  $ spark-x kept as it is")
    #expect(
      tool.helpText == """
        spark-x - tries things

        usage: spark-x [--keep] [FILE]...
               spark-x show

        One paragraph of two lines.

          $ spark-x kept as it is

        Options:
          --keep      leave the originals where they are and remember them for the next
                      time
          -q          say nothing but errors
          --home DIR  the store; else $SPARK_HOME, $XDG_DATA_HOME/spark or
                      ~/.local/share/spark
          --help      print this text and exit
          --version   print the version and exit

        Exit status:
          0   done
          3   some was done and some was not
          64  the command line is wrong
          74  reading or writing failed
        Anything else means failure.

        """)
    #expect(tool.helpText.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
