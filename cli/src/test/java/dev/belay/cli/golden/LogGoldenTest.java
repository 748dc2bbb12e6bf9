package dev.belay.cli.golden;

import static dev.belay.testkit.client.ScriptedClient.toolCall;

import dev.belay.core.time.Patience;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
@DisplayName("A line of each kind in the log and in the audit file is the golden one")
final class LogGoldenTest {
  private static final String HANG = "hang_honouring_cancel";

  private static final Pattern READY = Pattern.compile("ready: 1 of|\"up\":1");
  private static final Pattern AGAIN = Pattern.compile("was started again|\"state\":\"up\"");

  private final Map<String, String> pages = new TreeMap<>();

  @Test
  void aWholeRun() throws IOException, InterruptedException {
    run("text", List.of("--log", "text"));
    run("verbose", List.of("--log", "text", "--verbose"));
    run("json", List.of("--log", "json"));
    Golden.in("log").assertIs(pages);
  }

  private void run(String name, List<String> options) throws IOException, InterruptedException {
    try (var gateway = Gateway.prepared()) {
      gateway.serve(
          """
          mcp: { workers: 16, tools_list: { wait_ms: 60000 } }
          jobs: { store: memory }
          http: { drain_timeout: 0 }
          audit: { file: %1$s, arguments: redacted }
          auth: { tokens: { env: BELAY_TOKENS } }
          access: { rules: [ { principals: ["ada"], deny: ["*measure"] } ] }
          tools:
            "*progress": { timeout: 2 }
            "*sleep": { job: always }
            "*state": { approval: deny, approval_reason: it forgets }
            "faulty__ask": { rate_limit: 1/1h }
          mcpServers:
            faulty: { %2$s }
            gone: { command: /no/such/program }
          """
              .formatted(
                  gateway.path("audit.log"),
                  gateway
                      .with("BELAY_TOKENS", "ada: adas-token-0123456789\n")
                      .faulty("log", "--tools-file", ListedTools.file(gateway))),
          options.toArray(String[]::new));
      story(gateway);
      gateway.stop();
      pages.put(name + ".txt", sorted(gateway));
      pages.put("audit-of-" + name + ".txt", audit(gateway));
    }
  }

  private static void story(Gateway gateway) throws IOException, InterruptedException {
    var ada = gateway.stranger().always("Authorization", "Bearer adas-token-0123456789");
    var _ = ada.initialize(Gateway.NEWEST_LEGACY);
    Patience.await(
        () -> ada.ask("tools/list", "{}").raw().contains("faulty__echo"),
        () -> "the server is not listed: " + gateway.log());
    Patience.await(() -> READY.matcher(gateway.log()).find(), () -> "not ready: " + gateway.log());
    var _ = ada.call("faulty__echo", "{\"text\":\"hi\",\"password\":\"hidden\"}");
    var _ = ada.call("faulty__progress", "{\"until\":\"/never\"}");
    var _ = ada.call("faulty__state", "{}");
    var _ = ada.call("faulty__measure", "{}");
    var _ = ada.call("faulty__crash", "{}");
    Patience.await(
        () -> AGAIN.matcher(gateway.log()).find(), () -> "not started again: " + gateway.log());
    var hangs = ada.request("1", "tools/call", toolCall("faulty__" + HANG, "{}"));
    gateway.awaitLogged("log", 1, "call " + HANG);
    var _ = ada.cancel("1").body();
    var _ = hangs.body();
    // A thread of its own records its end, and might do so behind the hand-off below.
    gateway.awaitLogged("audit.log", 1, HANG);
    var stranger = gateway.stranger();
    var _ = stranger.send(stranger.bare("GET").to("/api/calls")).body();
    var _ = ada.call("faulty__sleep", "{\"until\":\"/never\"}");
    gateway.awaitLogged("log", 1, "call sleep");
  }

  /** {@return the lines without an order: threads of their own write some of them} */
  private static String sorted(Gateway gateway) throws IOException {
    return gateway
        .placeholders()
        .in(gateway.log())
        .lines()
        // While the server is started again, none may be ready for a moment.
        .filter(line -> !line.contains("not ready: ") && !line.contains("\"up\":0"))
        .distinct()
        .sorted()
        .collect(Collectors.joining("\n"));
  }

  private static String audit(Gateway gateway) throws IOException {
    var lines = new ArrayList<String>();
    for (var line : gateway.lines("audit.log")) {
      lines.add(Transcript.wide(line));
    }
    return gateway.placeholders().in(String.join("\n", lines));
  }
}
