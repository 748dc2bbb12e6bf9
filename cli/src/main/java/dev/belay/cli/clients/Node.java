package dev.belay.cli.clients;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A value in a JSON or TOML text, with its place there, so that the text can be changed around. */
sealed interface Node {
  /** {@return the index of its first character} */
  int start();

  /** {@return the index after its last character} */
  int end();

  /** A string, of any notation. */
  record Text(String value, int start, int end) implements Node {}

  /** An array. */
  record Items(List<Node> all, int start, int end) implements Node {
    public Items {
      all = List.copyOf(all);
    }

    /** {@return the strings; null if any item is none} */
    @Nullable List<String> texts() {
      return all.stream().allMatch(Text.class::isInstance)
          ? all.stream().map(item -> ((Text) item).value()).toList()
          : null;
    }
  }

  /**
   * An object or a table.
   *
   * @param inBraces whether it is written as a whole; a table of TOML is a number of lines
   */
  record Members(List<Member> all, boolean inBraces, int start, int end) implements Node {
    public Members {
      all = List.copyOf(all);
    }

    @Nullable Member member(String name) {
      for (var member : all) {
        if (member.name().equals(name)) {
          return member;
        }
      }
      return null;
    }

    @Nullable Node value(String... path) {
      Node at = this;
      for (var name : path) {
        var member = at instanceof Members members ? members.member(name) : null;
        if (member == null) {
          return null;
        }
        at = member.value();
      }
      return at;
    }

    /** {@return the string of that name; null if there is none} */
    @Nullable String text(String name) {
      return value(name) instanceof Text text ? text.value() : null;
    }
  }

  /** A number, a boolean, null, or a date. */
  record Other(String written, int start, int end) implements Node {}

  /**
   * A named value.
   *
   * @param start the index of its key
   * @param prefix how the key is written before its last part: {@code server.} of {@code
   *     server.command}
   */
  record Member(String name, int start, String prefix, Node value) {}
}
