package dev.belay.cli.clients;

import dev.belay.cli.clients.Change.Fate;
import dev.belay.cli.clients.Change.Note;
import dev.belay.cli.clients.ClientConfig.Scope;
import dev.belay.cli.clients.TomlNodes.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts all servers of clients behind one URL: takes them out of their files, and into the
 * configuration of Belay.
 *
 * @param url where Belay serves
 * @param belay the absolute path of Belay's program, for clients without URLs in their files
 * @param taken takes each server that is to go into Belay's configuration
 */
public record Serving(String url, String belay, ServersYaml taken) {
  /** The name of the one server that takes the place of all. */
  static final String NAME = "belay";

  /** {@return the change of a client's file} */
  public Change change(ClientConfig config) {
    var splices = new Splices(config.text());
    var notes = new ArrayList<Note>();
    for (var scope : config.scopes()) {
      var out = new ArrayList<Integer>();
      for (int index = 0; index < scope.entries().size(); index++) {
        var entry = scope.entries().get(index);
        var note = note(config, entry, splices);
        notes.add(note);
        if (note.fate() == Fate.TAKEN) {
          out.add(index);
        }
      }
      if (!out.isEmpty()) {
        replace(config, scope, out, splices);
      }
    }
    return Change.of(config, notes, splices);
  }

  private Note note(ClientConfig config, Entry entry, Splices splices) {
    if (!config.client().takesUrl()) {
      // Its file cannot name a URL.
      return Change.wrap(config, entry, belay, splices);
    }
    if (isOurs(entry)) {
      return new Note(entry, Fate.KEPT, "it is Belay itself");
    }
    if (entry.isOff()) {
      return new Note(entry, Fate.KEPT, "it is disabled");
    }
    if (entry.how() instanceof Entry.How.Odd(String why)) {
      return new Note(entry, Fate.KEPT, why);
    }
    if (config.client().isToml() && !isTable(config, entry)) {
      return new Note(
          entry,
          Fate.KEPT,
          "it has no table of its own, such as [" + String.join(".", path(config, entry)) + "]");
    }
    var fault = taken.take(config, entry);
    return fault == null
        ? new Note(entry, Fate.TAKEN, "as " + taken.nameOf(entry))
        : new Note(entry, Fate.KEPT, fault);
  }

  private boolean isOurs(Entry entry) {
    return entry.name().equals(NAME)
        && entry.how() instanceof Entry.How.Url(String at)
        && at.equals(url);
  }

  private static List<String> path(ClientConfig config, Entry entry) {
    return List.of(config.client().key(), entry.name());
  }

  /** {@return whether all its lines stand below headers of its own} */
  private static boolean isTable(ClientConfig config, Entry entry) {
    var path = path(config, entry);
    return config.statements().stream()
        .filter(statement -> statement.isIn(path))
        .findFirst()
        .filter(Statement::isHeader)
        .isPresent();
  }

  private void replace(ClientConfig config, Scope scope, List<Integer> out, Splices splices) {
    var ours = scope.entries().stream().filter(this::isOurs).findFirst().orElse(null);
    if (config.client().isToml()) {
      lines(config, scope, out, ours, splices);
    } else {
      members(config, scope, out, ours, splices);
    }
  }

  private void members(
      ClientConfig config, Scope scope, List<Integer> out, @Nullable Entry ours, Splices splices) {
    var all = scope.servers().all();
    var gone = new ArrayList<>(out);
    if (ours != null) {
      // It takes the place of the first one, as if it were new.
      gone.add(scope.entries().indexOf(ours));
      gone.sort(null);
    }
    var first = all.get(gone.getFirst());
    splices.replace(
        first.start(),
        first.value().end(),
        "\"" + NAME + "\": " + config.client().entry(url, null));
    for (int index : gone.subList(1, gone.size())) {
      // With the comma before it, so that one behind the last stays.
      splices.replace(all.get(index - 1).value().end(), all.get(index).value().end(), "");
    }
  }

  private void lines(
      ClientConfig config, Scope scope, List<Integer> out, @Nullable Entry ours, Splices splices) {
    boolean isThere = ours != null;
    for (int index : out) {
      var path = path(config, scope.entries().get(index));
      for (var statement : config.statements()) {
        if (!statement.isIn(path)) {
          continue;
        }
        var text = isThere ? "" : table(config);
        isThere = true;
        splices.replace(statement.start(), statement.end(), text);
      }
    }
  }

  private String table(ClientConfig config) {
    return "["
        + config.client().key()
        + "."
        + NAME
        + "]"
        + config.lineBreak()
        + config.client().entry(url, null)
        + config.lineBreak();
  }
}
