package dev.belay.gateway.upstream;

import java.util.regex.Pattern;

/** Extracts the id of a response from the beginning of its line alone. */
final class AnswerHead {
  private static final Pattern HEAD =
      Pattern.compile(
          "\\s*\\{\\s*(?:\"jsonrpc\"\\s*:\\s*\"2\\.0\"\\s*,\\s*)?"
              + "\"id\"\\s*:\\s*([0-9]{1,18})\\s*,\\s*\"(?:result|error)\".*",
          Pattern.DOTALL);

  private AnswerHead() {}

  /** {@return the id of the response; -1 if it does not precede the result or error} */
  static long id(String start) {
    var head = HEAD.matcher(start);
    return head.matches() ? Long.parseLong(head.group(1)) : -1;
  }
}
