package dev.belay.tools.serve;

import dev.belay.core.call.Limits;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.result.ErrorMode;
import dev.belay.tools.run.Contract;
import dev.belay.tools.run.StandardContract;
import dev.belay.tools.run.ToolLimits;
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
  private final Tools tools;
  private final Contract contract;
  private String name = "tools";
  private String version = "1.0.0";
  private @Nullable String instructions;
  private HostTerms terms = HostTerms.DEFAULT;
  private boolean changing;
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

  /** Lets modern clients take so long to come back with answers; 600 s unless this is called. */
  public S questionTimeout(Duration most) {
    terms = terms.withQuestionTimeout(most);
    return self();
  }

  /** Lets its tools be replaced while it serves: clients are told that it does so. */
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
    serving.host().replace(others.all());
  }

  /** Tells what a person may want to know to somebody else than standard error. */
  public S report(Consumer<String> line) {
    report = line;
    return self();
  }

  ServerTerms terms() {
    return new ServerTerms(new HostedAs(name, version, instructions, changing), terms, report);
  }

  /** {@return the server, which nobody speaks to yet} */
  ServedTools served() {
    var made = new ServedTools(tools.all(), contract, terms());
    served = made;
    return made;
  }
}
