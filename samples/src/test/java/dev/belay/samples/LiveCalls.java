package dev.belay.samples;

import dev.belay.core.call.Call;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.server.Question;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.run.Client;
import dev.belay.tools.run.RunnerOptions;
import dev.belay.tools.run.StandardContract;
import dev.belay.tools.run.ToolRequest;
import dev.belay.tools.run.ToolRun;
import dev.belay.tools.run.ToolRunner;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls tools in real time, for effects invisible to virtual time: programs, interrupts of files.
 */
public final class LiveCalls implements AutoCloseable {
  private final Tools tools;
  private final Governor governor = new Governor(GovernorOptions.system());
  private final ToolRunner runner;

  /** Calls these tools. */
  public LiveCalls(Tools tools) {
    this(tools, Time.system());
  }

  /** Calls these tools, whose own waits are by this clock. */
  public LiveCalls(Tools tools, Time time) {
    this.tools = tools;
    runner =
        new ToolRunner(RunnerOptions.of(governor, time, new StandardContract(), new Random(1)));
  }

  /** Starts a call, whose messages arrive on its own thread. */
  public ToolRun start(String tool, Map<String, ?> arguments, BiConsumer<Call, String> heard) {
    var call = new CompletableFuture<Call>();
    var json = JsonMapper.shared().writeValueAsString(arguments).getBytes(StandardCharsets.UTF_8);
    var run =
        runner.start(
            tools.named(tool).orElseThrow(),
            ToolRequest.of(json),
            new Client() {
              @Override
              public void progress(
                  @Nullable Double done, @Nullable Double total, @Nullable String message) {
                if (message != null) {
                  heard.accept(call.join(), message);
                }
              }

              @Override
              public void log(LogLevel level, byte[] line) {}

              @Override
              public boolean canAnswer(String... capability) {
                return false;
              }

              @Override
              public Map<String, byte[]> ask(List<Question> questions) {
                throw new AssertionError("nobody is asked here");
              }
            });
    call.complete(run.call());
    return run;
  }

  @Override
  public void close() {
    governor.close();
    runner.close();
  }
}
