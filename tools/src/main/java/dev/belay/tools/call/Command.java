package dev.belay.tools.call;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A program to run. Immutable.
 *
 * @param words the program and its arguments; no shell reads them
 * @param directory where it runs; null: where this process runs
 * @param environment all that it has
 * @param input what it reads; empty if nothing
 * @param keptBytes how much of its output is kept, and of its errors: the first half and the last
 */
@SuppressWarnings("ArrayRecordComponent") // Commands are run, never compared.
public record Command(
    List<String> words,
    @Nullable Path directory,
    Map<String, String> environment,
    byte[] input,
    int keptBytes) {
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
  }

  /** {@return a program that runs here, with this process's environment} */
  public static Command of(String... words) {
    return of(List.of(words));
  }

  /** {@return a program that runs here, with this process's environment} */
  public static Command of(List<String> words) {
    return new Command(words, null, System.getenv(), new byte[0], KEPT_BYTES);
  }

  /** {@return the same, run elsewhere} */
  public Command in(Path where) {
    return new Command(words, where, environment, input, keptBytes);
  }

  /** {@return the same with one more variable, or another value of it} */
  public Command with(String variable, String value) {
    var more = new HashMap<>(environment);
    more.put(variable, value);
    return new Command(words, directory, more, input, keptBytes);
  }

  /** {@return the same with these variables alone} */
  public Command withOnly(Map<String, String> variables) {
    return new Command(words, directory, variables, input, keptBytes);
  }

  /** {@return the same, which reads this text} */
  public Command reading(String text) {
    return new Command(
        words, directory, environment, text.getBytes(StandardCharsets.UTF_8), keptBytes);
  }

  /** {@return the same, of whose output more or less is kept} */
  public Command keeping(int bytes) {
    return new Command(words, directory, environment, input, bytes);
  }

  @Override
  public byte[] input() {
    return input.clone();
  }
}
