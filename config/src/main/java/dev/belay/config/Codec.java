package dev.belay.config;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The textual form of one kind of values: parsing, display, and the description for editors.
 *
 * @param <T> the type of the values
 */
final class Codec<T> {
  /** Separates the items of a list in variables and flags, which have no lists. */
  static final String COMMA = ",";

  /** The form of values in a file. */
  enum Shape {
    SCALAR,
    /** A list, or one text with commas. */
    LIST_OR_TEXT,
    /** A list only: its items may contain commas. */
    LIST,
    /** A list of at least one item: an empty one could mean nothing or everything. */
    FILLED_LIST,
    /** A filled list, or one text with commas. */
    FILLED_LIST_OR_TEXT
  }

  /** The JSON Schema of texts: YAML parses some of them as numbers. */
  private static final String ANY_TEXT = "{\"type\":[\"string\",\"number\",\"boolean\"]}";

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}");
  private static final Pattern SIZE = Pattern.compile("(\\d{1,10}) ?(KiB|MiB)?");
  private static final int SMALLEST = 1024;
  private static final int LARGEST = 1 << 30;

  static final Codec<Boolean> FLAG =
      of(Codec::flag, String::valueOf, "{\"enum\":[true,false,\"true\",\"false\"]}");

  /** Sizes: plain bytes, or a number with {@code KiB} or {@code MiB}. */
  static final Codec<Integer> BYTES =
      of(
              Codec::bytes,
              String::valueOf,
              """
              {"type":["integer","string"],"minimum":%d,"maximum":%d,\
              "pattern":"^\\\\s*\\\\d{1,10} ?(KiB|MiB)?\\\\s*$"}\
              """,
              SMALLEST,
              LARGEST)
          .unit("bytes")
          .label("SIZE");

  static final Codec<String> TEXT = text(text -> text.isBlank() ? "expected a text" : null);

  /** Texts shown only as the names of the variables in them. */
  static final Codec<String> SECRET = TEXT.secret(Substitution::hidden);

  private final Function<List<String>, Reading<T>> reader;
  private final Function<T, String> writer;
  private final String schema;
  private final Object[] bounds;
  private final Shape shape;
  private String unit = "";
  private String label = "TEXT";
  private boolean place;
  private boolean quoted = true;
  private @Nullable Function<T, String> cover;

  private Codec(
      Function<List<String>, Reading<T>> reader,
      Function<T, String> writer,
      Shape shape,
      String schema,
      Object... bounds) {
    this.reader = reader;
    this.writer = writer;
    this.shape = shape;
    this.schema = schema;
    this.bounds = bounds;
  }

  /**
   * {@return a codec of single values}
   *
   * @param schema JSON Schema of the value in a file, with placeholders for {@code bounds}; a class
   *     among those stands for the words of an enum
   */
  static <T> Codec<T> of(
      Function<String, Reading<T>> reader,
      Function<T, String> writer,
      String schema,
      Object... bounds) {
    return new Codec<>(
        texts -> reader.apply(String.join(COMMA, texts)), writer, Shape.SCALAR, schema, bounds);
  }

  /** {@return a codec of lists} */
  static <T> Codec<T> of(
      Shape shape, Function<List<String>, Reading<T>> reader, Function<T, String> writer) {
    return new Codec<>(reader, writer, shape, ANY_TEXT);
  }

  /** {@return whole numbers within bounds} */
  static Codec<Integer> number(int least, int most) {
    return number(least, most, /* clamped= */ false);
  }

  /** {@return whole numbers, clamped to their bounds (S4-8, S4-10)} */
  static Codec<Integer> clamped(int least, int most) {
    return number(least, most, /* clamped= */ true);
  }

  private static Codec<Integer> number(int least, int most, boolean clamped) {
    return Codec.<Integer>of(
            text -> number(text.strip(), least, most, clamped),
            String::valueOf,
            """
            {"type":["integer","string"],"minimum":%d,"maximum":%d,"pattern":"^\\\\s*\\\\d{1,9}\\\\s*$"}\
            """,
            least,
            most)
        .label("N");
  }

  /** {@return the values of an enum, in lower case} */
  static <E extends Enum<E>> Codec<E> choice(Class<E> type) {
    return of(text -> choice(type, text), Codec::word, "{\"enum\":%s}", type);
  }

  /** {@return sets of the values of an enum} */
  static <E extends Enum<E>> Codec<Set<E>> choices(Class<E> type) {
    return new Codec<>(
        texts -> choices(type, texts),
        all -> show(all.stream().sorted().map(Codec::word).toList()),
        Shape.LIST_OR_TEXT,
        "{\"enum\":%s}",
        type);
  }

  /**
   * {@return texts that are commands, places or secrets: references to variables are expanded in
   * them, and no variable sets the whole}
   *
   * @param fault the expectation that a text violates; null if it is valid
   */
  static Codec<String> text(Function<String, @Nullable String> fault) {
    return of(text -> checked(text, fault.apply(text)), Function.<String>identity(), ANY_TEXT)
        .place();
  }

  /** {@return literal texts: instructions to a model may contain references} */
  static Codec<String> verbatim(Function<String, @Nullable String> fault) {
    return of(text -> checked(text, fault.apply(text)), Codec::onOneLine, ANY_TEXT);
  }

  /** {@return lists of texts without commas} */
  static Codec<List<String>> texts(Shape shape, Function<String, @Nullable String> fault) {
    return of(shape, texts -> texts(texts, fault), Codec::show);
  }

  Codec<T> unit(String counted) {
    unit = counted;
    return this;
  }

  /** {@return this, with a placeholder for the help of an option} */
  Codec<T> label(String placeholder) {
    label = placeholder;
    return this;
  }

  Codec<T> place() {
    place = true;
    return this;
  }

  /** {@return this, whose invalid values are not repeated in messages} */
  Codec<T> unquoted() {
    quoted = false;
    return this;
  }

  /**
   * {@return a copy whose values are not shown}
   *
   * @param shown the displayed form of a text with references to variables
   */
  Codec<T> secret(Function<T, String> shown) {
    var codec = new Codec<>(reader, writer, shape, schema, bounds);
    codec.place = place;
    codec.cover = shown;
    codec.quoted = false;
    return codec;
  }

  /** {@return the value of a text} */
  Reading<T> read(String text) {
    return reader.apply(isList() ? Arrays.asList(text.split(COMMA, -1)) : List.of(text));
  }

  /** {@return the value of a list in a file} */
  Reading<T> read(List<String> texts) {
    return reader.apply(texts);
  }

  /**
   * {@return the displayed form of a value, never a secret}
   *
   * @param written the value with unexpanded references to variables; null if there are none
   */
  String show(T value, @Nullable T written) {
    if (cover == null) {
      return writer.apply(written == null ? value : written);
    }
    return written == null ? "(hidden)" : cover.apply(written);
  }

  /** {@return the JSON Schema of the value in a file} */
  String schema() {
    var one = schema.formatted(Arrays.stream(bounds).map(Codec::words).toArray());
    var types = takesText() ? "[\"array\",\"string\"]" : "\"array\"";
    var least = needsItems() ? 1 : 0;
    return isList()
        ? "{\"type\":%s,\"minItems\":%d,\"items\":%s}".formatted(types, least, one)
        : one;
  }

  private static Object words(Object bound) {
    return bound instanceof Class<?> type
        ? Arrays.stream(type.getEnumConstants())
            .map(value -> word((Enum<?>) value))
            .map(word ->
                word.equals("true") || word.equals("false")
                    ? word + ",\"" + word + "\""
                    : "\"" + word + "\"")
            .collect(Collectors.joining(",", "[", "]"))
        : bound;
  }

  boolean isList() {
    return shape != Shape.SCALAR;
  }

  /** {@return whether a file may write one text, with commas if it is a list} */
  boolean takesText() {
    return shape != Shape.LIST && shape != Shape.FILLED_LIST;
  }

  boolean needsItems() {
    return shape == Shape.FILLED_LIST || shape == Shape.FILLED_LIST_OR_TEXT;
  }

  /** {@return the placeholder of a value in the help of an option, such as {@code SIZE}} */
  String label() {
    return isList() ? label + ",..." : label;
  }

  /** {@return the unit, for people; empty if it is not a number} */
  String unit() {
    return unit;
  }

  /**
   * {@return whether it is a command, place or secret: references to variables are expanded in it,
   * and no variable sets the whole}
   */
  boolean isPlace() {
    return place;
  }

  /** {@return whether messages repeat an invalid value} */
  boolean isQuoted() {
    return quoted;
  }

  /** {@return an enum constant as users write it} */
  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static String show(List<String> texts) {
    return "[" + String.join(", ", texts) + "]";
  }

  private static String onOneLine(String text) {
    int most = 72;
    var line = text.strip().replaceAll("\\s+", " ");
    return line.codePointCount(0, line.length()) <= most
        ? line
        : line.substring(0, line.offsetByCodePoints(0, most)) + "…";
  }

  private static Reading<String> checked(String text, @Nullable String fault) {
    return fault == null ? new Reading.Good<>(text) : new Reading.Wrong<>(fault);
  }

  private static Reading<List<String>> texts(
      List<String> texts, Function<String, @Nullable String> fault) {
    var all = texts.stream().map(String::strip).toList();
    for (var text : all) {
      var wrong = fault.apply(text);
      if (wrong != null) {
        return new Reading.Wrong<>(wrong);
      }
    }
    return new Reading.Good<>(all);
  }

  private static Reading<Boolean> flag(String text) {
    return switch (text) {
      case "true" -> new Reading.Good<>(true);
      case "false" -> new Reading.Good<>(false);
      default -> new Reading.Wrong<>("expected true or false");
    };
  }

  private static Reading<Integer> bytes(String text) {
    var form = SIZE.matcher(text.strip());
    if (!form.matches()) {
      return new Reading.Wrong<>("expected bytes, such as 10485760 or 10 MiB");
    }
    var unit = form.group(2);
    var factor = unit == null ? 1L : unit.equals("KiB") ? 1L << 10 : 1L << 20;
    var bytes = Long.parseLong(form.group(1)) * factor;
    return bytes < SMALLEST || bytes > LARGEST
        ? new Reading.Wrong<>("expected between 1 KiB and 1024 MiB")
        : new Reading.Good<>((int) bytes);
  }

  private static Reading<Integer> number(String text, int least, int most, boolean clamped) {
    if (NUMBER.matcher(text).matches()) {
      var number = Integer.parseInt(text);
      var taken = Math.clamp(number, least, most);
      if (number == taken) {
        return new Reading.Good<>(number);
      }
      if (clamped) {
        return new Reading.Odd<>(taken, number + " is taken as " + taken);
      }
    }
    return new Reading.Wrong<>("expected a number from " + least + " to " + most);
  }

  private static <E extends Enum<E>> Reading<E> choice(Class<E> type, String text) {
    for (var value : type.getEnumConstants()) {
      if (word(value).equals(text)) {
        return new Reading.Good<>(value);
      }
    }
    return new Reading.Wrong<>(
        "expected one of "
            + Arrays.stream(type.getEnumConstants())
                .map(Codec::word)
                .collect(Collectors.joining(", ")));
  }

  private static <E extends Enum<E>> Reading<Set<E>> choices(Class<E> type, List<String> texts) {
    var all = EnumSet.noneOf(type);
    for (var text : texts) {
      switch (choice(type, text.strip())) {
        case Reading.Good<E>(var value) -> all.add(value);
        case Reading.Odd<E>(var value, var _) -> all.add(value);
        case Reading.Wrong<E>(var why) -> {
          return new Reading.Wrong<>(why);
        }
      }
    }
    return new Reading.Good<>(all);
  }
}
