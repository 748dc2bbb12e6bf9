package dev.belay.testbed.fault;

/** Answers in event streams with a wrong end, pause or form. */
final class Streams {
  private static final long OVERSIZED = 64L * 1024 * 1024;

  private Streams() {}

  static void stall(Spoiled spoiled) {
    half(spoiled);
    spoiled.stall();
  }

  static void cut(Spoiled spoiled) {
    half(spoiled);
    spoiled.reply().endChunks();
  }

  static void reset(Spoiled spoiled) {
    half(spoiled);
    spoiled.reset();
  }

  static void empty(Spoiled spoiled) {
    begin(spoiled);
    spoiled.reply().endChunks();
  }

  static void silent(Spoiled spoiled) {
    begin(spoiled);
  }

  static void garbage(Spoiled spoiled) {
    begin(spoiled);
    var _ =
        spoiled
            .reply()
            .write(out -> {
              out.write(Reply.text("9\r\n"));
              out.write(new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, 2, '\n', (byte) 0xc3, 3, 4});
              out.write(Reply.text("\r\n"));
            });
    var _ = spoiled.reply().chunk("data: {\"jsonrpc\":\n\ndata: not json\n\n<html>\n\n");
    spoiled.reply().endChunks();
  }

  /** A byte order mark, every line end, comments, an empty event, data in two lines, no blank. */
  static void odd(Spoiled spoiled) {
    begin(spoiled);
    var answer = spoiled.answer();
    var comma = answer.indexOf(',') + 1;
    var _ =
        spoiled
            .reply()
            .chunk(
                "\ufeff:\r\n: keep-alive\r:another\n\r\nevent: ping\ndata: {}\n\n"
                    + "retry: 10\r\nunknown: field\rdata\n\n"
                    + "data:"
                    + answer.substring(0, comma)
                    + "\r\ndata: "
                    + answer.substring(comma)
                    + "\r\n\r\n");
    spoiled.reply().endChunks();
  }

  static void oversized(Spoiled spoiled) {
    begin(spoiled);
    var bytes = spoiled.arguments().at("bytes").number(OVERSIZED);
    var _ = new Told("", bytes, "").writeTo(spoiled.reply(), "");
    spoiled.reply().endChunks();
  }

  static void byteAtATime(Spoiled spoiled) {
    begin(spoiled);
    var event = Reply.text("event: message\ndata: " + spoiled.answer() + "\n\n");
    for (var b : event) {
      var alone =
          spoiled.reply().write(out -> out.write(new byte[] {'1', '\r', '\n', b, '\r', '\n'}));
      if (!alone) {
        return;
      }
    }
    spoiled.reply().endChunks();
  }

  private static void half(Spoiled spoiled) {
    begin(spoiled);
    for (var line : spoiled.lines().subList(0, Math.max(0, spoiled.lines().size() - 1))) {
      var _ = Told.text(line).writeTo(spoiled.reply(), "");
    }
    var answer = spoiled.answer();
    var _ =
        spoiled.reply().chunk("event: message\ndata: " + answer.substring(0, answer.length() / 2));
  }

  private static void begin(Spoiled spoiled) {
    spoiled.reply().beginEvents(spoiled.headerLines());
  }
}
