package dev.belay.cli.clients;

import dev.belay.cli.clients.Change.Fate;
import dev.belay.cli.clients.Change.Note;
import dev.belay.cli.clients.ClientConfig.Scope;
import dev.belay.cli.clients.TomlNodes.Statement;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts all servers of clients behind one URL: takes them out of their files, and into the
 * configuration of Belay.
 *
 * @param url where Belay serves
 * @param belay the absolute path of Belay's program, for clients without URLs in their files
 * @param taken takes each server that is to go into Belay's configuration
 */
public record ServeImport(String url, String belay, ServersYaml taken) {
  /** The name of the one server that takes the place of all. */
  private static final String NAME = "belay";

  /** Its name where a server that stays has that one. */
  private static final String OTHER_NAME = "belay-gateway";

  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");
  private static final Set<String> PATHS = Set.of("/mcp", "/sse");

  /** Settings of clients without which a server could do more, or nothing at all. */
  private static final Set<String> LIMITS =
      Set.of(
          "includeTools",
          "excludeTools",
          "trust",
          "enabled_tools",
          "disabled_tools",
          "default_tools_approval_mode",
          "tools",
          "sandbox",
          "sandboxEnabled",
          "bearer_token_env_var",
          "env_http_headers",
          "env_vars",
          "headersHelper",
          "oauth",
          "authProviderType");

  /** {@return the change of a client's file} */
  public Change change(ClientConfig config) {
    var splices = new Splices(config.text(), config.root());
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

  private Note note(ClientConfig config, ServerEntry entry, Splices splices) {
    if (!config.client().takesUrl()) {
      // Its file cannot name a URL.
      return Change.wrap(config, entry, belay, splices);
    }
    var reason = reasonToStay(config, entry);
    if (reason == null) {
      reason = taken.take(config, entry);
    }
    if (reason != null) {
      return new Note(entry, Fate.KEPT, reason);
    }
    var leftOut = ServersYaml.leftOut(entry);
    return new Note(
        entry,
        Fate.TAKEN,
        "as "
            + taken.nameOf(entry)
            + (leftOut.isEmpty() ? "" : ", without " + String.join(", ", leftOut)));
  }

  private @Nullable String reasonToStay(ClientConfig config, ServerEntry entry) {
    if (isOurs(entry)) {
      return "it is Belay itself";
    }
    if (entry.isOff()) {
      return "it is disabled";
    }
    if (entry.how() instanceof ServerEntry.How.Odd(String why)) {
      return why;
    }
    if (entry.how() instanceof ServerEntry.How.Command command && !command.options().isEmpty()) {
      return "it is wrapped with "
          + String.join(", ", command.options())
          + "; give its settings in belay.yaml";
    }
    for (var key : entry.keys()) {
      if (LIMITS.contains(key)) {
        return "its " + key + " would be lost, which Belay does not have";
      }
    }
    return config.client().isToml() && !isTable(config, entry)
        ? "it has no table of its own, such as [" + String.join(".", path(config, entry)) + "]"
        : null;
  }

  /** {@return whether a client reaches this Belay by it, under whichever name} */
  private boolean isOurs(ServerEntry entry) {
    if (!(entry.how() instanceof ServerEntry.How.Url(String at))) {
      return false;
    }
    var own = address(url);
    return at.equals(url) || (own != null && own.equals(address(at)));
  }

  /** {@return the host and port of a URL at which Belay may serve; null for any other} */
  private static @Nullable String address(String url) {
    try {
      var uri = new URI(url.strip());
      var host = uri.getHost();
      var path = uri.getPath();
      if (uri.getScheme() == null || host == null || path == null) {
        return null;
      }
      var name = host.toLowerCase(Locale.ROOT);
      var isPath = PATHS.contains(path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
      boolean isTls = uri.getScheme().equalsIgnoreCase("https");
      int port = uri.getPort() < 0 ? isTls ? 443 : 80 : uri.getPort();
      return isPath ? (LOOPBACK.contains(name) ? "loopback" : name) + ":" + port : null;
    } catch (URISyntaxException _) {
      return null;
    }
  }

  private static List<String> path(ClientConfig config, ServerEntry entry) {
    return List.of(config.client().key(), entry.name());
  }

  /** {@return whether all its lines stand below headers of its own} */
  private static boolean isTable(ClientConfig config, ServerEntry entry) {
    var path = path(config, entry);
    return config.statements().stream()
        .filter(statement -> statement.isIn(path))
        .findFirst()
        .filter(Statement::isHeader)
        .isPresent();
  }

  private void replace(ClientConfig config, Scope scope, List<Integer> out, Splices splices) {
    boolean isThere = scope.entries().stream().anyMatch(this::isOurs);
    var name = isThere ? null : newName(scope, out);
    if (config.client().isToml()) {
      lines(config, scope, out, name, splices);
    } else {
      members(config, scope, out, name, splices);
    }
  }

  /** {@return a name that no server has that stays} */
  private static String newName(Scope scope, List<Integer> out) {
    var names = new HashSet<String>();
    var gone = Set.copyOf(out);
    for (int index = 0; index < scope.entries().size(); index++) {
      if (!gone.contains(index)) {
        names.add(scope.entries().get(index).name());
      }
    }
    var name = names.contains(NAME) ? OTHER_NAME : NAME;
    for (int count = 2; names.contains(name); count++) {
      name = OTHER_NAME + "-" + count;
    }
    return name;
  }

  /**
   * Takes members out.
   *
   * @param name of the new one; null if there is one already, which stays as it stands
   */
  private void members(
      ClientConfig config, Scope scope, List<Integer> out, @Nullable String name, Splices splices) {
    var all = scope.servers().all();
    boolean isNewThere = name == null;
    boolean isBehind = false;
    int next = 0;
    for (int index = 0; index < all.size(); index++) {
      var member = all.get(index);
      if (next == out.size() || out.get(next) != index) {
        isBehind = true;
        continue;
      }
      next++;
      if (!isNewThere) {
        splices.replace(
            member.start(),
            member.value().end(),
            "\"" + name + "\": " + config.client().entry(url, null));
        isNewThere = true;
        isBehind = true;
      } else if (isBehind) {
        // With the comma before it, so that one behind the last stays.
        splices.replace(all.get(index - 1).value().end(), member.value().end(), "");
      } else {
        // Behind it stands the one that stays, at the latest.
        splices.replace(member.start(), all.get(index + 1).start(), "");
      }
    }
  }

  private void lines(
      ClientConfig config, Scope scope, List<Integer> out, @Nullable String name, Splices splices) {
    boolean isNewThere = name == null;
    for (int index : out) {
      var path = path(config, scope.entries().get(index));
      for (var statement : config.statements()) {
        if (!statement.isIn(path)) {
          continue;
        }
        splices.replace(statement.start(), statement.end(), isNewThere ? "" : table(config, name));
        isNewThere = true;
      }
    }
  }

  private String table(ClientConfig config, @Nullable String name) {
    return "["
        + config.client().key()
        + "."
        + name
        + "]"
        + config.lineBreak()
        + config.client().entry(url, null)
        + config.lineBreak();
  }
}
