package dev.belay.config;

import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One key of the configuration that holds one text, and how that text is read. */
record Key<T>(String name, Class<T> type, Function<String, Reading<T>> reader) {
  // Written out, here and in Origin: a record's own are linked at first use, and every start asks.

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  static Key<Duration> span(String name) {
    return new Key<>(name, Duration.class, Span::read);
  }

  static <E extends Enum<E>> Key<E> choice(String name, Class<E> type) {
    return new Key<>(name, type, text -> Choice.read(type, text));
  }

  static Key<String> text(String name) {
    return new Key<>(
        name,
        String.class,
        text -> text.isBlank() ? new Reading.Wrong<>("expected a text") : new Reading.Good<>(text));
  }

  static Key<String> url(String name) {
    return new Key<>(name, String.class, HttpUrl::read);
  }

  static Key<String> url(String name, String example) {
    return new Key<>(name, String.class, text -> HttpUrl.read(text, example));
  }

  static Key<Boolean> flag(String name) {
    return new Key<>(
        name,
        Boolean.class,
        text ->
            switch (text) {
              case "true" -> new Reading.Good<>(true);
              case "false" -> new Reading.Good<>(false);
              default -> new Reading.Wrong<>("expected true or false");
            });
  }

  static Key<Rate> rate(String name) {
    return new Key<>(name, Rate.class, Rate::read);
  }

  static Key<Integer> number(String name, int least, int most) {
    return new Key<>(name, Integer.class, text -> Count.read(text, least, most));
  }

  static Key<Texts> texts(String name, Function<String, @Nullable String> fault) {
    return new Key<>(name, Texts.class, text -> Texts.read(text, fault));
  }

  static Key<Integer> bytes(String name) {
    return new Key<>(name, Integer.class, ByteCount::read);
  }
}
