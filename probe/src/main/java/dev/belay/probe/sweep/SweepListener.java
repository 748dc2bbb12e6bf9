package dev.belay.probe.sweep;

/** Hears how far a sweep is; called by many threads, so it must not block. */
public interface SweepListener {
  /** A point begins. */
  void begin(double load, int number, int of);

  /** So many requests of it have ended. */
  void count(int done, int total);
}
