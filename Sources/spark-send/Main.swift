import SparkCommand
import SparkDelivery
import SparkFormat
import SparkStore
import SparkSystem

@main enum Main {
  static func main() {
    let description = CommandDescription(
      name: "spark-send", summary: "carries waiting captures to their endpoints and records them",
      synopsis: ["[ID...] [--watch] [--endpoint NAME] [-q]"],
      options: [.flag("watch", "go on until SIGTERM, and send whatever comes"), .quiet],
      exits: [
        (.done, "the list is through; also when there was nothing to do"),
        (.negative, "there is no capture with a given ID"),
        (.partial, "some captures are blocked, failed, or wait for their next try"),
        (.tryLater, "an endpoint does not answer, or there is nowhere to send what is held"),
        (.configuration, "an endpoint says no, or there is no store"),
      ],
      details: """
        Without ID everything that waits is sent, for all endpoints. With ID only these captures are, \
        even before their next try is due. Each capture's bytes are made durable at the other side, \
        then its record; then its receipt is stored here.

        An endpoint that does not answer delays its whole list and costs no capture anything. By hand \
        it is asked at once; --watch asks it again after 30 seconds, and then ever more seldom, up to \
        six hours.
        """,
      usesEndpoint: true)
    Tool.main(description) { arguments, output in
      let home = try StoreHome.open(StoreHome.path(option: arguments.bytes("home")))
      let post = Post(home, arguments.text("endpoint"), output)
      if arguments.has("watch") {
        guard arguments.operands.isEmpty else { throw CommandError.usage("--watch takes no ID") }
        return try post.watch()
      }
      return try post.send(asked: ids(arguments))
    }
  }

  private static func ids(_ arguments: Arguments) throws -> Set<CaptureID>? {
    if arguments.operands.isEmpty { return nil }
    return Set(
      try arguments.operands.map { operand in
        guard let id = CaptureID(utf8: operand) else {
          throw CommandError.usage("\(String(decoding: operand, as: UTF8.self)) is no capture's id")
        }
        return id
      })
  }
}
