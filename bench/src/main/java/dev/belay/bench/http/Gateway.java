package dev.belay.bench.http;

import java.util.List;
import java.util.function.IntFunction;

/**
 * A server under comparison: its name in the report, and its command for a free port.
 *
 * @param echo the measured call, as the params of {@code tools/call}
 */
public record Gateway(String name, IntFunction<List<String>> command, String echo) {
  /** The echo tool of server-everything. */
  public static final String ECHO = "{\"name\":\"echo\",\"arguments\":{\"message\":\"hello\"}}";
}
