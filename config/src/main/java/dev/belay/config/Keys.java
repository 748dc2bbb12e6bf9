package dev.belay.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every key there is; a key of a feature that is not built is not here, and so unknown. */
final class Keys {
  static final Key<Duration> TIMEOUT = Key.span("timeout");
  static final Key<Duration> IDLE_TIMEOUT = Key.span("idle_timeout");
  static final Key<Duration> CANCEL_GRACE = Key.span("cancel_grace");
  static final Key<Duration> STARTUP_TIMEOUT = Key.span("startup_timeout");
  static final Key<Duration> KEEP_ALIVE_FIRST = Key.span("keep_alive_first");
  static final Key<Duration> KEEP_ALIVE_INTERVAL = Key.span("keep_alive_interval");
  static final Key<Integer> WORKERS = Key.number("workers", 1, 1_000);
  static final Key<Integer> MAX_LINE_BYTES = Key.bytes("max_line_bytes");
  static final Key<Prefix> PREFIX = Key.choice("prefix", Prefix.class);
  static final Key<String> COMMAND = Key.text("command");
  static final Key<String> URL = Key.url("url");
  static final Key<Transport> TYPE = new Key<>("type", Transport.class, Transport::read);
  static final Key<String> CWD = Key.text("cwd");
  static final Key<Isolation> ISOLATION = Key.choice("isolation", Isolation.class);
  static final Key<EraPolicy> ERA = Key.choice("era", EraPolicy.class);
  static final Key<OnIgnoredCancel> ON_IGNORED_CANCEL =
      Key.choice("on_ignored_cancel", OnIgnoredCancel.class);
  static final Key<Integer> SPARES = Key.number("spares", 0, 8);
  static final Key<Concurrency> CONCURRENCY = Key.choice("concurrency", Concurrency.class);
  static final Key<OnChange> ON_CHANGE = Key.choice("on_change", OnChange.class);
  static final Key<Integer> AGENT_LIST_TTL_MS =
      Key.number("agent_list_tools_cache_ttl_ms", 0, 3_600_000);
  static final Key<Scope> SCOPE = Key.choice("scope", Scope.class);
  static final Key<String> LANE_KEY = Key.text("lane_key");
  static final Key<Rate> RATE_LIMIT = Key.rate("rate_limit");

  static final Key<ErrorsMode> ERRORS_MODE = Key.choice("mode", ErrorsMode.class);

  static final String MCP = "mcp";
  static final String ERRORS = "errors";
  static final String SERVERS = "mcpServers";
  static final String TOOLS = "tools";
  static final String AUTH = "auth";
  static final String ARGS = "args";
  static final String ENV = "env";
  static final String HEADERS = "headers";

  static final List<String> ROOT =
      List.of(
          MCP,
          SERVERS,
          TOOLS,
          HttpKeys.HTTP,
          AUTH,
          ObservabilityKeys.OBSERVABILITY,
          ObservabilityKeys.AUDIT,
          AccessSection.ACCESS,
          AgentKeys.MODELS,
          TurnKeys.AGENTS,
          TurnKeys.TURNS);
  static final List<Key<?>> OF_MCP =
      List.of(
          TIMEOUT,
          IDLE_TIMEOUT,
          CANCEL_GRACE,
          STARTUP_TIMEOUT,
          KEEP_ALIVE_FIRST,
          KEEP_ALIVE_INTERVAL,
          MAX_LINE_BYTES,
          WORKERS,
          PREFIX,
          ON_CHANGE,
          AGENT_LIST_TTL_MS);
  static final List<Key<?>> OF_ERRORS = List.of(ERRORS_MODE);
  static final List<Key<?>> OF_SERVER =
      List.of(
          COMMAND,
          URL,
          TYPE,
          CWD,
          TIMEOUT,
          IDLE_TIMEOUT,
          STARTUP_TIMEOUT,
          CANCEL_GRACE,
          ISOLATION,
          ERA,
          ON_IGNORED_CANCEL,
          SPARES,
          ON_CHANGE);
  static final List<Key<?>> OF_TOOL =
      List.of(TIMEOUT, IDLE_TIMEOUT, CONCURRENCY, SCOPE, LANE_KEY, RATE_LIMIT);

  private Keys() {}

  static @Nullable Key<?> find(List<Key<?>> keys, String name) {
    for (var key : keys) {
      if (key.name().equals(name)) {
        return key;
      }
    }
    return null;
  }

  static List<String> names(List<Key<?>> keys, String... more) {
    List<String> names = new ArrayList<>();
    keys.forEach(key -> names.add(key.name()));
    names.addAll(List.of(more));
    return names;
  }
}
