package dev.belay.cli.clients;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What an import does to a client's file: a new text for it, and a line about each server.
 *
 * @param notes a line about each server, in the order of the file
 */
public record Change(ClientConfig config, List<Note> notes, List<String> diff, String after) {
  public Change {
    notes = List.copyOf(notes);
    diff = List.copyOf(diff);
  }

  /** What becomes of one server. */
  public record Note(ServerEntry entry, Fate fate, String about) {}

  /** What becomes of a server. */
  public enum Fate {
    WRAPPED("is wrapped"),
    TAKEN("goes behind belay serve"),
    KEPT("stays as it is");

    private final String words;

    Fate(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  static Change of(ClientConfig config, List<Note> notes, Splices splices) {
    return new Change(config, notes, splices.diff(), splices.after());
  }

  /** {@return whether the file becomes another} */
  public boolean isAny() {
    return !after.equals(config.text());
  }

  /** {@return the new content of the file} */
  public byte[] content() {
    return after.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * {@return the change that puts Belay before the command of each server}
   *
   * @param belay the absolute path of Belay's program
   */
  public static Change wrapping(ClientConfig config, String belay) {
    var splices = new Splices(config.text(), config.root());
    var notes = new ArrayList<Note>();
    for (var scope : config.scopes()) {
      for (var entry : scope.entries()) {
        notes.add(wrap(config, entry, belay, splices));
      }
    }
    return of(config, notes, splices);
  }

  static Note wrap(ClientConfig config, ServerEntry entry, String belay, Splices splices) {
    return switch (entry.how()) {
      case ServerEntry.How.Odd(String why) -> new Note(entry, Fate.KEPT, why);
      case ServerEntry.How.Url(String url) ->
          new Note(
              entry,
              Fate.KEPT,
              "at " + LiteralSecrets.shown(url) + "; belay import --serve takes it over");
      case ServerEntry.How.Command command when command.isWrapped() ->
          new Note(entry, Fate.KEPT, "it is wrapped already");
      case ServerEntry.How.Command command -> {
        new Wrapping(config, splices).put(entry, belay);
        yield new Note(entry, Fate.WRAPPED, line(command.words()));
      }
    };
  }

  private static String line(List<String> all) {
    var words = LiteralSecrets.arguments(all);
    return String.join(" ", words.subList(0, Math.min(words.size(), 3)))
        + (words.size() > 3 ? " …" : "");
  }
}
