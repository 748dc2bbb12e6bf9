package dev.belay.bench.tools;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.serve.ToolServer;

/** A minimal server: one tool, on standard streams. */
public final class OneTool {
  private OneTool() {}

  /** {@return the object whose method is the tool} */
  static Object tools() {
    return new OneTool();
  }

  /** Serves until the client leaves. */
  public static void main(String[] arguments) throws InterruptedException {
    ToolServer.stdio(Tools.of(tools())).named("one-tool", "1.0.0").serve();
  }

  /** Gives back what it is given. */
  @Tool(description = "Gives back what it is given.", readOnly = true, idempotent = true)
  public String echo(@Arg(description = "what to give back") String text) {
    return text;
  }
}
