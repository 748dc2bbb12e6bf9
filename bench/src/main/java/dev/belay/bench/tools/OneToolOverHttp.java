package dev.belay.bench.tools;

import dev.belay.tools.declare.Tools;
import dev.belay.tools.serve.ToolServer;
import java.io.IOException;

/** The same tool over HTTP. */
public final class OneToolOverHttp {
  private OneToolOverHttp() {}

  /** Serves on 127.0.0.1, on the port given as the only argument, until it is told to stop. */
  public static void main(String... arguments) throws IOException, InterruptedException {
    ToolServer.http(Tools.of(OneTool.tools()))
        .named("one-tool", "1.0.0")
        .port(Integer.parseInt(arguments[0]))
        .serve();
  }
}
