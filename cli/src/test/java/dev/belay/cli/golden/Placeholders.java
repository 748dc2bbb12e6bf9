package dev.belay.cli.golden;

import dev.belay.cli.shell.Version;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one normalizer of golden files: replaces what differs from run to run, and nothing else.
 *
 * <p>Ids are numbered in the order in which a text names them, so that it stays visible which of
 * them are the same.
 */
public final class Placeholders {
  /** What differs from run to run, in the order in which it is replaced. */
  enum Rule {
    /** The version of Belay, where it says who it is. */
    VERSION(
        "<version>",
        "(?<=[Bb]elay {1,14}|\"(version|belay)\" ?: ?\")" + Pattern.quote(Version.NUMBER)),
    /** The id of a session. */
    SESSION(
        "<session-#>", "(?i)(?<=\\bmcp-session-id: |sessionId=|\"session\" ?: ?\")[^\\s\"&]{8,}"),
    /** A random UUID. */
    UUID("<uuid-#>", "\\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b"),
    /** The id of a call or job; people see its first eight digits, which have the same number. */
    CALL(
        "<call-#>",
        "(?<=\\blocal-)[0-9a-f]{32}\\b"
            + "|(?m)(?<=^|^2> |\\.\\d{3}  )[0-9a-f]{8}(?=  ?[a-z])"
            + "|(?<=\\b(result|approve|deny|cancel|show|answer of) )[0-9a-f]{8}\\b"),
    /** The end of the id of a turn: when it began, and its number. */
    TURN("<turn-#>", "(?<=:)1\\d{12}-\\d+\\b"),
    /** The run of Belay in the id of an event. */
    RUN("<run>", "\\b[0-9a-f]{8}(?=--?\\d+\\b)"),
    /** The id of a decision that holds for further calls. */
    RULE("<rule-#>", "(?<=/rules/|\"id\" ?: ?\")[0-9a-f]{12}\\b"),
    /** The hash of the line before, in the audit log; the first one has none. */
    HASH("<hash-#>", "(?<=\"prev\" ?: ?\")(?!0{64})[0-9a-f]{64}"),
    /** A time. */
    TIME(
        "<time>",
        "\\b20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z"
            + "|(?<=\"startedAt\" ?: ?)\\d{13}"
            + "|\\b\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3}"),
    /** The date of an HTTP answer. */
    DATE("<date>", "(?i)(?<=\\bdate: )\\w{3}, .* GMT"),
    /** The length of a body, which is beside it, and has durations. */
    LENGTH("<length>", "(?i)(?<=\\bcontent-length: )\\d+"),
    /** A measured duration, which is a member for programs. */
    DURATION(
        "<duration>",
        "(?<=\"(elapsed|age|waited|ran|uptime)_s\" ?: ?"
            + "|\"(elapsed|remaining|half|most)_seconds\" ?: ?"
            + "|\"estimated_(runtime|remaining)_seconds\" ?: ?"
            + "|\"now\" ?: ?|\"p9[59]_ms\" ?: ?|\"(elapsed|duration)Ms\" ?: ?)\\d+(\\.\\d+)?"),
    /** A measured duration in a line or a table for people. */
    TOOK(
        "<took>",
        "(?m)(?<=  |, |\\b(belay: echo|after|up|again in|About|taken|has run for|has waited( for)?)"
            + " )(\\d+h\\d\\dm|\\d+m\\d\\ds|\\d+(\\.\\d+)?( |m| m)?s)(?=  |[ .,:\"]|$)"),
    /** That a call waits for a moment, or did for long, which not every look finds. */
    WAITED("", ", (having )?waited (<took>|[0-9.]+ ?m?s\\b)| It waits: (job|server)\\."),
    /** How long a job is kept from its start, which counts the time until its hand-off. */
    TTL("<ttl>", "(?<=\"ttl(Ms)?\" ?: ?)\\d{8,}"),
    /** The sealed state of a call that waits for its client's answer. */
    STATE("<state>", "(?<=\"requestState\" ?: ?\")[^\"]+"),
    /** What a machine has, and how long a server takes to start on it. */
    MACHINE(
        "<machine>",
        "(?m)(?<=^(java|heap|processors|open files|processes held by) {1,20})[^ ].*"
            + "|(?<=\"(java|heap|processors|open_files|processes_held_by)\":\")[^\"]+"
            + "|(?<=  in )\\d+ ms"),
    /** A figure that was measured. */
    FIGURE("<figure>", "\\b\\d+\\.\\d\\d(?= ms| rps| \\|)"),
    /** The id of a process. */
    PID("<pid>", "(?<=\"(pid|parent)\" ?: ?)\\d+"),
    /** How processes are held together on this machine. */
    MEANS(
        "<means>",
        "(?<=\"means\" ?: ?\")[^\"]+|(?<=processes are held by: ).+|(?<=processes\\.means"
            + " {1,80}).+");

    private final String placeholder;
    private final Pattern pattern;

    Rule(String placeholder, String pattern) {
      this.placeholder = placeholder;
      this.pattern = Pattern.compile(pattern);
    }

    private String in(String text) {
      var numbers = new HashMap<String, Integer>();
      return pattern
          .matcher(text)
          .replaceAll(found ->
              Matcher.quoteReplacement(
                  placeholder.replace(
                      "#", Integer.toString(number(identity(found.group()), numbers)))));
    }

    private static int number(String identity, Map<String, Integer> numbers) {
      return numbers.computeIfAbsent(identity, _ -> numbers.size() + 1);
    }

    private String identity(String found) {
      return this == CALL ? found.substring(0, 8) : found;
    }
  }

  private final Map<String, String> literals = new LinkedHashMap<>();

  /** Replaces a text that the story knows, such as a port, before any rule applies. */
  Placeholders with(String literal, String placeholder) {
    literals.put(literal, placeholder);
    return this;
  }

  /** {@return the text with a placeholder for each part that differs from run to run} */
  public String in(String text) {
    var now = text;
    for (var literal : literals.entrySet()) {
      now = now.replace(literal.getKey(), literal.getValue());
    }
    for (var rule : Rule.values()) {
      now = rule.in(now);
    }
    return now;
  }
}
