package dev.belay.samples.keep;

import dev.belay.tools.call.ToolCall;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Writes where the stop of a call cannot interrupt it: an interrupt would close the file that is
 * being written.
 */
public final class Shield {
  /** Longer than any single write takes on a disk that works. */
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final ToolCall call;

  /** Shields what is written within this call. */
  public Shield(ToolCall call) {
    this.call = call;
  }

  /**
   * Writes.
   *
   * @throws IOException if the write fails, or takes longer than a minute
   */
  public void write(Write write) throws IOException {
    var trouble = new AtomicReference<@Nullable Exception>();
    boolean ended =
        call.cleanup(
            LONGEST,
            () -> {
              try {
                write.run();
              } catch (IOException | RuntimeException e) {
                trouble.set(e);
              }
            });
    var thrown = trouble.get();
    if (thrown instanceof IOException e) {
      throw e;
    }
    if (thrown instanceof RuntimeException e) {
      throw e;
    }
    if (!ended) {
      throw new IOException("Writing took longer than " + LONGEST.toSeconds() + " s");
    }
  }

  /** What is written. */
  @FunctionalInterface
  public interface Write {
    /** Writes. */
    void run() throws IOException;
  }
}
