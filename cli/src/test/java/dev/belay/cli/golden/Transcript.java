package dev.belay.cli.golden;

import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.RawRequest;
import dev.belay.testkit.client.ScriptedHttpClient;
import java.nio.charset.StandardCharsets;

/** What was said between a client and Belay, in its order, as text for a golden file. */
final class Transcript {
  private final StringBuilder text = new StringBuilder();
  private final boolean isWide;

  private Transcript(boolean isWide) {
    this.isWide = isWide;
  }

  /** {@return a transcript of messages as they are} */
  static Transcript ofBytes() {
    return new Transcript(/* isWide= */ false);
  }

  /** {@return a transcript in which JSON bodies have a line for each member} */
  static Transcript ofJson() {
    return new Transcript(/* isWide= */ true);
  }

  /** Adds a heading. */
  Transcript about(String what) {
    text.append("### ").append(what).append('\n');
    return this;
  }

  /** Adds a line as it is. */
  Transcript line(String line) {
    text.append(line).append('\n');
    return this;
  }

  /** Adds a JSON document. */
  Transcript json(String json) {
    return line(isWide ? wide(json) : json);
  }

  /** Sends a request, and adds it and its whole answer. Returns the answer. */
  HttpAnswer exchange(ScriptedHttpClient client, RawRequest request) throws InterruptedException {
    asked(request);
    var answer = client.send(request);
    answered(answer);
    return answer;
  }

  /** Adds a request. */
  void asked(RawRequest request) {
    text.append(head(request.headBytes()));
    body(request.body());
  }

  /** Adds a whole answer, once it has arrived. */
  void answered(HttpAnswer answer) throws InterruptedException {
    var body = answer.body();
    opened(answer);
    body(body);
  }

  /** Adds the head of an answer. */
  void opened(HttpAnswer answer) throws InterruptedException {
    var _ = answer.head();
    text.append(head(answer.line().received()));
  }

  private void body(String body) {
    if (!body.isEmpty()) {
      text.append(isWide && body.startsWith("{") ? wide(body) : body);
      text.append(body.endsWith("\n") ? "" : "\n");
    }
    text.append('\n');
  }

  /** {@return the head at the start of a message, with the empty line that ends it} */
  private static String head(byte[] message) {
    var whole = new String(message, StandardCharsets.ISO_8859_1);
    int end = whole.indexOf("\r\n\r\n");
    if (end < 0) {
      throw new AssertionError("no head: " + whole);
    }
    var lines = whole.substring(0, end);
    if (lines.replace("\r\n", "").contains("\n")) {
      throw new AssertionError("a line of a head that does not end by CR LF: " + lines);
    }
    return lines.replace("\r\n", "\n") + "\n\n";
  }

  /** {@return JSON with a line for each member, spelled as it is} */
  static String wide(String json) {
    var wide = new StringBuilder();
    int depth = 0;
    boolean isText = false;
    for (int at = 0; at < json.length(); at++) {
      char sign = json.charAt(at);
      if (isText) {
        wide.append(sign);
        if (sign == '\\') {
          wide.append(json.charAt(++at));
        } else if (sign == '"') {
          isText = false;
        }
        continue;
      }
      switch (sign) {
        case '"' -> {
          isText = true;
          wide.append(sign);
        }
        case '{', '[' -> {
          boolean isEmpty = at + 1 < json.length() && "}]".indexOf(json.charAt(at + 1)) >= 0;
          if (isEmpty) {
            wide.append(sign).append(json.charAt(++at));
          } else {
            newLine(wide.append(sign), ++depth);
          }
        }
        case '}', ']' -> newLine(wide, --depth).append(sign);
        case ',' -> newLine(wide.append(sign), depth);
        case ':' -> wide.append(": ");
        case ' ', '\n', '\r', '\t' -> {}
        default -> wide.append(sign);
      }
    }
    return wide.toString();
  }

  private static StringBuilder newLine(StringBuilder text, int depth) {
    return text.append('\n').append("  ".repeat(depth));
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
