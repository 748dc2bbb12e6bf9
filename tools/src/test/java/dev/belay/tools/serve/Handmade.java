package dev.belay.tools.serve;

import dev.belay.mcp.progress.KeepAlive;
import dev.belay.tools.declare.Hints;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.ToolBody;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.declare.ToolOptions;
import dev.belay.tools.result.ErrorMode;
import dev.belay.tools.run.StandardContract;
import dev.belay.tools.schema.JsonSchema;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;

/** Tools made by hand, and served without a transport. */
final class Handmade {
  private Handmade() {}

  static NativeTool tool(String name, Hints hints, ToolOptions terms, ToolBody body) {
    return new NativeTool(
        new ToolDeclaration(
            name,
            "Does it.",
            "general",
            hints,
            terms,
            List.of(),
            JsonSchema.of(
                "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}"
                    .getBytes(StandardCharsets.UTF_8)),
            null),
        body);
  }

  static ServedTools served(
      ErrorMode errors, boolean strict, Duration questionTimeout, NativeTool... tools) {
    var terms =
        HostOptions.DEFAULT
            .withErrors(errors)
            .withQuestionTimeout(questionTimeout)
            .withKeepAlive(KeepAlive.OFF);
    return new ServedTools(
        List.of(tools),
        new StandardContract(),
        new ServerOptions(
            new HostedAs("test", "1", null, /* changing= */ true, _ -> {}),
            strict ? terms.withStrictResults() : terms,
            new LinkedBlockingQueue<String>()::add));
  }
}
