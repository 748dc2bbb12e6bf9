package dev.belay.config;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One server while its sources are read; files may share its keys but only one may start it. */
final class ServerDraft {
  final String name;
  final Values values;
  final StartDraft start;
  private ToolLists tools = ToolLists.OPEN;
  private @Nullable Origin toolsAt;
  private boolean fromCommandLine;
  private @Nullable String clientFile;

  ServerDraft(String name, Origin at) {
    this.name = name;
    values = new Values(Keys.SERVERS + "." + name);
    start = new StartDraft(values, at);
  }

  void tools(ToolLists lists, Origin at) {
    tools = lists;
    toolsAt = at;
  }

  void ofCommandLine() {
    fromCommandLine = true;
  }

  /** Notes that it is this client's file that says how it is started. */
  void ofClientFile(String file) {
    clientFile = file;
  }

  /** {@return whether something stands in the client's file that says how it is started} */
  boolean isOfClientFile(Origin at) {
    return at.name().equals(clientFile);
  }

  @Nullable ServerSettings settled(
      Duration startupTimeout,
      Duration cancelGrace,
      Map<String, Origin> origins,
      Findings findings) {
    var how = start.settled(findings);
    if (how == null) {
      return null;
    }
    values.eachOrigin(origins::put);
    start.eachOrigin(origins);
    if (toolsAt != null) {
      origins.put(values.path(Keys.TOOLS), toolsAt);
    }
    return new ServerSettings(
        name,
        how,
        values.get(Keys.TIMEOUT),
        values.get(Keys.IDLE_TIMEOUT),
        values.get(Keys.STARTUP_TIMEOUT, startupTimeout),
        values.get(Keys.CANCEL_GRACE, cancelGrace),
        values.get(Keys.ISOLATION, isolation(how)),
        values.get(Keys.ERA, EraPolicy.AUTO),
        values.get(Keys.ON_IGNORED_CANCEL, OnIgnoredCancel.REPLACE),
        values.get(Keys.SPARES, ServerSettings.SPARES),
        values.get(Keys.ON_CHANGE),
        tools,
        fromCommandLine);
  }

  /** Over HTTP a legacy server keeps a session for each client anyway; a modern one keeps none. */
  private static Isolation isolation(Start how) {
    return switch (how) {
      case Start.Command _, Start.Native _ -> Isolation.SHARED;
      case Start.Url _ -> Isolation.SESSION;
    };
  }
}
