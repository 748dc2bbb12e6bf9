package dev.belay.samples.file;

import dev.belay.tools.call.ToolCall;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs writes that the stop of a call does not interrupt: an interrupt would close the open file.
 */
public final class Shield {
  /** Time limit of one write. */
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final ToolCall call;

  /** Shields writes of this call. */
  public Shield(ToolCall call) {
    this.call = call;
  }

  /**
   * Performs a write.
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

  /** A write. */
  @FunctionalInterface
  public interface Write {
    /** Performs the write. */
    void run() throws IOException;
  }
}
