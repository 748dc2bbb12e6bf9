package dev.belay.config;

import java.util.List;

/**
 * A file's content as texts, lists and fields with their places, independent of the parser's types.
 */
sealed interface YamlTree {
  Origin at();

  /** {@return the description of the node in an error} */
  String found();

  /** A text; {@code nothing} is true for a key without a value ({@code null}, {@code ~}). */
  record Scalar(String text, boolean nothing, Origin at) implements YamlTree {
    private static final int SHOWN = 60;

    @Override
    public String found() {
      if (nothing) {
        return "nothing";
      }
      return text.length() <= SHOWN ? "'" + text + "'" : "'" + text.substring(0, SHOWN) + "…'";
    }
  }

  /** A list. */
  record Items(List<YamlTree> items, Origin at) implements YamlTree {
    @Override
    public String found() {
      return "a list";
    }
  }

  /** A mapping, in the order of the file and without duplicates. */
  record Fields(List<Field> fields, Origin at) implements YamlTree {
    @Override
    public String found() {
      return "a mapping";
    }
  }

  /** One entry of a mapping; {@code at} is the place of its name. */
  record Field(String name, YamlTree value, Origin at) {}
}
