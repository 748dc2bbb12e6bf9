package dev.belay.observe.schema;

/** Refusals common to all operations, or to all that need a token. */
enum Refused {
  UNAUTHORIZED("401", "Unauthorized", "There is no token, or none that is known.", "error-body"),
  FORBIDDEN(
      "403",
      "Forbidden",
      "A foreign Host, Origin or Sec-Fetch-Site, or a scope is missing.",
      "forbidden"),
  TOO_MANY(
      "429",
      "TooManyRequests",
      "Too many, on one connection or of one principal; Retry-After says when again.",
      "error-body"),
  OTHERWISE("default", "Refused", "The request is none that can be served.", "error-body");

  private final String key;
  private final String title;
  private final String meaning;
  private final String schema;

  Refused(String key, String title, String meaning, String schema) {
    this.key = key;
    this.title = title;
    this.meaning = meaning;
    this.schema = schema;
  }

  /** {@return the status as a key of responses} */
  String key() {
    return key;
  }

  /** {@return its name among the components} */
  String title() {
    return title;
  }

  String meaning() {
    return meaning;
  }

  DocumentedReply.Body body() {
    return new DocumentedReply.Body(DocumentedReply.Body.JSON, schema);
  }

  boolean concerns(Entry entry) {
    return switch (this) {
      case UNAUTHORIZED -> entry != Entry.OPEN;
      case FORBIDDEN, TOO_MANY, OTHERWISE -> true;
    };
  }
}
