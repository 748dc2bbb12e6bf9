package dev.belay.tools.run;

import java.util.List;
import java.util.Optional;

/**
 * A running tool and the state of its thread.
 *
 * @param stack the frames of its thread, the innermost first
 */
public record RunningTool(String tool, List<StackTraceElement> stack) {
  /** Makes a defensive copy. */
  public RunningTool {
    stack = List.copyOf(stack);
  }

  static RunningTool of(ToolWork work) {
    var thread = work.thread();
    return new RunningTool(
        work.tool().name(), thread == null ? List.of() : List.of(thread.getStackTrace()));
  }

  /** {@return the frame that called for the exit of the program, if this tool did} */
  public Optional<StackTraceElement> exitCaller() {
    return exitCaller(stack);
  }

  /** {@return the frame among these that called for the exit of the program, if any did} */
  public static Optional<StackTraceElement> exitCaller(List<StackTraceElement> stack) {
    for (int i = 0; i + 1 < stack.size(); i++) {
      var frame = stack.get(i);
      if (frame.getClassName().equals("java.lang.Runtime")
          && frame.getMethodName().equals("exit")) {
        return stack.stream()
            .skip(i + 1L)
            .filter(next -> !next.getClassName().equals("java.lang.System"))
            .findFirst();
      }
    }
    return Optional.empty();
  }
}
