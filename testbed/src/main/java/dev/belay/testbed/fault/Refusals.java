package dev.belay.testbed.fault;

/** Answers given without a look at the request. */
final class Refusals {
  private Refusals() {}

  static void page(Spoiled spoiled) {
    spoiled
        .reply()
        .whole(500, "text/html", "<html><body><h1>Internal Server Error</h1></body></html>");
  }

  static void emptyBody(Spoiled spoiled) {
    spoiled.reply().whole(200, "application/json", "");
  }

  static void garbage(Spoiled spoiled) {
    var _ = spoiled.reply().write("220 faulty ESMTP ready\r\n\u0000\u0001\u0002\r\n\r\n");
    spoiled.reply().close();
  }
}
