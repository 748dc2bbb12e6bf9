package dev.belay.testbed.fault;

/** Adds messages of a legacy session to one of its streams. */
final class TapeWire extends Wire {
  private final EventHistory tape;

  TapeWire(EventHistory tape) {
    this.tape = tape;
  }

  @Override
  void filledLine(String before, long filler, String after) {
    tape.tell(new Told(before, filler, after));
  }

  @Override
  void over() {
    tape.finish();
  }
}
