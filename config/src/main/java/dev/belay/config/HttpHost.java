package dev.belay.config;

import java.net.InetAddress;
import java.util.regex.Pattern;

/** An address of this machine to listen on. */
public record HttpHost(String text) {
  /** The refusal of an address that other machines can reach, for people. */
  public static final String NOT_LOOPBACK =
      "is not loopback, and there would be no authentication: anyone who can reach it"
          + " could run tools; set auth.tokens or auth.oauth, or keep 127.0.0.1";

  static final Codec<HttpHost> CODEC =
      Codec.of(HttpHost::read, HttpHost::text, "{\"type\":\"string\"}").label("HOST");

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\\.[A-Za-z0-9-]{1,63}){0,10}");

  private static Reading<HttpHost> read(String text) {
    return isLiteral(text) || NAME.matcher(text).matches()
        ? new Reading.Good<>(new HttpHost(text))
        : new Reading.Wrong<>("expected an address of this machine, such as 127.0.0.1");
  }

  private static boolean isLiteral(String text) {
    try {
      var _ = InetAddress.ofLiteral(text);
      return true;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /** {@return whether only this machine can reach it, as far as the text shows} */
  public static boolean isLoopback(String text) {
    // The usual two need no classes for addresses, which load the rules of security.
    if (text.equals("localhost") || text.equals("127.0.0.1")) {
      return true;
    }
    try {
      // Names are not resolved: the result may change after this check.
      return InetAddress.ofLiteral(text).isLoopbackAddress();
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
