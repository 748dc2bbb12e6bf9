package dev.belay.gateway.upstream;

import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.Written;
import org.jspecify.annotations.Nullable;

/**
 * What is told of a server that does not run.
 *
 * @param written how every text about it is shown
 * @param toClients whether its clients are told all of it, as its owner is: the command, the
 *     address, what it wrote last; otherwise they are told the reason alone
 */
public record Disclosure(Written written, boolean toClients) {
  /** Of a server that is nothing but a command, of the one who calls it. */
  static final Disclosure OF_OWN = new Disclosure(Written.PLAIN, /* toClients= */ true);

  /** {@return of a server that the client's own user starts, who owns it} */
  public static Disclosure toOwner(Settings settings, ServerSettings server) {
    return new Disclosure(Written.of(settings, server), /* toClients= */ true);
  }

  /** {@return of a server that others may call than its owner} */
  public static Disclosure toOthers(Settings settings, ServerSettings server) {
    return new Disclosure(Written.of(settings, server), /* toClients= */ false);
  }

  /** {@return what clients are told of it} */
  String client(String text) {
    return toClients ? text : reason(text);
  }

  /**
   * {@return why a server does not run, as far as a principal that is no owner may know it}
   *
   * <p>What comes after it is a command, an address, or what a server wrote: perhaps secrets.
   */
  private static String reason(String trouble) {
    int end = trouble.indexOf('\n');
    var line = end < 0 ? trouble : trouble.substring(0, end);
    return line.replace(" Last lines of its stderr:", "").replaceAll("; PATH searched: .*", "");
  }

  /** {@return the reason alone, for any principal; null where there is no trouble} */
  public static @Nullable String firstLine(@Nullable String trouble) {
    return trouble == null ? null : reason(trouble);
  }
}
