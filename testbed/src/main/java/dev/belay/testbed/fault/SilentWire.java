package dev.belay.testbed.fault;

/** Drops all messages. */
final class SilentWire extends Wire {
  @Override
  void filledLine(String before, long filler, String after) {}
}
