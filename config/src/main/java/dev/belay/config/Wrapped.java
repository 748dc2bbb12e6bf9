package dev.belay.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one server of a command line, after {@code --} or at {@code --url}: it takes the place of all
 * servers in files.
 *
 * @param name what it is called in messages and in {@code server__tool}
 * @param command program to start, as typed; null where a {@link Flag} sets its url
 * @param args its arguments, as typed
 */
public record Wrapped(String name, @Nullable String command, List<String> args) {
  public Wrapped {
    args = List.copyOf(args);
  }

  /** {@return a server that is there already; a flag says where} */
  public static Wrapped atUrl(String name) {
    return new Wrapped(name, null, List.of());
  }
}
