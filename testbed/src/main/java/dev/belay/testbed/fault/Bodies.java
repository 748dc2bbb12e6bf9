package dev.belay.testbed.fault;

import java.nio.charset.StandardCharsets;

/** Answers in JSON bodies with wrong framing or type. */
final class Bodies {
  private static final long OVERSIZED = 64L * 1024 * 1024;
  private static final int OVERSIZED_FIELD = 1024 * 1024;
  private static final String JSON = "application/json";

  private Bodies() {}

  static void stall(Spoiled spoiled) {
    half(spoiled);
    spoiled.stall();
  }

  static void cut(Spoiled spoiled) {
    half(spoiled);
    spoiled.reply().close();
  }

  static void reset(Spoiled spoiled) {
    half(spoiled);
    spoiled.reset();
  }

  static void typed(Spoiled spoiled, String type) {
    spoiled.reply().whole(200, type, spoiled.answer(), spoiled.headerLines());
  }

  static void oversizedHead(Spoiled spoiled) {
    var field = "X-Filler: " + "x".repeat(OVERSIZED_FIELD);
    spoiled.reply().whole(200, JSON, spoiled.answer(), field);
  }

  static void truncatedChunk(Spoiled spoiled) {
    chunked(spoiled, Integer.toHexString(spoiled.answer().length() * 2));
  }

  static void badChunk(Spoiled spoiled) {
    chunked(spoiled, "zz");
  }

  static void oversized(Spoiled spoiled) {
    var blanks = Reply.text(" ".repeat(64 * 1024));
    var answer = Reply.text(spoiled.answer());
    var pieces = spoiled.arguments().at("bytes").number(OVERSIZED) / blanks.length;
    var _ =
        spoiled
            .reply()
            .write(out -> {
              var length = pieces * blanks.length + answer.length;
              out.write(Reply.head(200, JSON, length, spoiled.headerLines()));
              for (var piece = 0L; piece < pieces; piece++) {
                out.write(blanks);
              }
              out.write(answer);
            });
    spoiled.reply().end();
  }

  static void strayAfter(Spoiled spoiled) {
    both(spoiled, answer(spoiled), stray());
  }

  static void strayBefore(Spoiled spoiled) {
    both(spoiled, stray(), answer(spoiled));
  }

  /**
   * In one packet: if the second response came a moment later, it would depend on the client's next
   * request which of the two it answers.
   */
  private static void both(Spoiled spoiled, String first, String second) {
    var _ = spoiled.reply().write(first + second);
    spoiled.reply().end();
  }

  private static String answer(Spoiled spoiled) {
    return response(spoiled.answer(), spoiled.headerLines());
  }

  private static String stray() {
    return response("{\"jsonrpc\":\"2.0\",\"id\":999999999,\"result\":{}}");
  }

  private static String response(String body, String... headers) {
    var head = Reply.head(200, JSON, Reply.text(body).length, headers);
    return new String(head, StandardCharsets.UTF_8) + body;
  }

  private static void chunked(Spoiled spoiled, String length) {
    var _ =
        spoiled
            .reply()
            .write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n"
                    + length
                    + "\r\n"
                    + spoiled.answer());
    spoiled.reply().close();
  }

  private static void half(Spoiled spoiled) {
    var answer = Reply.text(spoiled.answer());
    var _ =
        spoiled
            .reply()
            .write(out -> {
              out.write(Reply.head(200, JSON, answer.length, spoiled.headerLines()));
              out.write(answer, 0, answer.length / 2);
            });
  }
}
