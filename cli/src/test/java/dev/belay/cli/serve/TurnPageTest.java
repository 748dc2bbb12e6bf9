package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.Patience;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.RawRequest;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.http.SseEvent;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What the page on turns shows of one is what comes of it")
@Tag("process")
final class TurnPageTest {
  private static final Pattern SERVE = Pattern.compile("(?m)^\\$ belay serve (.*) &$");
  private static final Pattern POST =
      Pattern.compile(
          "(?s)curl -N http://127.0.0.1:3002(\\S+) -H 'Accept: (\\S+)' -H 'Content-Type: (\\S+)'"
              + " -d '(.*?)'\n");
  private static final Pattern ABORT =
      Pattern.compile("curl -X POST http://127.0.0.1:3002(\\S+)\n(\\{.*})\n");
  private static final Pattern EVENT = Pattern.compile("event: (\\S+)\ndata: (\\{.*})");

  /** Marks omissions in the page. */
  private static final String CUT = ", …}";

  /** Values that differ each time. */
  private static final Set<String> OWN = Set.of("turnId", "durationMs", "elapsedMs");

  @TempDir private Path dir;

  private static String section() throws IOException {
    var page = Files.readString(Path.of("../docs/turn-and-chat.md"));
    int from = page.indexOf("\n## A turn over HTTP\n");
    return page.substring(from);
  }

  private static List<String> groups(Pattern pattern, String text) {
    var found = pattern.matcher(text);
    assertThat(found.find()).as(pattern + " in " + text).isTrue();
    var groups = new ArrayList<String>();
    for (int i = 1; i <= found.groupCount(); i++) {
      groups.add(found.group(i));
    }
    return groups;
  }

  @Test
  void asShown() throws IOException, InterruptedException {
    Files.writeString(Files.createDirectory(dir.resolve("work")).resolve("a.txt"), "hello\n");
    var shell = new FakeShell().with("XDG_STATE_HOME", dir.resolve("state").toString());
    var words = new ArrayList<>(List.of(groups(SERVE, section()).getFirst().split(" ", -1)));
    words.addAll(List.of("--port", "0", "--root", dir.resolve("work").toString()));
    var serving = shell.start("serve", words);
    try {
      try (var client = ScriptedHttpClient.modern(shell.awaitListening())) {
        assertIsAsShown(client);
      }
    } finally {
      shell.interrupt();
      assertThat(serving.join()).isEqualTo(ExitCode.OK);
    }
  }

  private static void assertIsAsShown(ScriptedHttpClient client)
      throws IOException, InterruptedException {
    var post = groups(POST, section());
    var live =
        client.send(
            asCurl(client.bare("POST").to(post.get(0)).with("Accept", post.get(1)))
                .replacing("Content-Type", post.get(2))
                .withBody(post.get(3)));
    var _ = live.awaitEvent(event -> event.type().equals("tool_progress"));
    assertThat(sleeping()).isNotEmpty();
    var id = Json.parse(live.events().getFirst().data()).at("turnId").text();
    var abort = groups(ABORT, section());
    var shownId = Json.parse(abort.get(1)).at("turnId").text();
    var aborted = client.send(asCurl(client.bare("POST").to(abort.get(0).replace(shownId, id))));
    assertThat(aborted.body()).isEqualTo(abort.get(1).replace(shownId, id));
    assertEvents(live);
    Patience.await(() -> sleeping().isEmpty(), () -> "left: " + sleeping());
  }

  private static RawRequest asCurl(RawRequest request) {
    return request
        .with("User-Agent", "curl/8.5.0")
        .with("Content-Type", "application/x-www-form-urlencoded");
  }

  private static List<ProcessHandle> sleeping() {
    return ProcessHandle.current()
        .descendants()
        .filter(one -> one.info().commandLine().orElse("").endsWith("sleep 3600"))
        .toList();
  }

  /** Asserts that every event shown arrived, in that order, possibly with others in between. */
  private static void assertEvents(HttpAnswer live) throws IOException, InterruptedException {
    assertThat(live.awaitEnd()).isEmpty();
    var came = new ArrayList<>(live.events());
    var shown = EVENT.matcher(section()).results().toList();
    assertThat(shown).hasSizeGreaterThanOrEqualTo(5);
    for (var event : shown) {
      while (!came.isEmpty() && !isAs(came.getFirst(), event.group(1), event.group(2))) {
        came.removeFirst();
      }
      assertThat(came).as(event.group() + " among " + live.events()).isNotEmpty();
      came.removeFirst();
    }
    assertThat(came).as("after the last one").isEmpty();
  }

  private static boolean isAs(SseEvent came, String type, String shown) {
    if (!came.type().equals(type)) {
      return false;
    }
    var there = members(came.data());
    var wanted = members(shown.replace(CUT, "}"));
    return (shown.contains(CUT) || wanted.keySet().equals(there.keySet()))
        && wanted.entrySet().stream()
            .allMatch(one ->
                there.containsKey(one.getKey())
                    && (OWN.contains(one.getKey())
                        || Objects.equals(one.getValue().raw(), there.get(one.getKey()).raw())));
  }

  private static Map<String, Json> members(String object) {
    return ((Json.Members) Json.parse(object)).values();
  }
}
