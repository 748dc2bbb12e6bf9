package dev.belay.config;

import dev.belay.config.Setting.Reload;
import java.net.URI;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How people hear of calls that wait for them: {@code approval.notify}.
 *
 * @param to the program or address that is told
 * @param arguments whether notices hold the beginning of the arguments
 */
public record NotifySettings(Recipient to, boolean arguments) {
  /** What the text of a secret begins with, before Base64. */
  private static final String PREFIX = "whsec_";

  private static final int SHORTEST = 24;
  private static final int LONGEST = 64;

  static final Section SECTION =
      new Section("notify", Reload.AT_ONCE, "How people hear of calls that wait.");
  private static final Setting<List<String>> COMMAND =
      SECTION.optional(
          "command",
          Codec.of(Codec.Shape.FILLED_LIST, NotifySettings::command, NotifySettings::quoted),
          "none",
          "program with its arguments that gets each notice on its standard input");
  private static final Section ENV =
      new Section(
          "env", Reload.AT_ONCE, "variables of that program, in addition to those of every child");
  private static final Setting<String> VARIABLE =
      new Setting<>(
          "VARIABLE",
          Codec.text(_ -> null).secret(Substitution::shown),
          null,
          "",
          Reload.AT_ONCE,
          "value of a variable");

  static {
    SECTION.with(ENV.of(VARIABLE, ""));
  }

  private static final Setting<String> URL =
      SECTION.optional(
          "url",
          HttpUrl.OF_NOTICES,
          "none",
          "URL that each notice is posted to: https, or http on loopback; only its host is shown");
  private static final Setting<String> SECRET =
      SECTION.optional(
          "secret",
          Codec.text(NotifySettings::fault).secret(Substitution::hidden),
          "none",
          "with `url`, the key that signs notices: `whsec_` and Base64; never shown");
  private static final Setting<Network> NETWORK =
      SECTION.optional(
          "network",
          Codec.choice(Network.class),
          "public",
          "with `url`, the network in which it may be: `public`, or also `private`");
  private static final Setting<Boolean> ARGUMENTS =
      SECTION.optional(
          "arguments", Codec.FLAG, "true", "whether notices hold the beginning of the arguments");

  /** Who is told. */
  public sealed interface Recipient {
    /**
     * A program.
     *
     * @param words the program and its arguments
     * @param env variables in addition to those of every child; their values may be secrets
     */
    record Program(List<String> words, Map<String, String> env) implements Recipient {
      /** Copies both. */
      public Program {
        words = List.copyOf(words);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
      }

      /** {@return the form of a record, without the values of variables} */
      @Override
      public String toString() {
        return "Program[words=" + words + ", env=" + env.keySet() + "]";
      }
    }

    /**
     * An address over HTTP.
     *
     * @param url any part of which but the host may be secret
     * @param secret the key that signs, in Base64; null for none
     * @param network where the address may be
     */
    record Webhook(URI url, @Nullable String secret, Network network) implements Recipient {
      /** {@return the key that signs; null for none} */
      public byte @Nullable [] key() {
        return secret == null ? null : Base64.getDecoder().decode(secret);
      }

      /** {@return its scheme and host, for people} */
      public String host() {
        return HttpUrl.host(url.toString());
      }

      /** {@return the form of a record, without secrets} */
      @Override
      public String toString() {
        return "Webhook[url=" + host() + ", network=" + network + "]";
      }
    }
  }

  private static Reading<List<String>> command(List<String> words) {
    return words.getFirst().isBlank()
        ? new Reading.Wrong<>("expected a program, and its arguments")
        : new Reading.Good<>(words);
  }

  private static String quoted(List<String> words) {
    return Codec.show(words.stream().map(word -> "'" + word + "'").toList());
  }

  private static @Nullable String fault(String text) {
    try {
      int length =
          text.startsWith(PREFIX)
              ? Base64.getDecoder().decode(text.substring(PREFIX.length())).length
              : 0;
      if (length >= SHORTEST && length <= LONGEST) {
        return null;
      }
    } catch (IllegalArgumentException _) {
      // No Base64, and told like a wrong length.
    }
    return "expected whsec_ and the Base64 of 24 to 64 bytes, as of: openssl rand -base64 32";
  }

  /** {@return how people hear; null if they do not, or for the reason in the findings} */
  static @Nullable NotifySettings of(Values values, Findings findings) {
    if (values.isEmpty()) {
      return null;
    }
    var commandAt = values.origin(COMMAND);
    var urlAt = values.origin(URL);
    if (commandAt == null && urlAt == null) {
      findings.error(values.at(), values.path(), "needs a command or a url");
      return null;
    }
    if (commandAt != null && urlAt != null) {
      findings.error(
          urlAt, values.path(URL.name()), "notices go to a command or a url, not to both");
      return null;
    }
    var arguments = values.or(ARGUMENTS, true);
    if (commandAt != null) {
      foreign(SECRET, values, findings);
      foreign(NETWORK, values, findings);
      var words = values.find(COMMAND);
      // An invalid one is in the findings, as below.
      return words == null
          ? null
          : new NotifySettings(
              new Recipient.Program(words, values.in(ENV).all(VARIABLE)), arguments);
    }
    values
        .in(ENV)
        .eachOrigin((path, at) -> findings.error(at, path, "is for notices to a command"));
    var url = values.find(URL);
    var secret = values.find(SECRET);
    return url == null
        ? null
        : new NotifySettings(
            new Recipient.Webhook(
                URI.create(url),
                secret == null ? null : secret.substring(PREFIX.length()),
                values.or(NETWORK, Network.PUBLIC)),
            arguments);
  }

  private static void foreign(Setting<?> setting, Values values, Findings findings) {
    var origin = values.origin(setting);
    if (origin != null) {
      findings.error(origin, values.path(setting.name()), "is for notices to a url");
    }
  }
}
