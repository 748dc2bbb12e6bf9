package dev.belay.testbed.fault;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tools of a {@link FaultyServer}: three honest ones, and one for each kind of misbehaviour. */
public enum Fault {
  ECHO("{text}: answers with the text"),
  ENV("{name}: answers with a variable of the server's environment"),
  STATE("{set?}: answers with what was set before, which a restart forgets"),
  SLEEP(
      "{ms,until?}: silent so long, or until that file is there; stops when cancelled, answers"
          + " 'slept'"),
  PROGRESS(
      "{steps,everyMs,until?}: once that file is there, reports each step if the call has a token;"
          + " answers 'done'"),
  BIG_RESULT("{bytes}: answers with that much text"),
  STDERR("{lines,bytes}: writes to stderr, each line with so much more, then answers"),
  LIST_CHANGE("adds or removes the tool 'extra' and says so"),
  RESOURCE_CHANGE("{uri}: says that a resource was updated"),
  ASK(
      "{method,params?,times?}: asks the client, as often at once, reports progress, and answers"
          + " with its answers"),
  TASK("{steps,everyMs}: as a task, reports progress after its response"),

  HANG("never answers, even when cancelled"),
  HANG_HONOURING_CANCEL("never answers, stops when cancelled"),
  IGNORE_CANCEL("{ms}: sleeps and answers, cancelled or not"),
  ANSWER_AFTER_CANCEL("{ms}: waits for its cancellation, then answers that much later"),
  BEAT_FOREVER("{everyMs}: reports progress and never ends, stops when cancelled"),

  FLOOD_NOTIFICATIONS("{count}: log messages without a pause, then answers"),
  FLOOD_PROGRESS(
      "{count,bytes}: progress without a pause, each message with so much more, then answers"),
  GIANT_LINE("{bytes}: answers in one line of 11 MiB, unless told otherwise"),
  INVALID_JSON("{answer?}: half a message, then the answer"),
  WRONG_ID("{answer?}: answers under an id that nobody used; also rightly if 'answer' is true"),
  STDOUT_NOISE("{lines,answer?}: lines that are no protocol, then the answer"),
  DOUBLE_ANSWER("answers twice"),
  RESULT_NULL("answers with a result that is null"),
  BATCH("answers in an array together with a notification; 2025-03-26 only"),

  CRASH("{code}: complains on stderr and exits without an answer"),
  ABORT("kills itself with SIGKILL"),
  SPAWN("{kind}: starts a process and answers with its pids"),
  SPAWN_AND_HANG(
      "{kind,again?}: starts a process, another so many ms after its cancellation, never answers");

  private final String description;

  Fault(String description) {
    this.description = description;
  }

  /** {@return the name of the tool} */
  public String tool() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return arguments and behaviour of the tool} */
  public String description() {
    return description;
  }

  /** {@return the fault of a tool; null if there is none of that name} */
  static @Nullable Fault of(String tool) {
    for (var fault : values()) {
      if (fault.tool().equals(tool)) {
        return fault;
      }
    }
    return null;
  }
}
