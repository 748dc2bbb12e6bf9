package dev.belay.cli.serve;

import dev.belay.access.Gatekeeper;
import dev.belay.access.Refusals;
import dev.belay.cli.server.Audit;
import dev.belay.cli.server.GatewayServer;
import dev.belay.cli.server.Serving.Provisions;
import dev.belay.config.AgentSettings;
import dev.belay.config.AgentsSettings;
import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.ModelSettings;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.Sources;
import dev.belay.core.time.Time;
import dev.belay.testbed.fault.FaultyHttp;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testkit.json.Json;
import dev.belay.tools.declare.Tools;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Configuration of a {@code belay serve} under test; values are JSON. */
final class Serve {
  static final String MARK = "SERVE_TEST_MARK";

  private final Map<String, String> mcp = new LinkedHashMap<>();
  private final Map<String, String> http = new LinkedHashMap<>();
  private final Map<String, String> server = new LinkedHashMap<>();
  private final Map<String, String> tools = new LinkedHashMap<>();
  private final Map<String, String> others = new LinkedHashMap<>();
  private final Map<String, String> outside = new HashMap<>();
  private final Map<String, String> jobs = new LinkedHashMap<>();
  private final Map<String, String> approval = new LinkedHashMap<>();
  private final Queue<FaultyHttp> puppets = new ConcurrentLinkedQueue<>();
  private String auth = "{}";
  private String audit = "{}";
  private String timeouts = "{}";
  private String turns = "{}";
  private Time time = Time.system();
  private @Nullable Path state;
  private @Nullable Tools own;
  private final List<AgentSettings> agents = new ArrayList<>();
  private final List<ModelSettings> models = new ArrayList<>();
  private final Path directory;

  private Serve() throws IOException {
    directory = Files.createTempDirectory("serve");
    http.put("port", "0");
    http.put("drain_timeout", "0");
    outside.put("XDG_STATE_HOME", directory.resolve("state").toString());
  }

  /** Sets a server in this JVM, with these options and a log. */
  static Serve puppet(String... options) throws IOException, InterruptedException {
    var serve = new Serve();
    serve.server.put("url", Json.quote(serve.puppetUrl("log", options)));
    return serve;
  }

  /** Sets a process with these options, and a log. */
  static Serve process(String... options) throws IOException {
    var serve = new Serve();
    var command = serve.command("log", options);
    serve.server.put("command", Json.quote(command.getFirst()));
    serve.server.put("args", args(command));
    return serve;
  }

  /** Sets a server that runs already. */
  static Serve url(URI url) throws IOException {
    var serve = new Serve();
    serve.server.put("url", Json.quote(url.toString()));
    return serve;
  }

  private String puppetUrl(String log, String... options) throws IOException, InterruptedException {
    var puppet = FaultyHttp.start(logging(log, options));
    puppets.add(puppet);
    return puppet.url().toString();
  }

  private List<String> command(String log, String... options) {
    return FaultyServers.command(logging(log, options));
  }

  private String[] logging(String log, String... options) {
    return Stream.concat(Stream.of("--log", directory.resolve(log).toString()), Stream.of(options))
        .toArray(String[]::new);
  }

  private static String args(List<String> command) {
    return command.stream().skip(1).map(Json::quote).collect(Collectors.joining(",", "[", "]"));
  }

  /** Adds a server in this JVM, with a log of its own, read by {@link Served#logOf}. */
  Serve and(String name, String... options) throws IOException, InterruptedException {
    return and(name, "{\"url\":" + Json.quote(puppetUrl("log-of-" + name, options)) + "}");
  }

  /** Adds a server with a log of its own, and a process for each of its calls. */
  Serve ofCalls(String name) {
    var command = command("log-of-" + name);
    return and(
        name,
        "{\"command\":%s,\"args\":%s,\"isolation\":\"call\"}"
            .formatted(Json.quote(command.getFirst()), args(command)));
  }

  /** Has limits and waits go by this clock. */
  Serve on(Time other) {
    time = other;
    return this;
  }

  /** Adds a server with settings as JSON. */
  Serve and(String name, String settings) {
    others.put(name, settings);
    return this;
  }

  /** Sets a value of {@code http}. */
  Serve http(String key, String value) {
    http.put(key, value);
    return this;
  }

  /** Sets a value of {@code mcp}. */
  Serve mcp(String key, String value) {
    mcp.put(key, value);
    return this;
  }

  /** Sets a value of {@code jobs}. */
  Serve jobs(String key, String value) {
    jobs.put(key, value);
    return this;
  }

  /** Sets a value of {@code approval}. */
  Serve approval(String key, String value) {
    approval.put(key, value);
    return this;
  }

  /** Adds a {@code native} server with these tools of this program. */
  Serve with(Tools tools) {
    own = tools;
    return this;
  }

  /** Sets a value of the server. */
  Serve with(String key, String value) {
    server.put(key, value);
    return this;
  }

  /** Sets the values of one of its tools. */
  Serve tool(String name, String settings) {
    tools.put(name, settings);
    return this;
  }

  /** Sets who has access. */
  Serve auth(String settings) {
    auth = settings;
    return this;
  }

