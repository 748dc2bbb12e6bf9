package dev.belay.tools.call;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A program to run. Immutable.
 *
 * @param words the program and its arguments; no shell reads them
 * @param directory where it runs; null: where this process runs
 * @param environment its variables
 * @param hasBase whether it has beside them what every program needs: PATH, HOME, locale and
 *     temporary directory of this process
 * @param input what it reads; empty if nothing
 * @param keptBytes how much of its output is kept, and of its errors: the first half and the last
 * @param limit how long it may run before its tree is ended; zero is without limit
 */
@SuppressWarnings("ArrayRecordComponent") // Commands are run, never compared.
public record Command(
    List<String> words,
    @Nullable Path directory,
    Map<String, String> environment,
    boolean hasBase,
    byte[] input,
    int keptBytes,
    Duration limit) {
  /** How much is kept unless said otherwise. */
  public static final int KEPT_BYTES = 256 * 1024;

  /** Keeps its own copies. */
  public Command {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
    input = input.clone();
    if (words.isEmpty()) {
      throw new IllegalArgumentException("a command of no words");
    }
    if (keptBytes < 2) {
      throw new IllegalArgumentException("keeping " + keptBytes + " bytes");
    }
    if (limit.isNegative()) {
      throw new IllegalArgumentException("a limit of " + limit);
    }
  }

  /** {@return what {@link #of(List)} does} */
  public static Command of(String... words) {
    return of(List.of(words));
  }

  /**
   * {@return a program that runs here, with no more of this process's environment than every
   * program needs} That is PATH, HOME, locale and temporary directory: keys and tokens are for whom
   * {@link #with} gives them to.
   */
  public static Command of(List<String> words) {
    return new Command(
        words, null, Map.of(), /* hasBase= */ true, new byte[0], KEPT_BYTES, Duration.ZERO);
  }

  /** {@return the same, run elsewhere} */
  public Command in(Path where) {
    return new Command(words, where, environment, hasBase, input, keptBytes, limit);
  }

  /** {@return the same with one more variable, or another value of it} */
  public Command with(String variable, String value) {
    var more = new HashMap<>(environment);
    more.put(variable, value);
    return new Command(words, directory, more, hasBase, input, keptBytes, limit);
  }

  /** {@return the same with these variables alone} */
  public Command withOnly(Map<String, String> variables) {
    return new Command(words, directory, variables, /* hasBase= */ false, input, keptBytes, limit);
  }

  /** {@return the same, which reads this text} */
  public Command reading(String text) {
    return new Command(
        words,
        directory,
        environment,
        hasBase,
        text.getBytes(StandardCharsets.UTF_8),
        keptBytes,
        limit);
  }

  /** {@return the same, of whose output more or less is kept} */
  public Command keeping(int bytes) {
    return new Command(words, directory, environment, hasBase, input, bytes, limit);
  }

  /** {@return the same, whose tree is ended after that time (S1-81)} */
  public Command within(Duration most) {
    return new Command(words, directory, environment, hasBase, input, keptBytes, most);
  }

  @Override
  public byte[] input() {
    return input.clone();
  }
}
