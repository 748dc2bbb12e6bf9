package dev.belay.samples.wks;

import dev.belay.core.cancel.StoppedException;
import dev.belay.tools.annotation.Arg;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a tool in the envelope of S2-24.
 *
 * @param success whether the tool did what it was asked for
 * @param data its findings; empty after a failure
 * @param messages lines for people
 */
public record ToolEnvelope(
    boolean success,
    Map<String, Object> data,
    @Arg(description = "Lines for people") List<Line> messages) {
  /** The most characters of a stack trace in a result. */
  private static final int LONGEST_DETAILS = 4_000;

  /** Makes defensive copies. */
  public ToolEnvelope {
    data = Map.copyOf(data);
    messages = List.copyOf(messages);
  }

  /**
   * A message.
   *
   * @param type {@code success}, {@code info}, {@code warning} or {@code error}
   * @param details more of it, such as a stack trace
   */
  public record Line(String type, String text, Optional<String> details) {}

  /** Work that has findings. */
  @FunctionalInterface
  interface Work {
    Map<String, Object> run() throws IOException, InterruptedException;
  }

  /**
   * Does the work, whose failure is a result too (S2-30).
   *
   * @param done the message of its success
   * @param failed what a failure begins with, such as {@code Failed to sync}
   * @param warnings filled by the work
   */
  static ToolEnvelope of(String done, String failed, List<String> warnings, Work work)
      throws InterruptedException {
    try {
      var data = work.run();
      var messages = new ArrayList<Line>();
      messages.add(new Line("success", done, Optional.empty()));
      warnings.forEach(line -> messages.add(new Line("warning", line, Optional.empty())));
      return new ToolEnvelope(true, data, messages);
    } catch (StoppedException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      var line = new Line("error", failed + ": " + reason(e), Optional.of(trace(e)));
      return new ToolEnvelope(false, Map.of(), List.of(line));
    }
  }

  private static String reason(Exception e) {
    return e instanceof AccessDeniedException || e.getCause() instanceof AccessDeniedException
        ? "Permission denied"
        : String.valueOf(e.getMessage());
  }

  private static String trace(Exception e) {
    var trace = new StringWriter();
    e.printStackTrace(new PrintWriter(trace));
    var text = trace.toString();
    return text.length() <= LONGEST_DETAILS ? text : text.substring(0, LONGEST_DETAILS) + "…";
  }
}
