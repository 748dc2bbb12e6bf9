package dev.belay.testbed.net;

/** Waiting for threads that are sure to end, where no interrupt may be thrown. */
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
