package dev.belay.testbed.fault;

import java.util.concurrent.atomic.AtomicBoolean;

/** Answers a modern request by an event stream, or by a status for an error without one. */
final class EventWire extends Wire {
  private final Reply reply;
  private final AtomicBoolean begun = new AtomicBoolean();

  EventWire(Reply reply) {
    this.reply = reply;
  }

  @Override
  void begin() {
    if (!begun.getAndSet(true)) {
      reply.beginEvents();
    }
  }

  @Override
  void filledLine(String before, long filler, String after) {
    begin();
    var _ = new Told(before, filler, after).writeTo(reply, "");
  }

  @Override
  void error(int code, String text) {
    if (begun.get()) {
      line(text);
    } else {
      reply.whole(ModernHead.status(code), "application/json", text);
    }
  }

  @Override
  void over() {
    reply.endChunks();
  }
}
