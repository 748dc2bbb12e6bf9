package dev.belay.process.tree;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/**
 * Sends signals without native access: through the JDK where it can, through {@code kill}
 * otherwise.
 */
final class HandleSignals implements Signals {
  @Override
  public void send(long pid, Signal signal) {
    switch (signal) {
      case TERM -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
      case KILL -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
      case STOP, CONT -> command(pid, signal);
    }
  }

  private static void command(long pid, Signal signal) {
    try {
      new ProcessBuilder("/bin/kill", "-" + signal.name(), Long.toString(pid))
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      // Freezing is not possible: the rounds of the kill loop close the race less surely.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
