package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;

/** Refusals of malformed requests. */
final class Refused {
  private Refused() {}

  /** Refuses a request before its id is known or relevant. */
  static void legacy(Reply reply, int status, int code, String message) {
    with(reply, status, Json.Atom.ABSENT, code, message);
  }

  static void with(Reply reply, int status, Json id, int code, String message) {
    reply.whole(status, "application/json", Wire.errorText(id, code, message, ""));
  }

  static void method(Reply reply, String allowed) {
    reply.whole(405, "", "", "Allow: " + allowed);
  }
}
