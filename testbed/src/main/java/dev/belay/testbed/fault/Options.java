package dev.belay.testbed.fault;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Behaviour of a {@link FaultyServer} outside its calls, from its command line. */
final class Options {
  /** The protocol eras that are answered. */
  enum Spoken {
    LEGACY,
    MODERN,
    BOTH
  }

  /** Can be changed while it serves. */
  volatile Spoken era = Spoken.LEGACY;

  /** Revisions that a refusal of any modern revision names; empty to support the regular one. */
  List<String> revisions = List.of();

  @Nullable Path log;
  @Nullable Path tools;
  @Nullable Path starts;
  @Nullable Path startWhile;
  boolean ignoreTerm;
  boolean ignoreEof;
  boolean ignorePing;
  boolean silentStart;
  boolean startNoise;
  boolean exitOnUnknownRequest;
  Duration slowStart = Duration.ZERO;

  /** The HTTP port, 0 for any; -1 for stdio. */
  int http = -1;

  boolean jsonBodies;
  int expireSessionsAfter = Integer.MAX_VALUE;
  final HttpRules httpRules = new HttpRules();
  int exitAtStart = -1;
  int crashAfterCalls = Integer.MAX_VALUE;

  /**
   * {@return the options in {@code arguments}}
   *
   * @throws IllegalArgumentException if one is unknown or lacks its value
   */
  static Options parse(String... arguments) {
    var options = new Options();
    var rest = Arrays.asList(arguments).iterator();
    while (rest.hasNext()) {
      options.take(rest.next(), rest);
    }
    return options;
  }

  private void take(String option, Iterator<String> rest) {
    switch (option) {
      case "--era" -> era = era(value(option, rest));
      case "--revisions" -> revisions = List.of(value(option, rest).split(",", -1));
      case "--http" -> http = Integer.parseInt(value(option, rest));
      case "--http-json" -> jsonBodies = true;
      case "--http-fault" -> httpRules.add(HttpRule.parse(value(option, rest)));
      case "--expire-sessions-after" -> expireSessionsAfter = Integer.parseInt(value(option, rest));
      case "--log" -> log = Path.of(value(option, rest));
      case "--tools-file" -> tools = Path.of(value(option, rest));
      case "--tools-vary-by-restart" -> starts = Path.of(value(option, rest));
      case "--start-while" -> startWhile = Path.of(value(option, rest));
      case "--ignore-term" -> ignoreTerm = true;
      case "--ignore-eof" -> ignoreEof = true;
      case "--ignore-ping" -> ignorePing = true;
      case "--silent-start" -> silentStart = true;
      case "--start-noise" -> startNoise = true;
      case "--exit-on-unknown-request" -> exitOnUnknownRequest = true;
      case "--slow-start" -> slowStart = Duration.ofMillis(Long.parseLong(value(option, rest)));
      case "--exit-at-start" -> exitAtStart = Integer.parseInt(value(option, rest));
      case "--crash-after-calls" -> crashAfterCalls = Integer.parseInt(value(option, rest));
      default -> throw new IllegalArgumentException("unknown option " + option);
    }
  }

  /** {@return the eras of that name} */
  static Spoken era(String name) {
    return switch (name) {
      case "legacy" -> Spoken.LEGACY;
      case "modern" -> Spoken.MODERN;
      case "both" -> Spoken.BOTH;
      default -> throw new IllegalArgumentException("unknown era " + name);
    };
  }

  private static String value(String option, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return rest.next();
  }

  /** The faults that wait for a request, the first that fits hits it. */
  static final class HttpRules {
    private final List<HttpRule> rules = new CopyOnWriteArrayList<>();

    void add(HttpRule rule) {
      rules.add(rule);
    }

    void clear() {
      rules.clear();
    }

    /** {@return how the body of the next request is to be read, null for as fast as it comes} */
    @Nullable HttpFault reading(String httpMethod) {
      for (var rule : rules) {
        if (rule.isOfReading() && rule.hits(httpMethod, "")) {
          return rule.fault;
        }
      }
      return null;
    }

    /** {@return the fault that hits a request, null for none} */
    @Nullable HttpFault answering(String httpMethod, String rpcMethod) {
      for (var rule : rules) {
        if (!rule.isOfReading() && rule.hits(httpMethod, rpcMethod)) {
          return rule.fault;
        }
      }
      return null;
    }
  }
}
