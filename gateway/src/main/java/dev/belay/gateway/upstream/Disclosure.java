package dev.belay.gateway.upstream;

import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.Written;
import org.jspecify.annotations.Nullable;

/**
 * Decides what clients learn about a server that does not run.
 *
 * @param written the form in which texts about it are shown
 * @param toClients whether clients receive the whole text, as the owner does: command, address,
 *     last output; otherwise they receive the reason alone
 */
public record Disclosure(Written written, boolean toClients) {
  /** What stands before the last lines of a server that has ended. */
  public static final String LAST_WORDS = "Last lines of its stderr:";

  /** For a server that is configured by a command alone and owned by its caller. */
  static final Disclosure OF_OWN = new Disclosure(Written.PLAIN, /* toClients= */ true);

  /** {@return the disclosure for a server that the client's own user starts and owns} */
  public static Disclosure toOwner(Settings settings, ServerSettings server) {
    return new Disclosure(Written.of(settings, server), /* toClients= */ true);
  }

  /** {@return the disclosure for a server that principals other than its owner may call} */
  public static Disclosure toOthers(Settings settings, ServerSettings server) {
    return new Disclosure(Written.of(settings, server), /* toClients= */ false);
  }

  /** {@return the part of the text that clients receive} */
  String client(String text) {
    return toClients ? text : reason(text);
  }

  /**
   * {@return the reason alone, for principals other than the owner}
   *
   * <p>The rest of the text is a command, an address or output of the server: perhaps secrets.
   */
  private static String reason(String trouble) {
    int end = trouble.indexOf('\n');
    var line = end < 0 ? trouble : trouble.substring(0, end);
    return line.replace(" " + LAST_WORDS, "").replaceAll("; PATH searched: .*", "");
  }

  /** {@return the reason alone, for any principal; null where there is no trouble} */
  public static @Nullable String firstLine(@Nullable String trouble) {
    return trouble == null ? null : reason(trouble);
  }
}
