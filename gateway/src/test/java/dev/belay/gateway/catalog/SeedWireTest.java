package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.JobSettings;
import dev.belay.core.job.Jobs;
import dev.belay.gateway.client.Spoken;
import dev.belay.gateway.job.SeedWire;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.testkit.json.Json;
import dev.belay.tools.declare.Tools;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Longer than other files: one dialect, whose every answer is compared word by word. */
@DisplayName(
    "S2: a client that notifications reach is told of jobs in the form of S2, if it is spoken")
final class SeedWireTest {
  private static final Duration LOOK = Duration.ofMillis(100);

  private final CyclicBarrier step = new CyclicBarrier(2);
  private final Fleet fleet = new Fleet().tools("own", tools());
  private final Jobs jobs = fleet.jobs(100);
  private boolean isSpoken = true;

  /** Those of jobs, each begun by now or later. */
  private final Queue<Thread> begun = new ConcurrentLinkedQueue<>();

  private int ids;

  /** What a tool says in the form of S2. */
  public record Said(boolean success, Object data, List<Object> messages) {}

  /** What a sync has done. */
  public record Synced(
      int files_processed, int files_skipped, int files_updated, double duration_seconds) {}

  /** A message without details. */
  public record Line(String type, String text) {}

  /** A message with details. */
  public record Detailed(String type, String text, String details) {}

  private Tools tools() {
    return Tools.builder()
        .add(
            Tools.define("sync")
                .description("Syncs.")
                .async()
                .estimate(Duration.ofSeconds(45))
                .optional("path", String.class, "Path to sync")
                .optional("recursive", boolean.class, "Recurse into subdirectories")
                .handle(call -> {
                  step.await();
                  call.heartbeat("Processing 150 of 500 files...", 150.0, 500.0);
                  step.await();
                  call.heartbeat("Processing 300 of 500 files...", 300.0, 500.0);
                  step.await();
                  return new Said(
                      true,
                      new Synced(500, 10, 490, 42.3),
                      List.of(new Line("success", "Sync completed successfully")));
                }))
        .add(
            Tools.define("by_size")
                .description("Takes a second for 100 files.")
                .async()
                .estimate(Duration.ofSeconds(9))
                .estimate(
                    (_, arguments) -> Duration.ofSeconds(arguments.path("files").asInt() / 100))
                .argument("files", int.class, "how many")
                .handle(_ -> "sized"))
        .add(
            Tools.define("denied")
                .description("Fails in its own words.")
                .async()
                .handle(_ ->
                    new Said(
                        false,
                        Map.of(),
                        List.of(
                            new Detailed(
                                "error",
                                "Failed to sync: Permission denied",
                                "Full error traceback...")))))
        .add(
            Tools.define("broken")
                .description("Throws.")
                .async()
                .handle(_ -> {
                  throw new IllegalStateException("it broke");
                }))
        .add(Tools.define("plain").description("Says.").async().handle(_ -> "said"))
        .add(
            Tools.define("noisy")
                .description("Reports all the time.")
                .async()
                .handle(call -> {
                  for (int i = 0; i < 10_000; i++) {
                    call.heartbeat("at " + i, (double) i, 10_000.0);
                  }
                  step.await();
                  return "quiet";
                }))
        .add(Tools.define("fast").description("Says at once.").handle(_ -> "fast"))
        .build();
  }

  @AfterEach
  void end() throws InterruptedException {
    step.reset();
    fleet.governor().close();
    jobs.close();
  }

  private SessionFactory host() {
    ThreadFactory threads =
        task -> {
          var thread = Thread.ofVirtual().unstarted(task);
          begun.add(thread);
          return thread;
        };
    var handoff = fleet.handoff(jobs, threads);
    fleet.around(Neighbours.none().handingOff(handoff));
    var host = fleet.host(jobs, handoff);
    Predicate<String> always = tool -> host.mode(tool) == JobSettings.Mode.ALWAYS;
    return new SeedWire(host, jobs, handoff::fetched, () -> isSpoken, always, threads, fleet.time);
  }

  /** Lets a sync go to its end. */
  private void finish() throws Exception {
    for (int i = 0; i < 3; i++) {
      step.await();
    }
  }

