package dev.belay.testbed.fault;

/** Answers a request by one JSON body; other messages go elsewhere. */
final class BodyWire extends Wire {
  private final Reply reply;
  private final Wire unasked;
  private final boolean modern;
  private final String[] headers;

  BodyWire(Reply reply, Wire unasked, boolean modern, String... headers) {
    this.reply = reply;
    this.unasked = unasked;
    this.modern = modern;
    this.headers = headers;
  }

  @Override
  void filledLine(String before, long filler, String after) {
    var start = Reply.text(before);
    var end = Reply.text(after);
    var _ =
        reply.write(out -> {
          var length = start.length + filler + end.length;
          out.write(Reply.head(200, "application/json", length, headers));
          out.write(start);
          Filler.write(out, filler);
          out.write(end);
        });
    reply.end();
  }

  @Override
  void error(int code, String text) {
    reply.whole(modern ? ModernHead.status(code) : 200, "application/json", text, headers);
  }

  @Override
  void request(String id, String method, String params) {
    unasked.request(id, method, params);
  }

  @Override
  void notification(String method, String params) {
    unasked.notification(method, params);
  }

  @Override
  void over() {
    if (!reply.over().isDone()) {
      reply.whole(202, "", "");
    }
  }
}
