package dev.belay.gateway.catalog;

import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.Sources;
import dev.belay.core.call.Governor;
import dev.belay.core.call.Ledger;
import dev.belay.core.job.Jobs;
import dev.belay.core.job.MemoryJobStore;
import dev.belay.core.time.HandTime;
import dev.belay.gateway.ByHand;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.client.Guest;
import dev.belay.gateway.client.Spoken;
import dev.belay.gateway.hosted.HostedBackend;
import dev.belay.gateway.job.JobHandoff;
import dev.belay.gateway.job.JobHost;
import dev.belay.gateway.job.JobText;
import dev.belay.gateway.job.JobTools;
import dev.belay.gateway.listing.Pins;
import dev.belay.gateway.listing.ToolChange;
import dev.belay.gateway.relay.Backend;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.mcp.client.ParamHeader;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.testkit.json.Json;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.run.RunnerOptions;
import dev.belay.tools.run.StandardContract;
import dev.belay.tools.serve.HostedAs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A catalog of scripted servers, on a clock that the test moves, and its clients. */
final class Fleet {
  private static final String ALL = "{\"elicitation\":{},\"sampling\":{}}";

  final HandTime time = new HandTime();
  final List<String> reports = new ArrayList<>();

  /** What is said at intervals. */
  final List<String> log = new ArrayList<>();

  /** What was decided, a word and what it is about each. */
  final List<String> decided = new ArrayList<>();

  /** What happens with each decision about a tool. */
  Runnable onDecision = () -> {};

  private final CatalogListener decisions =
      new CatalogListener() {
        @Override
        public void refused(String what, String principal, String reason) {
          decided.add("refused " + what + " to " + principal + ": " + reason);
        }

        @Override
        public void changed(ToolChange change) {
          onDecision.run();
          decided.add(change.word() + " " + change.server() + " " + change.tool());
        }

        @Override
        public void accepted(Pins.Accepted tool) {
          decided.add("accepted " + tool.server() + " " + tool.tool());
        }
      };

  final Map<String, ScriptedServer> servers = new LinkedHashMap<>();
  private final Set<String> anew = new HashSet<>();
  private final AtomicInteger clients = new AtomicInteger();
  private @Nullable Catalog catalog;
  private String more = "";

  /** Off, unless said otherwise: each list is then what the servers say at that moment. */
  private int cacheTtl;

  private @Nullable Path pins;
  private final Map<String, Tools> own = new LinkedHashMap<>();
  private Neighbours neighbours = Neighbours.none();
  private Ledger ledger = Ledger.NONE;
  private @Nullable Governor governor;

  /** Adds a server, which the catalog will start. */
  ScriptedServer server(String name) {
    var server = new ScriptedServer(name);
    servers.put(name, server);
    return server;
  }

  /** Has another server take the place of one: it is to be started otherwise. */
  ScriptedServer other(String name) {
    anew.add(name);
    return server(name);
  }

  /** Adds tools of this program. */
  Fleet tools(String name, Tools tools) {
    own.put(name, tools);
    return this;
  }

  /** Takes them away again. */
  Fleet without(String name) {
    own.remove(name);
    return this;
  }

  /** Has them do that with each call and list of such tools. */
  Fleet around(Neighbours others) {
    neighbours = others;
    return this;
  }

  /** Has it kept there what becomes of calls. */
  Fleet ledger(Ledger kept) {
    ledger = kept;
    return this;
  }

  /** {@return jobs, of which one principal may have so many} */
  Jobs jobs(int most) {
    return new Jobs(
        new MemoryJobStore(1 << 20),
        () -> new Jobs.Terms(Duration.ofDays(1), 1 << 20),
        most,
        JobText::failure,
        Thread.ofVirtual().factory(),
        time,
        reports::add);
  }

  /** {@return what makes calls jobs after 50 s} */
  JobHandoff handoff(Jobs jobs, ThreadFactory threads) {
    var terms = new JobHandoff.Terms(Duration.ofSeconds(50), Duration.ZERO, Duration.ofSeconds(10));
    return new JobHandoff(jobs, () -> terms, Decisions.NONE, threads, time);
  }

  /** {@return what offers jobs to clients of the catalog} */
  JobHost host(Jobs jobs, JobHandoff handoff) {
    var tools = new JobTools(jobs, handoff, time);
    return new JobHost(catalog(), tools, List.of(), () -> true, catalog());
  }

