package dev.belay.gateway.schema;

/** Refusals that stand before every operation, or before every one that needs a token. */
enum Refused {
  UNAUTHORIZED("Unauthorized", Reply.refusal(401, "There is no token, or none that is known.")),
  FORBIDDEN(
      "Forbidden",
      Reply.json(
          403, "A foreign Host, Origin or Sec-Fetch-Site, or a scope is missing.", "forbidden")),
  TOO_MANY(
      "TooManyRequests",
      Reply.refusal(429, "Too many requests wait on one connection; Retry-After says when again.")),
  OTHERWISE("Refused", Reply.refusal(0, "The request is none that can be served."));

  private final String title;
  private final Reply reply;

  Refused(String title, Reply reply) {
    this.title = title;
    this.reply = reply;
  }

  /** {@return its name among the components} */
  String title() {
    return title;
  }

  Reply reply() {
    return reply;
  }

  /** {@return the status as a key of responses} */
  String key() {
    return reply.status() == 0 ? "default" : Integer.toString(reply.status());
  }

  boolean concerns(Entry entry) {
    return switch (this) {
      case UNAUTHORIZED -> entry != Entry.OPEN;
      case FORBIDDEN, TOO_MANY, OTHERWISE -> true;
    };
  }
}
