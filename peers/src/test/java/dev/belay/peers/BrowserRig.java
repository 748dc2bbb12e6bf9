package dev.belay.peers;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ReducedMotion;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The finished build in front of servers, and the pages of a browser that look at it. For one
 * thread, as Playwright is. Tests of a class share it, with {@link #endTest} between them.
 */
final class BrowserRig implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("listening on http://[^:/]+:(\\d+)");

  private final Browser browser;
  private final Path directory;
  private int port;
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private final List<BrowserContext> contexts = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Thread> callers = new ArrayList<>();
  private ScriptedClient belay;
  private Page shared;

  private BrowserRig(Browser browser, Path directory) throws IOException, InterruptedException {
    this.browser = browser;
    this.directory = directory;
    belay = start();
  }

  /** {@return the configuration of a server {@code every} that misbehaves, with these options} */
  static String faulty(Path directory, String... options) {
    var all = new ArrayList<>(List.of("--log", directory.resolve("log").toString()));
    all.addAll(List.of(options));
    var command = FaultyServers.command(all.toArray(String[]::new));
    var words =
        command.subList(1, command.size()).stream()
            .map(Json::quote)
            .collect(Collectors.joining(", "));
    return "mcpServers:\n  every: { command: %s, args: [%s] }\n"
        .formatted(Json.quote(command.getFirst()), words);
  }

  /** Starts Belay with that configuration; its pages are those of this browser. */
  static BrowserRig open(Browser browser, Path directory, String config)
      throws IOException, InterruptedException {
    Files.writeString(directory.resolve("belay.yaml"), config);
    return new BrowserRig(browser, directory);
  }

  private ProcessBuilder belay(String... words) {
    var command = new ArrayList<String>();
    command.add(Wrapped.BELAY.toString());
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("XDG_STATE_HOME", directory.resolve("state").toString());
    return builder;
  }

  private ScriptedClient start() throws IOException, InterruptedException {
    var process =
        ScriptedClient.start(
            belay("serve", "--config", "belay.yaml", "--port", Integer.toString(port)));
    // A second start of Belay has the address of the first.
    var announced = ADDRESS.matcher(process.awaitStderr("listening on "));
    assertThat(announced.find()).isTrue();
    port = Integer.parseInt(announced.group(1));
    return process;
  }

  /** Ends Belay, as a crash would. */
  void kill() throws IOException, InterruptedException {
    Wrapped.signal("KILL", belay.process().pid());
    belay.awaitExit();
    belay.close();
  }

  /** Starts Belay again, at the same address. */
  void restart() throws IOException, InterruptedException {
    belay = start();
  }

  String origin() {
    return "http://127.0.0.1:" + port;
  }

  /** A link of {@code belay console}. */
  String link() throws IOException, InterruptedException {
    var builder = belay("console", "--url", origin());
    var process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var link = new String(process.getInputStream().readAllBytes()).strip();
    assertThat(process.waitFor()).isZero();
    return link;
  }

  /** What {@code belay watch} shows on a terminal of that size, which tmux has here. */
  String watched(int columns, int rows) throws IOException, InterruptedException {
    var socket = "belay-" + port;
    var watch = String.join(" ", Wrapped.BELAY.toString(), "watch", "--url", origin());
    tmux(socket, "new-session", "-d", "-x", "" + columns, "-y", "" + rows, watch);
    try {
      var screen = "";
      for (int looks = 0; looks < 2_000 && !screen.contains("running"); looks++) {
        screen = tmux(socket, "capture-pane", "-e", "-p");
      }
      assertThat(screen).contains("running");
      return screen;
    } finally {
      tmux(socket, "kill-server");
    }
  }

  private String tmux(String socket, String... words) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("tmux", "-L", socket));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("XDG_STATE_HOME", directory.resolve("state").toString());
    var process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return said;
  }

  /** A browser of its own, as those of other people are. */
  BrowserContext context(Browser.NewContextOptions options) {
    var context = browser.newContext(options);
    contexts.add(context);
    context.onPage(page -> {
      page.onConsoleMessage(message -> {
        // A lost connection is said there too, whoever handles it.
        if (message.type().equals("error")
            && !message.text().contains("net::ERR_")
            && !message.text().startsWith("Failed to load resource")) {
          errors.add(message.text());
        }
      });
      page.onPageError(error -> errors.add(error));
    });
    return context;
  }

  /** The page that the tests of a class share, at that path of the console. */
  Page page(String path) throws IOException, InterruptedException {
    if (shared == null) {
      shared = page(path, new Browser.NewContextOptions().setViewportSize(1280, 800));
      contexts.remove(shared.context());
    } else {
      go(shared, path);
    }
    return shared;
  }

  /** A page in a context of its own, whose owner has signed in. */
  Page page(String path, Browser.NewContextOptions options)
      throws IOException, InterruptedException {
    // A page that does not move is not painted sixty times a second.
    var page = context(options.setReducedMotion(ReducedMotion.REDUCE)).newPage();
    var code = Json.parse(owner("POST", "/api/session/link")).at("code").text();
    page.navigate(origin() + path + "#k=" + code);
    ConsolePage.awaitLive(page);
    assertThat(page.getByText("Loading…")).hasCount(0);
    return page;
  }

  /** Goes to another path of the console, as its links do: nothing is loaded again. */
  static void go(Page page, String path) {
    page.evaluate(
        "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate'));"
            + " }",
        path);
    assertThat(page.getByText("Loading…")).hasCount(0);
  }

  /** The options of a context on a phone, which is touched. */
  static Browser.NewContextOptions phone() {
    return new Browser.NewContextOptions()
        .setViewportSize(360, 740)
        .setIsMobile(true)
        .setHasTouch(true);
  }

  /** Judges what a page shows by those tags or rules of axe, which is loaded once into a page. */
  static void assertAccessible(Page page, String what, String... rules) throws IOException {
    if (page.evaluate("typeof axe").equals("undefined")) {
      try (var axe = AxeBuilder.class.getResourceAsStream("/axe.min.js")) {
        page.evaluate(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    var found =
        page.evaluate(
            """
            async ([type, values]) => {
              const { violations } = await axe.run({ runOnly: { type, values }, resultTypes: ['violations'] });
              return violations.map(one => `${one.id}: ${one.nodes.map(node => node.html + node.failureSummary)}`);
            }\
            """,
            rules.length > 0
                ? List.of("rule", List.of(rules))
                : List.of("tag", List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")));
    assertThat((List<?>) found).as(what).isEmpty();
  }

  /** Calls a tool as a client of the modern era does; the answer is its body. */
  CompletableFuture<String> call(String tool, String arguments) {
    var body =
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":%s,"_meta":{
        "io.modelcontextprotocol/protocolVersion":"2026-07-28",
        "io.modelcontextprotocol/clientInfo":{"name":"claude-code","version":"2.1"},
        "io.modelcontextprotocol/clientCapabilities":{}}}}\
        """
            .formatted(tool, arguments);
    return post(
        "/mcp",
        body,
        Map.of(
            "MCP-Protocol-Version", "2026-07-28",
            "Mcp-Method", "tools/call",
            "Mcp-Name", tool,
            "Accept", "application/json, text/event-stream"));
  }

  /**
   * Runs a turn of those calls on behalf of the owner; the answer is its body.
   *
   * @param uses of tools, each as {@link #use} has it
   */
  CompletableFuture<String> turn(String agent, String... uses) throws IOException {
    var body =
        "{\"agentId\":%s,\"sessionId\":\"s1\",\"toolUses\":[%s]}"
            .formatted(Json.quote(agent), String.join(",", uses));
    return post("/api/turns", body, Map.of("Authorization", bearer()));
  }

  private String bearer() throws IOException {
    return "Bearer " + Files.readString(directory.resolve("state/belay/token")).strip();
  }

  /** Sends a request without a body on behalf of the owner; the answer is its body. */
  private String owner(String method, String path) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(origin() + path))
            .header("Authorization", bearer())
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  static String use(String id, String tool, String input) {
    return "{\"id\":\"%s\",\"name\":%s,\"input\":%s}".formatted(id, Json.quote(tool), input);
  }

  /** Posts JSON on a thread of its own, since the common pool may have but one. */
  CompletableFuture<String> post(String path, String body, Map<String, String> headers) {
    var request = HttpRequest.newBuilder(URI.create(origin() + path));
    request.header("Content-Type", "application/json");
    headers.forEach(request::header);
    var answer = new CompletableFuture<String>();
    callers.add(
        Thread.ofPlatform()
            .daemon()
            .name("call")
            .start(() -> {
              try {
                answer.complete(
                    client
                        .send(
                            request.POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                            BodyHandlers.ofString())
                        .body());
              } catch (IOException | InterruptedException e) {
                answer.completeExceptionally(e);
              }
            }));
    return answer;
  }

  /**
   * Ends what a test has left: its pages, its calls and its turns. Fails where a page complained of
   * a breach of its policy or of a fault of its scripts.
   */
  void endTest() throws IOException, InterruptedException {
    contexts.forEach(BrowserContext::close);
    contexts.clear();
    if (shared != null) {
      shared.unrouteAll();
    }
    callers.forEach(Thread::interrupt);
    callers.clear();
    for (var turn : Json.parse(owner("GET", "/api/turns/active")).at("turns").items()) {
      // It may have ended meanwhile, which is as good.
      owner("POST", "/api/turns/" + turn.at("turnId").text() + "/abort");
    }
    var complaints = List.copyOf(errors);
    errors.clear();
    assertThat(complaints).isEmpty();
  }

  @Override
  public void close() throws IOException {
    try {
      endTest();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("cut off while closing", e);
    } finally {
      if (shared != null) {
        shared.context().close();
      }
      client.shutdownNow();
      belay.terminate();
      belay.close();
    }
  }
}
