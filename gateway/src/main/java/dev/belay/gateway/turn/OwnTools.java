package dev.belay.gateway.turn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.gateway.hosted.HostedBackend;
import dev.belay.process.tree.Grace;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.Tools;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tools of this program for turns alone: no MCP client can see or call them. They are created at
 * the first turn, to spare a start without turns the cost.
 *
 * <p>Concurrency: {@code lock} is held while they are created, which waits for nothing, so that
 * they are created once, by the current configuration.
 */
public final class OwnTools {
  /**
   * The name of their server in globs of the configuration, as in {@code belay__session_status}.
   */
  public static final String SERVER = "belay";

  private final Supplier<Tools> tools;
  private final ServerSettings server;
  private final Function<Tools, HostedBackend> hosting;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private @Nullable Made made;

  /** The tools, their names, and the backend that runs them. */
  private record Made(Tools tools, Set<String> names, HostedBackend host) {
    static Made of(Tools tools, HostedBackend host) {
      var names = tools.all().stream().map(tool -> tool.declaration().name());
      return new Made(tools, names.collect(Collectors.toUnmodifiableSet()), host);
    }
  }

  /**
   * Starts without tools.
   *
   * @param tools creates them; called once
   * @param server their settings in addition to the configuration
   * @param hosting creates their backend, by the configuration of that moment; called once
   */
  public OwnTools(
      Supplier<Tools> tools, ServerSettings server, Function<Tools, HostedBackend> hosting) {
    this.tools = tools;
    this.server = server;
    this.hosting = hosting;
  }

  private Made made() {
    lock.lock();
    try {
      var there = made;
      if (there == null) {
        var all = tools.get();
        there = Made.of(all, hosting.apply(all));
        made = there;
      }
      return there;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Made madeSoFar() {
    lock.lock();
    try {
      return made;
    } finally {
      lock.unlock();
    }
  }

  Set<String> names() {
    return made().names;
  }

  HostedBackend host() {
    return made().host;
  }

  /** {@return the tools as they are offered to models} */
  List<OfferedTool> offered() {
    return made().tools.all().stream().map(OwnTools::offered).toList();
  }

  private static OfferedTool offered(NativeTool tool) {
    var declaration = tool.declaration();
    return new OfferedTool(
        declaration.name(),
        declaration.description(),
        new String(declaration.inputSchema().bytes(), StandardCharsets.UTF_8));
  }

  /** {@return the declaration of one of them} */
  Declared declared(String name) {
    return made()
        .tools
        .named(name)
        .map(tool -> Declared.of(tool.declaration().hints()))
        .orElse(Declared.NOTHING);
  }

  /** Applies another configuration from the next call on. */
  void replace(Settings changed) {
    var there = madeSoFar();
    if (there != null) {
      there.host.replace(changed, server);
    }
  }

  /** Ends their running calls. */
  void close(Grace grace) throws InterruptedException {
    var there = madeSoFar();
    if (there != null) {
      there.host.close(grace);
    }
  }
}
