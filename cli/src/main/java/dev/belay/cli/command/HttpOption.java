package dev.belay.cli.command;

import dev.belay.config.Flag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.OptionSpec;

/** The settings of {@code http} as options, each named after its key. */
enum HttpOption {
  HOST("HOST", "address of this machine to listen at (127.0.0.1)"),
  PORT("PORT", "port to listen at; 0 = any, said at the start (3002)"),
  ALLOWED_HOSTS("NAME,...", "more names that clients may call this machine"),
  ALLOWED_ORIGINS("ORIGIN,...", "more origins of browsers that may send requests"),
  TRUSTED_PROXIES("NETWORK,...", "proxies whose word counts on whom a request comes from"),
  MAX_BODY_BYTES("SIZE", "longest request (4 MiB)"),
  MEMORY_PERCENT("N", "what clients may have Belay hold, of its heap (25)"),
  MAX_SESSIONS("N", "sessions of clients up to 2025-11-25 (10000)"),
  MAX_SESSIONS_PER_PEER("N", "those of one address; loopback is one (1000)"),
  MAX_IN_FLIGHT("N", "requests that wait for their answers (20000)"),
  MAX_IN_FLIGHT_PER_SESSION("N", "those of one session, or else of one address (1000)"),
  MAX_CONNECTIONS("N", "open connections (20000)"),
  RATE_LIMIT("N/TIME", "requests of one principal, such as 100/1m (0; no limit)"),
  SESSION_IDLE_TIMEOUT("S", "how long a session lasts that nobody uses (1800; 0 = for ever)"),
  RESUME_FOR("S", "how long calls wait for a client whose stream broke (60; 0 = not at all)"),
  DRAIN_TIMEOUT("S", "what running calls get when Belay is told to stop (10)"),
  SSE_COMMENT_INTERVAL("S", "pause between comments on a silent stream (15; 0 = no comments)"),
  REQUEST_READ_TIMEOUT("S", "how long a request may take to arrive (10; 0 = no limit)"),
  BODY_TIMEOUT("S", "how long a body may take in all (60; 0 = no limit)"),
  CONNECTION_IDLE_TIMEOUT("S", "how long an unused connection stays (75; 0 = for ever)"),
  QUESTION_TIMEOUT("S", "how long a question to a client stays open (600; 0 = as its call)");

  private final String label;
  private final String about;

  HttpOption(String label, String about) {
    this.label = label;
    this.about = about;
  }

  /** {@return the path of the key that it sets} */
  String key() {
    return "http." + leaf();
  }

  private String leaf() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return as it is typed, such as {@code --resume-for}} */
  String option() {
    return "--" + leaf().replace('_', '-');
  }

  /** {@return what it is for, and its default} */
  String about() {
    return about;
  }

  /** {@return it, for a command line} */
  OptionSpec spec() {
    return ServerSpec.text(option(), label, about).build();
  }

  /** {@return those that hardly anybody needs: all but {@link #HOST} and {@link #PORT}} */
  static OptionSpec[] fine() {
    return Arrays.stream(values())
        .filter(option -> option != HOST && option != PORT)
        .map(HttpOption::spec)
        .toArray(OptionSpec[]::new);
  }

  /** {@return those that were given} */
  static List<Flag> flags(Said said) {
    var flags = new ArrayList<Flag>();
    for (var option : values()) {
      var value = said.value(option.option());
      if (value != null) {
        flags.add(new Flag(option.option(), option.key(), value));
      }
    }
    return flags;
  }
}
