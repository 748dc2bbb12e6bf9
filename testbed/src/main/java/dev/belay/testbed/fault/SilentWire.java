package dev.belay.testbed.fault;

/** Leads nowhere. */
final class SilentWire extends Wire {
  @Override
  void filledLine(String before, long filler, String after) {}
}
