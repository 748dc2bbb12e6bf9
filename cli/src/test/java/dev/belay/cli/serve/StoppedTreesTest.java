package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static dev.belay.cli.serve.Turns.results;
import static dev.belay.cli.serve.Turns.texts;
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
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("REQ-1, C34: what stopped calls started on a shared server is gone, the server is not")
@Tag("process")
final class StoppedTreesTest {
  private static final List<Stray> TREE =
      List.of(Stray.SETSID, Stray.DOUBLE_FORK, Stray.ENV_SCRUBBED, Stray.DAEMON, Stray.IGNORE_TERM);

  @AutoClose private Served served;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served = Serve.process().kept().auth("{\"mode\":\"none\"}").start();
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
  @DisplayName(
      "REQ-1: what cancelled calls had under way is gone, beside an echo that had completed before")
  void allCancelled(Era era) throws IOException, InterruptedException {
    var calls = new ArrayList<Running>();
    calls.add(running(era, "\"hang\"", "hang", "{}"));
    assertThat(text(running(era, "\"echo\"", "echo", "{\"text\":\"a\"}").answer().response()))
        .isEqualTo("a");
    Served.awaitTicks();
    calls.addAll(tree(era));
    var tree = awaitTree();
    for (var call : era == Era.LEGACY ? calls : calls.reversed()) {
      call.cancel();
    }
    awaitGone(tree);
  }

  @Test
  @DisplayName(
      "FAULT-1, FAULT-2: what forks itself anew every 20 ms is gone, cancelled beside a hang")
  void aSelfForker() throws IOException, InterruptedException {
    var hang = running(Era.LEGACY, "\"hang\"", "hang", "{}");
    var forking = running(Era.MODERN, "\"fork\"", "spawn_and_hang", kind(Stray.SELF_FORKER));
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

  @Test
  @Claim({"P14", "S1-98", "S1-102"})
  @DisplayName(
      "P14, S1-6, S1-98, S1-102: one of five times out, one forks a child that ignores TERM: each"
          + " has its result in order, and the child is gone with the process of its call")
  void oneOfFiveTimesOut() throws IOException, InterruptedException {
    try (var own = Serve.puppet().auth("{\"mode\":\"none\"}").ofCalls("own").start()) {
      var turns = Turns.of(own);
      var post =
          turns.post(
              "/api/turns",
              Turns.body(
                  use("one", "faulty__echo", "{\"text\":\"1\"}"),
                  use("alone", "faulty__sleep", "{\"ms\":5}"),
                  use("hangs", "faulty__hang", "{\"_timeout\":2000}"),
                  use("forks", "own__spawn_and_hang", kind(Stray.IGNORE_TERM)),
                  use("five", "faulty__echo", "{\"text\":\"5\"}")));
      Patience.await(() -> !own.logOf("own", "spawned").isEmpty(), () -> "nothing is forked");
      long child = Long.parseLong(own.logOf("own", "spawned").getFirst());
      var parent = ProcessHandle.of(child).flatMap(ProcessHandle::parent).orElseThrow().pid();
      assertThat(own.logOf("own", "pid")).contains(Long.toString(parent));
      var tree = List.of(child, parent);
      assertThat(tree).allMatch(LiveProcesses::isAlive);
      var id = turns.active().getFirst().at("turnId").text();
      assertThat(turns.abortTool(id, "forks").status()).isEqualTo(200);

      var answer = Json.parse(post.body());
      assertThat(answer.at("status").text()).isEqualTo("complete");
      assertThat(results(answer).stream().map(one -> one.at("toolId").text()))
          .containsExactly("one", "alone", "hangs", "forks", "five");
      assertThat(results(answer).stream().map(one -> one.at("outcome").text()))
          .containsExactly("completed", "completed", "timed out", "cancelled", "completed");
      assertThat(texts(answer)).startsWith("1", "slept").endsWith("5");
      assertThat(texts(answer).get(2))
          .startsWith("[TIMEOUT] Tool \"faulty__hang\" did not respond within 2s. ");
      assertThat(texts(answer).get(3)).isEqualTo("[CANCELLED] Tool call aborted by user.");
      LiveProcesses.awaitGone(tree);
      turns.awaitIdle();
    }
  }
}