  /** {@return what runs the calls of such tools} */
  Governor governor() {
    if (governor == null) {
      governor = ByHand.governor(time, Duration.ofSeconds(2), ledger);
    }
    return governor;
  }

  /** Adds lines to the configuration. */
  Fleet yaml(String lines) {
    more = lines;
    return this;
  }

  /** Keeps lists of tools as long as Belay does by itself. */
  Fleet cached() {
    cacheTtl = 1_000;
    return this;
  }

  /** Keeps there what tools say of themselves. */
  Fleet pins(Path directory) {
    pins = directory;
    return this;
  }

  private void report(String line) {
    (line.startsWith("[MCP]") ? log : reports).add(line);
  }

  Catalog catalog() {
    if (catalog == null) {
      var settings = settings();
      catalog = new Catalog(settings, this::made, this::report, time, pins, decisions);
      catalog.replace(settings, List.copyOf(settings.servers().values()));
    }
    return catalog;
  }

  private Backend made(Settings settings, ServerSettings server, Runnable onToolsChanged) {
    var tools = own.get(server.name());
    return tools == null
        ? Objects.requireNonNull(servers.get(server.name())).heardBy(onToolsChanged)
        : hosted(settings, server, tools);
  }

  /** {@return a server of tools of this program} */
  HostedBackend hosted(Settings settings, ServerSettings server, Tools tools) {
    return new HostedBackend(
        settings,
        server,
        tools,
        HostedAs.of(server.name(), "1"),
        RunnerOptions.of(governor(), time, new StandardContract(), new Random(2)),
        neighbours,
        UnaryOperator.identity());
  }

  /** {@return what the headers of a call of that tool must repeat} */
  @Nullable List<ParamHeader> headers(String tool) throws InterruptedException {
    return headers(tool, "{}");
  }

  /** {@return the same, of a call with that {@code _meta}} */
  @Nullable List<ParamHeader> headers(String tool, String meta) throws InterruptedException {
    var params = "{\"name\":" + Json.quote(tool) + ",\"_meta\":" + meta + "}";
    return catalog().paramHeaders("ann", Spoken.request("1", "tools/call", params));
  }

  /** {@return the configuration as it is now: each server by the command of its name} */
  Settings settings() {
    var yaml = new StringBuilder(more).append(servers.isEmpty() ? "\n" : "\nmcpServers:\n");
    for (var server : servers.keySet()) {
      var name = Json.quote(server);
      var args = anew.contains(server) ? ", args: [anew]" : "";
      yaml.append("  " + name + ": { command: " + name + args + " }\n");
    }
    try {
      var directory = Files.createTempDirectory("fleet");
      var file = Files.writeString(directory.resolve("belay.yaml"), yaml);
      var cache = Map.of("BELAY_MCP_TOOLS_LIST_CACHE_TTL_MS", String.valueOf(cacheTtl));
      var loaded = Config.load(new Sources(directory, null, List.of(), cache, List.of(), null));
      Files.delete(file);
      Files.delete(directory);
      if (loaded instanceof Loaded.Good(Settings settings, var _)) {
        var all = settings;
        for (var name : own.keySet()) {
          var grace = settings.mcp().cancelGrace();
          all = all.with(ServerSettings.ofProgram(name, "fleet 1", grace));
        }
        return all;
      }
      throw new IllegalArgumentException(loaded.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Changes the configuration to what this is now. */
  void replace() {
    var settings = settings();
    catalog().replace(settings, List.copyOf(settings.servers().values()));
  }

  /** {@return a client whose legacy session is open} */
  Guest legacy() {
    return stranger().initialized();
  }

  /** {@return a client that has yet to open its legacy session} */
  Guest stranger() {
    return guest("local", /* modern= */ false);
  }

  Guest modern() {
    return modern("local");
  }

  Guest modern(String principal) {
    return guest(principal, /* modern= */ true);
  }

  private Guest guest(String principal, boolean modern) {
    return guest(catalog(), principal, modern);
  }

  /** {@return a client of what stands before the catalog} */
  Guest guest(SessionFactory door, String principal, boolean modern) {
    return new Guest(door, () -> "c" + clients.incrementAndGet(), principal, modern, ALL);
  }
}
