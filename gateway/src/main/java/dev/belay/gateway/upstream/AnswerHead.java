package dev.belay.gateway.upstream;

import java.util.regex.Pattern;

/** Reads whose answer a line is from its beginning alone, where the id stands there. */
final class AnswerHead {
  private static final Pattern HEAD =
      Pattern.compile(
          "\\s*\\{\\s*(?:\"jsonrpc\"\\s*:\\s*\"2\\.0\"\\s*,\\s*)?"
              + "\"id\"\\s*:\\s*([0-9]{1,18})\\s*,\\s*\"(?:result|error)\".*",
          Pattern.DOTALL);

  private AnswerHead() {}

  /** {@return the id that the line answers; -1 if that does not show} */
  static long id(String start) {
    var head = HEAD.matcher(start);
    return head.matches() ? Long.parseLong(head.group(1)) : -1;
  }
}
