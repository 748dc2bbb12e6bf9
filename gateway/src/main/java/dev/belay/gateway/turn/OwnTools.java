package dev.belay.gateway.turn;

import dev.belay.gateway.config.ServerSettings;
import dev.belay.gateway.config.Settings;
import dev.belay.gateway.hosted.HostedBackend;
import dev.belay.process.tree.Grace;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.Tools;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tools of this program that only turns have: no client of MCP sees them, or can call them.
 *
 * <p>Safe for use by many threads.
 */
public final class OwnTools {
  /** What globs of the configuration call their server, as in {@code belay__session_status}. */
  public static final String SERVER = "belay";

  private final Tools tools;
  private final ServerSettings server;
  private final HostedBackend host;
  private final Set<String> names;

  /**
   * Has these tools.
   *
   * @param server what {@code host} was made with
   * @param host runs them
   */
  public OwnTools(Tools tools, ServerSettings server, HostedBackend host) {
    this.tools = tools;
    this.server = server;
    this.host = host;
    names =
        tools.all().stream()
            .map(tool -> tool.declaration().name())
            .collect(Collectors.toUnmodifiableSet());
  }

  Set<String> names() {
    return names;
  }

  HostedBackend host() {
    return host;
  }

  /** {@return what models are told of them} */
  List<OfferedTool> offered() {
    return tools.all().stream().map(OwnTools::offered).toList();
  }

  private static OfferedTool offered(NativeTool tool) {
    var declaration = tool.declaration();
    return new OfferedTool(
        declaration.name(),
        declaration.description(),
        new String(declaration.inputSchema().bytes(), StandardCharsets.UTF_8));
  }

  /** {@return what one of them declares of itself} */
  Declared declared(String name) {
    return tools
        .named(name)
        .map(tool -> Declared.of(tool.declaration().hints()))
        .orElse(Declared.NOTHING);
  }

  /** Goes by another configuration from the next call on. */
  void replace(Settings changed) {
    host.replace(changed, server);
  }

  /** Ends what they have running. */
  void close(Grace grace) throws InterruptedException {
    host.close(grace);
  }
}
