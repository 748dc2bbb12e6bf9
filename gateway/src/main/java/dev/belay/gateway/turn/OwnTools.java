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
 * Tools of this program that only turns have: no client of MCP sees them, or can call them. They
 * are made at the first turn, since a start that has none should not pay for them.
 *
 * <p>Concurrency: {@code lock} is held while they are made, which waits for nobody, so that they
 * are made once and by the configuration that holds.
 */
public final class OwnTools {
  /** What globs of the configuration call their server, as in {@code belay__session_status}. */
  public static final String SERVER = "belay";

  private final Supplier<Tools> tools;
  private final ServerSettings server;
  private final Function<Tools, HostedBackend> hosting;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private @Nullable Made made;

  /** The tools, what they are called, and what runs them. */
  private record Made(Tools tools, Set<String> names, HostedBackend host) {
    static Made of(Tools tools, HostedBackend host) {
      var names = tools.all().stream().map(tool -> tool.declaration().name());
      return new Made(tools, names.collect(Collectors.toUnmodifiableSet()), host);
    }
  }

  /**
   * Has made nothing yet.
   *
   * @param tools makes them; called once
   * @param server what {@code hosting} goes by besides the configuration
   * @param hosting makes what runs them, by the configuration of that moment; called once
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

  /** {@return what models are told of them} */
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

  /** {@return what one of them declares of itself} */
  Declared declared(String name) {
    return made()
        .tools
        .named(name)
        .map(tool -> Declared.of(tool.declaration().hints()))
        .orElse(Declared.NOTHING);
  }

  /** Goes by another configuration from the next call on. */
  void replace(Settings changed) {
    var there = madeSoFar();
    if (there != null) {
      there.host.replace(changed, server);
    }
  }

  /** Ends what they have running. */
  void close(Grace grace) throws InterruptedException {
    var there = madeSoFar();
    if (there != null) {
      there.host.close(grace);
    }
  }
}