  /** {@return the params of the request that opens a session} */
  private static String opening(String revision) {
    return "{\"protocolVersion\":\""
        + revision
        + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}";
  }

  /** A client whose answers and notifications are one stream, as on a pipe. */
  private final class Piped implements ClientLink, ReplyTo {
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Conversation conversation;
    private boolean hears = true;

    /** Run before an answer is written, and after the end of a job is. */
    private volatile Runnable onAnswer = () -> {};

    private volatile Runnable onEnd = () -> {};

    Piped(SessionFactory host) {
      conversation = host.open(this);
    }

    @Override
    public String principal() {
      return "ada";
    }

    @Override
    public String id() {
      return "pipe";
    }

    @Override
    public boolean hears() {
      return hears;
    }

    @Override
    public boolean tell(byte[] message) {
      var line = new String(message, StandardCharsets.UTF_8);
      lines.add(line);
      if (line.contains("notifications/tool_result")) {
        onEnd.run();
      }
      return true;
    }

    @Override
    public void send(byte[] response) {
      onAnswer.run();
      lines.add(new String(response, StandardCharsets.UTF_8));
    }

    @Override
    public void nothing() {}

    @Override
    public void progress(Object author, byte[] message) {
      tell(message);
    }

    Json ask(String method, String params) throws InterruptedException {
      int id = ++ids;
      conversation.onRequest(Spoken.request(Integer.toString(id), method, params), this);
      var before = new ArrayList<String>();
      var line = next();
      while (!line.contains("\"id\":" + id + ",")) {
        before.add(line);
        line = next();
      }
      var response = Json.parse(line);
      var job = job(response);
      assertThat(before).as("S2-16").noneMatch(early -> !job.isEmpty() && early.contains(job));
      lines.addAll(before);
      return response;
    }

    Piped opened() throws InterruptedException {
      var initialized = ask("initialize", opening("2025-06-18"));
      assertThat(initialized.at("result", "protocolVersion").text()).isEqualTo("2025-06-18");
      return this;
    }

    Json call(String tool, String arguments) throws InterruptedException {
      return ask("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
    }

    /** {@return the next line, however long the clock has to go for it} */
    String next() throws InterruptedException {
      String line = lines.poll();
      while (line == null) {
        line = lines.poll(10, TimeUnit.MILLISECONDS);
        if (line == null) {
          fleet.time.advance(LOOK);
        }
      }
      return line;
    }

    /** {@return the next line, with words for what differs each time} */
    String next(String job) throws InterruptedException {
      return next()
          .replace(job, "JOB")
          .replaceAll(
              "\"timestamp\":\"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ\"",
              "\"timestamp\":\"NOW\"");
    }
  }

  private static String job(Json response) {
    return response.at("result", "data", "job_id").text();
  }

  @Test
  @DisplayName(
      "S2-1 … S2-10, S2-13, S2-16, S2-22 … S2-24: estimate, progress and result, to the letter")
  void toTheLetter() throws Exception {
    var client = new Piped(host()).opened();
    var response = client.call("sync", "{\"path\":\"/path/to/dir\",\"recursive\":true}");
    var job = job(response);
    assertThat(response.raw().replace(job, "JOB"))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"success\":true,\"data\":{\"job_id\":\"JOB\","
                + "\"estimated_runtime_seconds\":45.0,\"status\":\"queued\"},\"messages\":[{\"type\":\"info\",\"text\":\"Operation"
                + " queued. Estimated runtime: 45s\"}]}}");
    assertThat(job).as("the id of the call").startsWith("local-");
    step.await();
    assertThat(client.next(job))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"job_id\":\"JOB\",\"progress\":0.3,\"message\":\"Processing"
                + " 150 of 500 files...\",\"timestamp\":\"NOW\"}}");
    step.await();
    assertThat(client.next(job))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"job_id\":\"JOB\",\"progress\":0.6,\"message\":\"Processing"
                + " 300 of 500 files...\",\"timestamp\":\"NOW\"}}");
    step.await();
    assertThat(client.next(job))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tool_result\",\"params\":{\"job_id\":"
                + "\"JOB\",\"result\":{\"success\":true,\"data\":{\"files_processed\":500,"
                + "\"files_skipped\":10,\"files_updated\":490,\"duration_seconds\":42.3},"
                + "\"messages\":[{\"type\":\"success\",\"text\":\"Sync completed successfully\"}]},"
                + "\"timestamp\":\"NOW\"}}");
    assertThat(client.lines).isEmpty();
  }

  @Test
  @DisplayName("S2-12, S2-14: a tool that is not async is answered with its result")
  void fast() throws InterruptedException {
    var client = new Piped(host()).opened();
    assertThat(
            client.call("fast", "{}").at("result", "content").items().getFirst().at("text").text())
        .isEqualTo("fast");
  }

  @ParameterizedTest
  @CsvSource({"4500, 45.0, 45s", "100, 1.0, 1s", "0, 9.0, 9s"})
  @DisplayName("S2-15, S2-19, S2-21: the estimate goes by the arguments, else it is the tool's own")
  void estimates(int files, String seconds, String text) throws InterruptedException {
    var client = new Piped(host()).opened();
    var result = client.call("by_size", "{\"files\":" + files + "}").at("result");
    assertThat(result.at("data", "estimated_runtime_seconds").raw()).isEqualTo(seconds);
    assertThat(result.at("messages").items().getFirst().at("text").text())
        .isEqualTo("Operation queued. Estimated runtime: " + text);
  }

  @Test
  @DisplayName("S2-20: what configuration expects precedes the tool; arguments are checked first")
  void configured() throws InterruptedException {
    fleet.server("a").tools("t");
    fleet.yaml(
        "mcp: { tools_list: { wait_ms: 60000 } }\n"
            + "tools: { own__by_size: { estimate: 90 }, own__sync: { job: never } }\n");
    var client = new Piped(host()).opened();
    var result = client.call("own__by_size", "{\"files\":100}").at("result");
    assertThat(result.at("data", "estimated_runtime_seconds").raw()).isEqualTo("90.0");
    assertThat(client.next()).contains("tool_result");
    var refused = client.call("own__by_size", "{\"files\":\"many\"}").at("result");
    assertThat(refused.at("isError").raw()).isEqualTo("true");
    assertThat(refused.at("content").raw()).contains("one thing is wrong with its arguments");
    var tools = client.ask("tools/list", "{}").at("result", "tools").items();
    assertThat(tools.stream().filter(one -> one.at("async").present()))
        .extracting(one -> one.at("name").text())
        .contains("own__by_size")
        .doesNotContain("own__sync", "own__fast");
  }

  @Test
  @DisplayName("C15: an estimate that nobody knows is null, and the text says so")
  void unknown() throws InterruptedException {
    var client = new Piped(host()).opened();
    var response = client.call("plain", "{}");
    assertThat(response.at("result").raw().replace(job(response), "JOB"))
        .isEqualTo(
            "{\"success\":true,\"data\":{\"job_id\":\"JOB\",\"estimated_runtime_seconds\":null,\"status\":\"queued\"},\"messages\":[{\"type\":\"info\",\"text\":\"Operation"
                + " queued. Its runtime is not known.\"}]}");
    assertThat(client.next(job(response)))
        .contains(
            "\"result\":{\"success\":true,\"data\":{\"content\":[{\"type\":\"text\",\"text\":\"said\"}]},\"messages\":[{\"type\":\"success\",\"text\":\"plain"
                + " completed successfully\"}]}");
  }

  @Test
  @DisplayName("S2-30: a failure is told too, in the tool's own words, or in Belay's")
  void failures() throws InterruptedException {
    var client = new Piped(host()).opened();
    var denied = job(client.call("denied", "{}"));
    assertThat(client.next(denied))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tool_result\",\"params\":{\"job_id\":"
                + "\"JOB\",\"result\":{\"success\":false,\"data\":{},\"messages\":[{\"type\":\"error\",\"text\":\"Failed"
                + " to sync: Permission denied\",\"details\":\"Full error"
                + " traceback...\"}]},\"timestamp\":\"NOW\"}}");
    var broken = job(client.call("broken", "{}"));
    assertThat(client.next(broken))
        .contains(
            "\"result\":{\"success\":false,\"data\":{},\"messages\":[{\"type\":\"error\",\"text\":",
            "it broke",
            "\"details\":\"failed: ");
    var cancelled = job(client.call("sync", "{}"));
    var answer = client.call("job_cancel", "{\"job_id\":\"" + cancelled + "\"}");
    // Its answer and the notification come in either order.
    var both = List.of(answer.raw(), client.next(cancelled));
    assertThat(both)
        .anySatisfy(line -> assertThat(line).contains("tool_result", "\"details\":\"cancelled: "));
  }

  @Test
  @DisplayName("S2-17: async tools say so beside their name, where the form is spoken")
  void listed() throws InterruptedException {
    var client = new Piped(host()).opened();
    var tools = client.ask("tools/list", "{}").at("result", "tools").items();
    assertThat(tools.stream().filter(one -> one.at("async").raw().equals("true")))
        .extracting(one -> one.at("name").text())
        .containsExactlyInAnyOrder("sync", "by_size", "denied", "broken", "plain", "noisy");
    assertThat(tools.stream().filter(one -> one.at("_meta", "dev.belay/async").present()))
        .as("C14")
        .hasSize(6);
    isSpoken = false;
    var standard = client.ask("tools/list", "{}").at("result", "tools").items();
    assertThat(standard).noneMatch(one -> one.at("async").present());
  }

  @Test
  @DisplayName("C13: the form is announced as an experimental capability")
  void announced() throws InterruptedException {
    var opening = opening("2025-11-25");
    var host = host();
    assertThat(
            new Piped(host)
                .ask("initialize", opening)
                .at("result", "capabilities", "experimental", "dev.belay/async_tools")
                .raw())
        .isEqualTo("{}");
    isSpoken = false;
    assertThat(
            new Piped(host)
                .ask("initialize", opening)
                .at("result", "capabilities", "experimental")
                .present())
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"deaf", "standard", "modern", "task"})
  @DisplayName("C13: whom no notification reaches, and who asks otherwise, gets the usual answer")
  void elsewhere(String how) throws InterruptedException {
    var client = new Piped(host());
    var call = "{\"name\":\"plain\",\"arguments\":{}";
    switch (how) {
      case "modern" ->
          call +=
              ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                  + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
      case "task" -> {
        var _ = client.ask("initialize", opening("2025-11-25"));
        call += ",\"task\":{}";
      }
      default -> {
        client.opened();
        client.hears = !how.equals("deaf");
        isSpoken = !how.equals("standard");
      }
    }
    var result = client.ask("tools/call", call + "}").at("result");
    assertThat(result.at("success").present()).isFalse();
    assertThat(
            how.equals("task")
                ? result.at("task", "taskId").text()
                : result.at("structuredContent", "job_id").text())
        .startsWith("local-");
    assertThat(client.lines).isEmpty();
  }

  @Test
  @DisplayName("S2-11: several jobs are told apart by their ids, and others' jobs are not told of")
  void several() throws InterruptedException {
    var host = host();
    var client = new Piped(host).opened();
    var other = new Piped(host).opened();
    var jobs = List.of(job(client.call("plain", "{}")), job(client.call("broken", "{}")));
    var told = List.of(client.next(), client.next());
    for (var id : jobs) {
      assertThat(told).filteredOn(line -> line.contains(id)).hasSize(1);
    }
    assertThat(other.lines).isEmpty();
  }

  @Test
  @DisplayName("A call that is made again after its result was sent runs again")
  void again() throws InterruptedException {
    var client = new Piped(host()).opened();
    var first = "";
    // A call that ends before it is a job is answered with its result.
    for (int i = 0; i < 1_000 && first.isEmpty(); i++) {
      first = job(client.call("plain", "{}"));
    }
    assertThat(first).isNotEmpty();
    assertThat(client.next(first)).contains("tool_result");
    // The result counts as sent a moment after it is read here; until then it is given once more.
    var second = "";
    for (int i = 0; i < 1_000 && second.isEmpty(); i++) {
      second = job(client.call("plain", "{}"));
    }
    assertThat(second).isNotEmpty().isNotEqualTo(first);
    assertThat(client.next(second)).contains("tool_result", "JOB");
  }

  @Test
  @DisplayName("S2-16: a call that is answered with a job as that ends hears of its end afterwards")
  void late() throws Exception {
    var client = new Piped(host()).opened();
    var job = job(client.call("sync", "{}"));
    var composed = new CompletableFuture<Void>();
    var hasEnded = new CompletableFuture<Void>();
    client.onAnswer =
        () -> {
          composed.complete(null);
          hasEnded.join();
        };
    var call = "{\"name\":\"sync\",\"arguments\":{}}";
    client.conversation.onRequest(Spoken.request("9", "tools/call", call), client);
    composed.get(30, TimeUnit.SECONDS);

    var isTold = new CompletableFuture<Void>();
    var isAnswered = new CompletableFuture<Void>();
    client.onEnd =
        () -> {
          isTold.complete(null);
          isAnswered.join();
        };
    finish();
    while (!client.next(job).contains("tool_result")) {}
    isTold.get(30, TimeUnit.SECONDS);
    client.onEnd = () -> {};
    hasEnded.complete(null);
    assertThat(client.next(job)).contains("\"id\":9,", "\"job_id\":\"JOB\"");
    for (var thread : begun) {
      if (thread.getName().startsWith("belay-job-")) {
        thread.join();
      }
    }
    isAnswered.complete(null);
    assertThat(client.next(job)).contains("tool_result", "JOB");
  }

  @Test
  @DisplayName("Whatever a tool reports, a client hears the newest, a few times a second")
  void bounded() throws Exception {
    var client = new Piped(host()).opened();
    var job = job(client.call("noisy", "{}"));
    String line = client.next(job);
    int heard = 1;
    while (!line.contains("\"at 9999\"")) {
      line = client.next(job);
      heard++;
    }
    assertThat(heard).isLessThan(200);
    assertThat(line).contains("\"progress\":0.9999");
    step.await();
    assertThat(client.next(job)).contains("tool_result");
  }

  @Test
  @DisplayName("C11: a client that leaves hears no more; its job goes on, and its result is kept")
  void left() throws Exception {
    var host = host();
    var client = new Piped(host).opened();
    var job = job(client.call("sync", "{}"));
    client.conversation.close();
    finish();
    var later = new Piped(host).opened();
    var result = later.call("job_result", "{\"job_id\":\"" + job + "\"}").at("result");
    assertThat(result.at("structuredContent", "success").raw()).isEqualTo("true");
    assertThat(client.lines).noneMatch(line -> line.contains("tool_result"));
  }
}
