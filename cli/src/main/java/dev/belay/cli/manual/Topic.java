package dev.belay.cli.manual;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A short page on something that more than one command has to do with. */
enum Topic {
  LIMITS("how long a call may take, and who says so"),
  CANCEL("what happens when a call is stopped"),
  JOBS("calls that outlive the requests that began them"),
  APPROVALS("calls that wait for a person's yes"),
  CLIENTS("where a client's configuration names Belay"),
  EXIT_CODES("what the exit codes mean"),
  FILES("files and variables that Belay reads and writes");

  private final String about;

  Topic(String about) {
    this.about = about;
  }

  /** {@return its name as typed, such as {@code exit-codes}} */
  String word() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  /** {@return what it tells, in a line} */
  String about() {
    return about;
  }

  /** {@return the topic of that name; null if there is none} */
  static @Nullable Topic named(String word) {
    return Arrays.stream(values())
        .filter(topic -> topic.word().equals(word))
        .findFirst()
        .orElse(null);
  }

  /** {@return the names of all} */
  static List<String> names() {
    return Arrays.stream(values()).map(Topic::word).toList();
  }

  /** {@return the page: paragraphs between empty lines, of which indented ones are literal} */
  String text() {
    try (var page = Objects.requireNonNull(Topic.class.getResourceAsStream(word() + ".txt"))) {
      return new String(page.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
