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
  private HostTerms terms = HostTerms.DEFAULT;
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

  /** Calls itself so; {@code tools} and {@code 1.0.0} unless this is called. */
  public S named(String serverName, String serverVersion) {
    name = serverName;
    version = serverVersion;
    return self();
  }

  /** Says how to use the tools, for models. */
  public S instructions(String text) {
    instructions = text;
    return self();
  }

  /** Has calls take so long at most whose tools do not say; 1800 s, and 120 s of silence. */
  public S limits(Duration timeout, Duration idleTimeout) {
    return limits(ToolLimits.global(new Limits(timeout, idleTimeout)));
  }

  /** Has calls take so long at most, by tool. */
  public S limits(ToolLimits byTool) {
    terms = terms.withLimits(byTool);
    return self();
  }

  /** Tells clients so that a tool failed; by results, unless this is called. */
  public S errors(ErrorMode mode) {
    terms = terms.withErrors(mode);
    return self();
  }

  /** Gives clients of revisions before 2025-11-25 nothing but the frozen form of results (C3). */
  public S strictResults() {
    terms = terms.withStrictResults();
    return self();
  }

  /** Gives what is stopped so long to end by itself; 2 s unless this is called. */
  public S grace(Duration most) {
    terms = terms.withGrace(most);
    return self();
  }

  /** Gives no larger results: 4 MiB and 10,000 pieces, unless this is called; the rest is cut. */
  public S results(ResultBounds most) {
    results = most;
    return self();
  }

  /**
   * Keeps outputs whole that are cut in their results, which then link to them: clients read them
   * by {@code resources/read}, each principal their own. In memory; nothing is kept unless this is
   * called.
   */
  public S keepCut(StoreBounds most) {
    cut = most;
    return self();
  }

  /** Lets modern clients take so long to come back with answers; 600 s unless this is called. */
  public S questionTimeout(Duration most) {
    terms = terms.withQuestionTimeout(most);
    return self();
  }

  /**
   * Tells a client that asked for progress that its call still runs, if it has heard nothing of it
   * for {@code first}, and each {@code interval} after that; 5 s and 10 s unless this is called,
   * zero is never. That is no heartbeat: it renews no limit (C16).
   */
  public S keepAlive(Duration first, Duration interval) {
    terms = terms.withKeepAlive(new KeepAlive(first, interval));
    return self();
  }

  /**
   * Serves more than tools: prompts, resources, completions, and whatever else a server can say of
   * itself. Each call adds to those before.
   *
   * {@snippet :
   * ToolServer.stdio(tools).beside(server -> server.prompt(definition, exchange -> messages))
   * }
   *
   * <p>What is served so is not governed: it has neither limits nor a journal.
   */
  public S beside(Consumer<McpServerBuilder> more) {
    beside = beside.andThen(more);
    return self();
  }

  /**
   * Lets its tools be replaced, and what is beside them change, while it serves: clients are told
   * that it does so.
   */
  public S changing() {
    changing = true;
    return self();
  }

  /**
   * Serves other tools from now on, and tells the clients that listen; calls that run go on. Safe
   * for use by many threads.
   *
   * @throws IllegalStateException if it does not serve, or clients were not told of {@link
   *     #changing}
   */
  public void replace(Tools others) {
    var serving = served;
    if (serving == null || !changing) {
      throw new IllegalStateException("only a server that serves, and is changing(), has others");
    }
    tools = others;
    serving.host().replace(others.all());
  }

  /** Tells the clients that listen that there are other prompts; needs {@link #changing}. */
  public void promptsChanged() {
    host().promptsChanged();
  }

  /** Tells the clients that listen that there are other resources; needs {@link #changing}. */
  public void resourcesChanged() {
    host().resourcesChanged();
  }

  /** Tells the clients that watch this resource that it has changed; needs {@link #changing}. */
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

  /** {@return the tools that are served now} */
  Tools tools() {
    return tools;
  }

  /** Tells what a person may want to know to somebody else than standard error. */
  public S report(Consumer<String> line) {
    report = line;
    return self();
  }

  ServerTerms terms() {
    return new ServerTerms(
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
    // Its terms last: the store adds to what is served beside the tools.
    return new ServedTools(tools.all(), contract, terms());
  }

  private ResourceStore store(StoreBounds most) {
    var options = GovernorOptions.system();
    var store = new ResourceStore(most, options.time(), options.random());
    beside = beside.andThen(server -> CutResources.addTo(server, store));
    return store;
  }

  /** {@return the server, which nobody speaks to yet} */
  ServedTools served() {
    var made = made();
    tools.undescribed().forEach(report);
    served = made;
    return made;
  }
}
