package dev.belay.tools.serve;

import dev.belay.tools.run.RunningTool;
import java.util.List;

/** Who called for the end of the whole program, if its own code did. */
final class ExitCaller {
  private ExitCaller() {}

  /** {@return a tool or a thread, with the line of it, as people read it; empty if nobody did} */
  static String find(List<RunningTool> running) {
    for (var tool : running) {
      var line = tool.exitCaller();
      if (line.isPresent()) {
        return "The tool \"" + tool.tool() + "\", by System.exit at " + line.get() + ",";
      }
    }
    for (var thread : Thread.getAllStackTraces().entrySet()) {
      var line = RunningTool.exitCaller(List.of(thread.getValue()));
      if (line.isPresent()) {
        return "The thread \""
            + thread.getKey().getName()
            + "\", by System.exit at "
            + line.get()
            + ",";
      }
    }
    return "";
  }
}
