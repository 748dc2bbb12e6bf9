package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Collects the messages of a request until it is over, and then passes them to a fault. */
final class SpoiledWire extends Wire {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final HttpFault fault;
  private final Reply reply;
  private final Json arguments;
  private final List<String> headers;

  SpoiledWire(HttpFault fault, Reply reply, Json arguments, List<String> headers) {
    this.fault = fault;
    this.reply = reply;
    this.arguments = arguments;
    this.headers = headers;
  }

  @Override
  void filledLine(String before, long filler, String after) {
    lines.add(before + "x".repeat((int) filler) + after);
  }

  @Override
  void over() {
    fault.play(new Spoiled(reply, lines, arguments, headers));
  }
}
