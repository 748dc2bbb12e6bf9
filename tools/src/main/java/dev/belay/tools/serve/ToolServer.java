package dev.belay.tools.serve;

import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Limits;
import dev.belay.mcp.progress.KeepAlive;
import dev.belay.mcp.server.McpServer;
import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.tools.check.ArgumentBounds;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.result.ErrorMode;
import dev.belay.tools.result.ResultBounds;
import dev.belay.tools.run.Contract;
import dev.belay.tools.run.StandardContract;
import dev.belay.tools.run.ToolLimits;
import dev.belay.tools.store.ResourceStore;
import dev.belay.tools.store.StoreBounds;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Serves tools to MCP clients of every revision.
 *
 * {@snippet :
 * void main() throws Exception {
 *   ToolServer.stdio(Tools.of(new Weather())).named("weather", "1.0.0").serve();
 * }
 * }
 *
 * <p>Not safe for use by several threads, and to be used for one server.
 *
 * @param <S> the server itself
 */
public abstract sealed class ToolServer<S extends ToolServer<S>>
    permits StdioToolServer, HttpToolServer {
  private volatile Tools tools;
  private final Contract contract;
  private String name = "tools";
  private String version = "1.0.0";
  private @Nullable String instructions;
  private HostOptions terms = HostOptions.DEFAULT;
  private boolean changing;
  private Consumer<McpServerBuilder> beside = _ -> {};
  private @Nullable ResultBounds results;
  private @Nullable StoreBounds cut;
  private volatile @Nullable ServedTools served;
  private Consumer<String> report = line -> StandardError.stream().println("belay: " + line);

  ToolServer(Tools tools, Contract contract) {
    this.tools = tools;
    this.contract = contract;
  }

  /** {@return a server for the one client that started this process, on its standard streams} */
  public static StdioToolServer stdio(Tools tools) {
    return new StdioToolServer(tools, new StandardContract());
  }

  /** {@return a server for clients on HTTP, at {@code http://127.0.0.1:3002/mcp}} */
  public static HttpToolServer http(Tools tools) {
    return new HttpToolServer(tools, new StandardContract());
  }

  abstract S self();

  /** Sets name and version; {@code tools} and {@code 1.0.0} by default. */
  public S named(String serverName, String serverVersion) {
    name = serverName;
    version = serverVersion;
    return self();
  }

  /** Sets the instructions for models. */
  public S instructions(String text) {
    instructions = text;
    return self();
  }

  /** Sets the limits of calls whose tools set none; by default 1800 s, and 120 s of silence. */
  public S limits(Duration timeout, Duration idleTimeout) {
    return limits(ToolLimits.global(new Limits(timeout, idleTimeout)));
  }

  /** Sets the limits of calls by tool. */
  public S limits(ToolLimits byTool) {
    terms = terms.withLimits(byTool);
    return self();
  }

  /** Sets how clients learn of a tool's failure; in results by default. */
  public S errors(ErrorMode mode) {
    terms = terms.withErrors(mode);
    return self();
  }

  /** Restricts clients of revisions before 2025-11-25 to the frozen form of results (C3). */
  public S strictResults() {
    terms = terms.withStrictResults();
    return self();
  }

  /** Sets the time for stopped work to end by itself; 2 s by default. */
  public S grace(Duration most) {
    terms = terms.withGrace(most);
    return self();
  }

  /** Bounds results: 4 MiB and 10,000 pieces by default; the rest is cut. */
  public S results(ResultBounds most) {
    results = most;
    return self();
  }

  /**
   * Keeps the whole of cut outputs in memory. Results link to them, and clients read them by {@code
   * resources/read}, each principal its own. Nothing is kept by default.
   */
  public S keepCut(StoreBounds most) {
    cut = most;
    return self();
  }

  /** Sets the time for modern clients to return with answers; 600 s by default. */
  public S questionTimeout(Duration most) {
    terms = terms.withQuestionTimeout(most);
    return self();
  }

  /**
   * Tells a client that asked for progress that its call still runs, after {@code first} without
   * news and each {@code interval} after that; 5 s and 10 s by default, zero disables it. That is
   * not a heartbeat: it renews no limit (C16).
   */
  public S keepAlive(Duration first, Duration interval) {
    terms = terms.withKeepAlive(new KeepAlive(first, interval));
    return self();
  }

  /**
   * Adds other features of a server: prompts, resources, completions. Each call adds to the
   * previous ones.
   *
   * {@snippet :
   * ToolServer.stdio(tools).beside(server -> server.prompt(definition, exchange -> messages))
   * }
   *
   * <p>These features are not governed: they have neither limits nor a journal.
   */
  public S beside(Consumer<McpServerBuilder> more) {
    beside = beside.andThen(more);
    return self();
  }

  /**
   * Allows its tools, and other features, to change while it serves, and announces this to clients.
   */
  public S changing() {
    changing = true;
    return self();
  }

  /**
   * Replaces the tools, and notifies the clients that listen; running calls continue. Safe for use
   * by many threads.
   *
   * @throws IllegalStateException if it does not serve, or {@link #changing} was not called
   */
  public void replace(Tools others) {
    var serving = served;
    if (serving == null || !changing) {
      throw new IllegalStateException("only a server that serves, and is changing(), has others");
    }
    tools = others;
    serving.host().replace(others.all());
  }

  /** Notifies listening clients that the prompts have changed; needs {@link #changing}. */
  public void promptsChanged() {
    host().promptsChanged();
  }

  /** Notifies listening clients that the list of resources has changed; needs {@link #changing}. */
  public void resourcesChanged() {
    host().resourcesChanged();
  }

  /** Notifies the clients subscribed to this resource of a change; needs {@link #changing}. */
  public void resourceUpdated(String uri) {
    host().resourceUpdated(uri);
  }

  private McpServer host() {
    var serving = served;
    if (serving == null || !changing) {
      throw new IllegalStateException("only a server that serves, and is changing(), tells of it");
    }
    return serving.host().server();
  }

  /** {@return the tools served now} */
  Tools tools() {
    return tools;
  }

  /** Sends reports for people to {@code line}; to standard error by default. */
  public S report(Consumer<String> line) {
    report = line;
    return self();
  }

  ServerOptions terms() {
    return new ServerOptions(
        new HostedAs(name, version, instructions, changing, beside), terms, report);
  }

  private ServedTools made() {
    var most = cut;
    var bounds = results;
    if (most == null && bounds == null) {
      return new ServedTools(tools.all(), contract, terms());
    }
    var contract =
        new StandardContract(
            ArgumentBounds.DEFAULTS,
            bounds == null ? ResultBounds.DEFAULTS : bounds,
            most == null ? null : store(most));
    // The terms last: the store adds to the features beside the tools.
    return new ServedTools(tools.all(), contract, terms());
  }

  private ResourceStore store(StoreBounds most) {
    var options = GovernorOptions.system();
    var store = new ResourceStore(most, options.time(), options.random());
    beside = beside.andThen(server -> CutResources.addTo(server, store));
    return store;
  }

  /** {@return the server, not yet connected to a client} */
  ServedTools served() {
    var made = made();
    tools.undescribed().forEach(report);
    served = made;
    return made;
  }
}
