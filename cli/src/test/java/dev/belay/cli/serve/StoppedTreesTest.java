package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static dev.belay.cli.serve.Turns.use;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.Stray;
import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("REQ-1, C34: what stopped calls started on a shared server is gone, the server is not")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class StoppedTreesTest {
  private static final List<Stray> TREE =
      List.of(Stray.SETSID, Stray.DOUBLE_FORK, Stray.ENV_SCRUBBED, Stray.DAEMON, Stray.IGNORE_TERM);

  private Served served;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served = Serve.process().auth("{\"mode\":\"none\"}").start();
  }

  @AfterEach
  void close() throws IOException {
    served.close();
  }

  /** A running call, and the way in which its client cancels it. */
  private record Running(Era era, ScriptedHttpClient client, String id, HttpAnswer answer) {
    void cancel() throws IOException, InterruptedException {
      switch (era) {
        case LEGACY -> assertThat(client.cancel(id).status()).isEqualTo(202);
        case MODERN -> answer.line().close();
      }
    }
  }

  private Running running(Era era, String id, String tool, String arguments)
      throws InterruptedException {
    int before = served.log("call").size();
    var client = served.client(era);
    var answer = call(client, id, tool, arguments);
    var _ = served.awaitLog("call", _ -> true, before + 1);
    return new Running(era, client, id, answer);
  }

  private List<Running> tree(Era era) throws InterruptedException {
    var calls = new ArrayList<Running>();
    for (var stray : TREE) {
      calls.add(running(era, Json.quote(stray.kind()), "spawn_and_hang", kind(stray)));
    }
    return calls;
  }

  private static String kind(Stray stray) {
    return "{\"kind\":" + Json.quote(stray.kind()) + "}";
  }

  /** {@return the live processes of the whole tree} */
  private List<Long> awaitTree() throws InterruptedException {
    var pids =
        served.awaitLog("spawned", _ -> true, TREE.size()).stream().map(Long::valueOf).toList();
    assertThat(pids).hasSameSizeAs(TREE).allMatch(LiveProcesses::isAlive);
    return pids;
  }

  private void awaitGone(List<Long> tree) throws InterruptedException {
    LiveProcesses.awaitGone(tree);
    Turns.of(served).awaitIdle();
    assertThat(served.pids()).as("one server, which stays").hasSize(1);
    assertThat(served.pids()).allMatch(LiveProcesses::isAlive);
    // Belay notices only a moment later that they are gone.
    Patience.await(this::isAllForgotten, () -> "something is abandoned or left behind");
  }

  private boolean isAllForgotten() throws InterruptedException {
    var health = get("/health");
    return health.at("upstreams").items().getFirst().at("abandoned").raw().equals("0")
        && health.at("calls", "abandoned").raw().equals("0")
        && get("/api/calls").at("left_behind").items().isEmpty();
  }

  private Json get(String path) throws InterruptedException {
    return Json.parse(Turns.of(served).get(path).body());
  }

  @Test
  @Claim("S1-102")
  @DisplayName("REQ-1: the abort of a turn ends the trees that its calls started beside a hang")
  void anAbortedTurn() throws InterruptedException {
    var uses = new ArrayList<String>();
    for (var stray : TREE) {
      uses.add(use(stray.kind(), "spawn_and_hang", kind(stray)));
    }
    uses.add(use("hangs", "hang", "{}"));
    var turns = Turns.of(served);
    var live = turns.begin(uses.toArray(String[]::new));
    var tree = awaitTree();
    served.awaitCalls("hang", 1);

    assertThat(turns.abort(live.id()).status()).isEqualTo(200);

    assertThat(live.results())
        .hasSize(uses.size())
        .allSatisfy((_, result) -> assertThat(result).startsWith("[CANCELLED] "));
    awaitGone(tree);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("REQ-1: what two cancelled calls and more had under way is gone")
  void allCancelled(Era era) throws IOException, InterruptedException {
    var hang = running(era, "\"hang\"", "hang", "{}");
    var calls = tree(era);
    var tree = awaitTree();
    hang.cancel();
    for (var call : calls) {
      call.cancel();
    }
    awaitGone(tree);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("REQ-1: a call that had completed before changes nothing")
  void besideAnEchoThatWasOver(Era era) throws IOException, InterruptedException {
    var hang = running(era, "\"hang\"", "hang", "{}");
    assertThat(text(running(era, "\"echo\"", "echo", "{\"text\":\"a\"}").answer().response()))
        .isEqualTo("a");
    Served.awaitTicks();
    var calls = tree(era);
    var tree = awaitTree();
    for (var call : calls) {
      call.cancel();
    }
    hang.cancel();
    awaitGone(tree);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName(
      "C34: what a call that completed may want is left behind, listed, and ended if asked")
  void leftBehind(Era era) throws IOException, InterruptedException {
    var gate = served.gate();
    var slow = running(era, "\"slow\"", "sleep", gate.arguments());
    var spawning = running(era, "\"spawn\"", "spawn_and_hang", kind(Stray.DAEMON));
    long pid = Long.parseLong(served.awaitLog("spawned", _ -> true, 1).getFirst());
    gate.open();
    assertThat(text(slow.answer().response())).isEqualTo("slept");
    var turns = Turns.of(served);
    var id = turns.calls().getFirst().at("id").text();

    spawning.cancel();

    turns.awaitIdle();
    awaitStopOfAnother(era);
    for (var listed :
        List.of(
            get("/api/calls").at("left_behind"), get("/health").at("processes", "left_behind"))) {
      assertThat(listed.items()).hasSize(1);
      var process = listed.items().getFirst();
      assertThat(process.at("pid").raw()).isEqualTo(Long.toString(pid));
      assertThat(process.at("upstream").text()).isEqualTo("faulty");
      assertThat(process.at("calls").items()).hasSize(2).map(Json::text).contains(id);
    }
    assertThat(LiveProcesses.isAlive(pid)).isTrue();

    var ended =
        Json.parse(turns.post("/api/calls/" + id + "/cancel", "{\"processes\":true}").body());

    assertThat(ended.at("killed").items()).hasSize(1);
    assertThat(ended.at("killed").items().getFirst().at("pid").raw()).isEqualTo(Long.toString(pid));
    awaitGone(List.of(pid));
  }

  /** Stops one more call completely: by then the earlier stops are over, too. */
  private void awaitStopOfAnother(Era era) throws InterruptedException {
    var _ = running(era, "\"other\"", "hang", "{}");
    var turns = Turns.of(served);
    var id = turns.calls().getFirst().at("id").text();
    var stopped = Json.parse(turns.post("/api/calls/" + id + "/cancel", "").body());
    assertThat(stopped.at("stopped").text()).isEqualTo("told");
    assertThat(stopped.at("killed").items()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName(
      "FAULT-1, FAULT-2: what forks itself anew every 20 ms is gone, cancelled beside a hang")
  void aSelfForker(Era era) throws IOException, InterruptedException {
    var hang = running(era, "\"hang\"", "hang", "{}");
    var forking = running(era, "\"fork\"", "spawn_and_hang", kind(Stray.SELF_FORKER));
    long first = Long.parseLong(served.awaitLog("spawned", _ -> true, 1).getFirst());
    LiveProcesses.awaitGone(List.of(first));
    Patience.await(() -> !besideTheServer().isEmpty(), () -> "it has not forked itself anew");

    hang.cancel();
    forking.cancel();

    Patience.await(this::isTheServerAlone, () -> "still alive: " + besideTheServer());
    awaitGone(List.of(first));
  }

  private List<Long> besideTheServer() {
    return served.alive().stream().filter(pid -> !served.pids().contains(pid)).toList();
  }

  /** Looks often: a process started while the list is read may be missed. */
  private boolean isTheServerAlone() {
    return IntStream.range(0, 20).allMatch(_ -> besideTheServer().isEmpty());
  }
}