  /** Keeps an audit log in that file. */
  Serve audited(Path file) {
    audit = "{\"file\":" + Json.quote(file.toString()) + "}";
    return this;
  }

  /** Sets how turns run. */
  Serve turns(String settings) {
    turns = settings;
    return this;
  }

  /** Pins the definitions of tools. */
  Serve pinned() {
    state = directory.resolve("state/belay");
    return this;
  }

  /** Keeps what outlives a program in that directory, and the files of the next one anew. */
  Serve keeping(Path outliving) throws IOException {
    state = outliving;
    Files.createDirectories(directory);
    return this;
  }

  /**
   * Keeps the server's process even if it seems to ignore a cancellation, as it does where the
   * machine stops it at that moment.
   */
  Serve kept() {
    return with("on_ignored_cancel", "\"tell\"");
  }

  /** Sets the limits of tools in turns: {@code agents.defaults.toolTimeouts}. */
  Serve toolTimeouts(String settings) {
    timeouts = settings;
    return this;
  }

  /**
   * Adds an agent whose model, of the same name, follows that script, with at most that many
   * rounds.
   */
  Serve agent(String name, int maxToolLoops, List<String> tools, String... script)
      throws IOException {
    var file = Files.writeString(directory.resolve(name + ".yaml"), String.join("\n", script));
    var demo = ModelSettings.DEMO;
    models.add(
        new ModelSettings(
            name,
            demo.provider(),
            demo.model(),
            null,
            null,
            file,
            demo.maxTokens(),
            demo.idleTimeout(),
            demo.maxAttempts()));
    agents.add(new AgentSettings(name, name, "You are " + name + ".", tools, maxToolLoops));
    return this;
  }

  /** Adds an agent with all tools, and any number of rounds. */
  Serve agent(String name, String... script) throws IOException {
    return agent(name, AgentSettings.MAX_TOOL_LOOPS, List.of(), script);
  }

  /** Removes all agents and their models. */
  Serve withoutAgents() {
    agents.clear();
    models.clear();
    return this;
  }

  /** Sets a variable of Belay's own environment. */
  Serve outside(String name, String value) {
    outside.put(name, value);
    return this;
  }

  /** {@return the directory of everything, for further files} */
  Path directory() {
    return directory;
  }

  /** {@return the configuration, written to a file} */
  Path file() throws IOException {
    return Files.writeString(
        directory.resolve("belay.yaml"),
        """
        {"mcp":%s,"http":%s,"auth":%s,"audit":%s,"turns":%s,"jobs":%s,"approval":%s,"tools":%s,"mcpServers":%s,
        "agents":{"defaults":{"toolTimeouts":%s}}}
        """
            .formatted(
                object(mcp),
                object(http),
                auth,
                audit,
                turns,
                object(jobs),
                object(approval),
                object(tools),
                servers(),
                timeouts));
  }

  private String servers() {
    var all = new LinkedHashMap<String, String>();
    all.put("faulty", object(server));
    all.putAll(others);
    return object(all);
  }

  /** {@return the current configuration} */
  Settings settings() throws IOException {
    var _ = file();
    var loaded = Config.load(new Sources(directory, null, List.of(), Map.of(), List.of(), null));
    if (!(loaded instanceof Loaded.Good(var settings, var _))) {
      throw new IllegalArgumentException(loaded.toString());
    }
    return agents.isEmpty() ? settings : withAgents(settings);
  }

  private Settings withAgents(Settings all) {
    return new Settings(
        all.mcp(),
        all.http(),
        all.auth(),
        all.observability(),
        all.listing(),
        all.turns(),
        all.jobs(),
        all.approval(),
        new AgentsSettings(agents, models),
        all.servers(),
        all.tools(),
        all.origins());
  }

  /** {@return the listening gateway} */
  Served start() throws IOException, InterruptedException {
    var settings = settings();
    var mark = UUID.randomUUID().toString();
    var environment = new HashMap<>(System.getenv());
    environment.put(MARK, mark);
    var reports = new ConcurrentLinkedQueue<String>();
    var gateway =
        new GatewayServer(
            time,
            settings,
            Audit.open(settings.observability().audit(), reports::add, time),
            () -> Gatekeeper.open(settings, outside, time, reports::add, Refusals.NONE),
            servers(settings),
            new Provisions() {
              @Override
              public Map<String, String> environment(ServerSettings server) {
                return environment;
              }

              @Override
              public Tools tools(ServerSettings server) {
                return Objects.requireNonNull(own);
              }
            },
            state,
            reports::add,
            _ -> _ -> {});
    return new Served(gateway, time, directory, mark, reports, List.copyOf(puppets));
  }

  private List<ServerSettings> servers(Settings settings) {
    var all = new ArrayList<>(settings.servers().values());
    if (own != null) {
      all.add(ServerSettings.ofProgram("native", "native", settings.mcp().cancelGrace()));
    }
    return all;
  }

  private static String object(Map<String, String> members) {
    return members.entrySet().stream()
        .map(member -> Json.quote(member.getKey()) + ":" + member.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }
}
