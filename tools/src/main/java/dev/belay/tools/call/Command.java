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
 * @param words the program and its arguments; no shell interprets them
 * @param directory the working directory; null for that of this process
 * @param environment its variables
 * @param hasBase whether it also gets the base environment: PATH, HOME, locale and temporary
 *     directory of this process
 * @param input its standard input; may be empty
 * @param keptBytes how much of its output, and of its errors, is kept: the first half and the last
 * @param limit after which its process tree is ended; zero is without limit
 */
@SuppressWarnings("ArrayRecordComponent") // Commands are never compared.
public record Command(
    List<String> words,
    @Nullable Path directory,
    Map<String, String> environment,
    boolean hasBase,
    byte[] input,
    int keptBytes,
    Duration limit) {
  /** Default of {@link #keptBytes}. */
  public static final int KEPT_BYTES = 256 * 1024;

  /** Makes defensive copies. */
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

  /** {@return the same as {@link #of(List)}} */
  public static Command of(String... words) {
    return of(List.of(words));
  }

  /**
   * {@return a program that runs in the current directory with the base environment alone} That is
   * PATH, HOME, locale and temporary directory: keys and tokens reach a program only by {@link
   * #with}.
   */
  public static Command of(List<String> words) {
    return new Command(
        words, null, Map.of(), /* hasBase= */ true, new byte[0], KEPT_BYTES, Duration.ZERO);
  }

  /** {@return this command in another working directory} */
  public Command in(Path where) {
    return new Command(words, where, environment, hasBase, input, keptBytes, limit);
  }

  /** {@return this command with a variable added or replaced} */
  public Command with(String variable, String value) {
    var more = new HashMap<>(environment);
    more.put(variable, value);
    return new Command(words, directory, more, hasBase, input, keptBytes, limit);
  }

  /** {@return this command with these variables alone} */
  public Command withOnly(Map<String, String> variables) {
    return new Command(words, directory, variables, /* hasBase= */ false, input, keptBytes, limit);
  }

  /** {@return this command with this text as its input} */
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

  /** {@return this command with another number of kept bytes} */
  public Command keeping(int bytes) {
    return new Command(words, directory, environment, hasBase, input, bytes, limit);
  }

  /** {@return this command with a limit after which its process tree is ended (S1-81)} */
  public Command within(Duration most) {
    return new Command(words, directory, environment, hasBase, input, keptBytes, most);
  }

  @Override
  public byte[] input() {
    return input.clone();
  }
}
