package dev.belay.testbed.net;

/** Waits for threads that are certain to end, where an interrupt cannot be thrown. */
final class Joining {
  private Joining() {}

  static void uninterruptibly(Thread thread) {
    var interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
