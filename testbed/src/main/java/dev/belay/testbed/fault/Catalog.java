package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicBoolean;

/** The server's list of tools, which may change at run time or between starts. */
final class Catalog {
  private final AtomicBoolean extra = new AtomicBoolean();
  private final String added;
  private final boolean replaced;
  private final boolean http;

  Catalog(Options options) throws IOException {
    replaced = options.tools != null;
    http = options.http >= 0;
    if (options.tools != null) {
      added = Files.readString(options.tools).strip();
    } else if (options.starts != null) {
      added = entry("start_" + nextStart(options.starts), "exists in this start only");
    } else {
      added = "";
    }
  }

  /** Adds or removes the extra tool. */
  void change() {
    extra.set(!extra.get());
  }

  /** {@return the current array of tools} */
  String tools() {
    if (replaced) {
      return added;
    }
    var tools = new StringJoiner(",", "[", "]");
    for (var fault : Fault.values()) {
      tools.add(entry(fault.tool(), fault.description()));
    }
    if (http) {
      for (var fault : HttpFault.values()) {
        tools.add(entry(fault.tool(), fault.description()));
      }
    }
    if (extra.get()) {
      tools.add(entry("extra", "comes and goes"));
    }
    if (!added.isEmpty()) {
      tools.add(added);
    }
    return tools.toString();
  }

  private static int nextStart(Path counter) throws IOException {
    var start = Files.exists(counter) ? Integer.parseInt(Files.readString(counter).strip()) + 1 : 1;
    Files.writeString(counter, Integer.toString(start));
    return start;
  }

  private static String entry(String name, String description) {
    var execution =
        name.equals(Fault.TASK.tool()) ? ",\"execution\":{\"taskSupport\":\"optional\"}" : "";
    return "{\"name\":\""
        + name
        + "\",\"description\":"
        + Json.quote(description)
        + ",\"inputSchema\":{\"type\":\"object\"}"
        + execution
        + "}";
  }
}
