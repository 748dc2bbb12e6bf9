package dev.belay.cli.log;

import dev.belay.cli.display.Ink;
import dev.belay.cli.log.LogLine.Figures;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.JsonText;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes how many servers and tools are ready, and again whenever that has changed; and at once
 * which server fails, with the reason.
 *
 * <p>Concurrency: {@link #look} is for one thread at a time, the timer's once it has begun.
 */
public final class ReadyWatch implements AutoCloseable {
  static final Duration LOOK = Duration.ofMillis(250);

  /** How long servers may start before those that are ready are named without them. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final int MOST_NAMES = 5;

  private final Supplier<List<ServerState>> servers;
  private final ServeLog log;
  private final Time time;
  private final long begun;
  private final Map<String, ServerState> known = new HashMap<>();
  private @Nullable Summary before;
  private @Nullable Summary told;
  private Time.@Nullable Timer timer;

  /** How one server is doing. */
  public enum Availability {
    /** It has not answered yet. */
    STARTING,
    /** It serves. */
    UP,
    /** It serves each client, or each call, by a process of its own. */
    PER_CLIENT,
    /** It does not serve. */
    DOWN
  }

  /**
   * One server at one moment.
   *
   * @param trouble why it is down; null if it is not
   * @param tools how many it has listed; negative before that
   * @param bytes the size of their definitions
   * @param restarts how often its process was lost or replaced
   */
  public record ServerState(
      String name,
      Availability availability,
      @Nullable String trouble,
      int tools,
      long bytes,
      int restarts) {
    private boolean isSettled() {
      return switch (availability) {
        case STARTING -> false;
        case UP -> tools >= 0;
        case PER_CLIENT, DOWN -> true;
      };
    }

    private boolean serves() {
      return switch (availability) {
        case UP, PER_CLIENT -> true;
        case STARTING, DOWN -> false;
      };
    }
  }

  /** What the line tells. */
  private record Summary(
      int servers, int up, int tools, long bytes, List<String> failed, List<String> starting) {
    static Summary of(List<ServerState> all) {
      return new Summary(
          all.size(),
          (int) all.stream().filter(ServerState::serves).count(),
          all.stream().filter(ServerState::serves).mapToInt(one -> Math.max(0, one.tools)).sum(),
          all.stream().filter(ServerState::serves).mapToLong(ServerState::bytes).sum(),
          names(all, Availability.DOWN),
          names(all, Availability.STARTING));
    }

    private static List<String> names(List<ServerState> all, Availability availability) {
      return all.stream()
          .filter(one -> one.availability == availability)
          .map(ServerState::name)
          .toList();
    }

    String words() {
      return (up == 0 ? "not ready: " : "ready: ")
          + (up == servers ? "" : up + " of ")
          + count(servers, "server")
          + ", "
          + count(tools, "tool")
          + ", "
          + size(bytes)
          + " of lists"
          + (failed.isEmpty() ? "" : "; failed: " + some(failed))
          + (starting.isEmpty() ? "" : "; starting: " + some(starting));
    }

    private static String some(List<String> names) {
      var some = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
      return names.size() <= MOST_NAMES
          ? some
          : some + " and " + (names.size() - MOST_NAMES) + " more";
    }

    private static String count(int number, String what) {
      return number + " " + what + (number == 1 ? "" : "s");
    }

    private static String size(long bytes) {
      return bytes < 1_024 ? bytes + " bytes" : (bytes + 512) / 1_024 + " KB";
    }

    JsonText fields() {
      return new JsonText()
          .text("event", "ready")
          .number("servers", servers)
          .number("up", up)
          .number("tools", tools)
          .number("list_bytes", bytes)
          .texts("failed", failed)
          .texts("starting", starting);
    }
  }

  /**
   * Creates a watch that has not looked yet.
   *
   * @param servers the servers of the moment, in the order of the configuration; must not block
   */
  public ReadyWatch(Supplier<List<ServerState>> servers, ServeLog log, Time time) {
    this.servers = servers;
    this.log = log;
    this.time = time;
    begun = time.nanos();
  }

  /** Looks from now on, several times a second. */
  public void begin() {
    timer = time.every(LOOK, this::look);
  }

  /** Looks once. */
  public void look() {
    var all = servers.get().stream().map(this::settled).toList();
    all.forEach(this::compare);
    known.keySet().retainAll(all.stream().map(ServerState::name).toList());
    var now = Summary.of(all);
    boolean isSteady = now.equals(before);
    before = now;
    boolean isDue =
        told != null
            || all.stream().allMatch(ServerState::isSettled)
            || time.nanos() - begun >= PATIENCE.toNanos();
    // A restart, or a list that is read again, is over in a moment.
    if (isDue && isSteady && !now.equals(told)) {
      told = now;
      if (!log.isQuiet()) {
        log.write(new Figures(now.words(), now.fields(), now.up == 0 ? Ink.RED : Ink.BOLD));
      }
    }
  }

  /** {@return the state; of a server that is tried again, its failure, until that is over} */
  private ServerState settled(ServerState now) {
    var was = known.get(now.name());
    return now.availability() == Availability.STARTING
            && was != null
            && was.availability() == Availability.DOWN
        ? was
        : now;
  }

  private void compare(ServerState now) {
    var was = known.get(now.name());
    switch (now.availability()) {
      // Between an end and the next one.
      case STARTING -> {}
      case UP, PER_CLIENT -> {
        known.put(now.name(), now);
        if (was != null && was.availability() == Availability.DOWN) {
          log.inform(now.name() + " is up again", fields(now, "up"));
        } else if (was != null && was.restarts() < now.restarts()) {
          log.inform(
              now.name() + " was started again (restart " + now.restarts() + ")",
              fields(now, "up"));
        }
      }
      case DOWN -> {
        known.put(now.name(), now);
        if (was == null || !Objects.equals(was.trouble(), now.trouble())) {
          var why = now.trouble() == null ? "it does not serve" : now.trouble();
          log.warn(now.name() + " failed: " + why, fields(now, "down").text("reason", why));
        }
      }
    }
  }

  private static JsonText fields(ServerState now, String state) {
    return new JsonText()
        .text("event", "server")
        .text("server", now.name())
        .text("state", state)
        .number("restarts", now.restarts());
  }

  @Override
  public void close() {
    if (timer != null) {
      timer.close();
    }
  }
}
