package dev.belay.testbed.fault;

/** One message of an event stream: {@code filler} times the letter x between two texts. */
record Told(String before, long filler, String after) {
  static Told text(String text) {
    return new Told(text, 0, "");
  }

  /**
   * Writes it as an event, with {@code id} unless that is empty. Returns whether it could be sent.
   */
  boolean writeTo(Reply reply, String id) {
    var start = (id.isEmpty() ? "" : "id: " + id + "\n") + "event: message\ndata: " + before;
    if (filler == 0) {
      return reply.chunk(start + after + "\n\n");
    }
    return reply.write(out -> {
      Reply.chunk(out, start);
      out.write(Reply.text(Long.toHexString(filler) + "\r\n"));
      Filler.write(out, filler);
      out.write(Reply.text("\r\n"));
      Reply.chunk(out, after + "\n\n");
    });
  }
}
