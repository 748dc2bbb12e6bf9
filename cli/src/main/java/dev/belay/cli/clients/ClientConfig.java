package dev.belay.cli.clients;

import dev.belay.cli.clients.Node.Members;
import dev.belay.cli.clients.TomlNodes.Statement;
import dev.belay.config.EditedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client's file as it was read: its text, and the servers in it.
 *
 * @param root all values in it
 * @param statements the lines of a file in TOML; empty for others
 */
public record ClientConfig(
    KnownClient client,
    EditedFile file,
    String text,
    Members root,
    List<Scope> scopes,
    List<Statement> statements) {
  private static final int MOST_SERVERS = 1_000;
  private static final int MOST_BYTES = 16 << 20;

  public ClientConfig {
    scopes = List.copyOf(scopes);
    statements = List.copyOf(statements);
  }

  /**
   * The servers in one place of a file.
   *
   * @param project the directory that they are for; null for the file as a whole
   */
  record Scope(@Nullable String project, Members servers, List<ServerEntry> entries) {
    Scope {
      entries = List.copyOf(entries);
    }

    static Scope of(@Nullable String project, Members servers) {
      return new Scope(
          project,
          servers,
          servers.all().stream()
              .map(member -> ServerEntry.of(member.name(), project, member.value()))
              .toList());
    }
  }

  /**
   * {@return the file of a client; null if there is none}
   *
   * @throws IOException if it cannot be read
   * @throws NotUnderstood if it is not of the client's form
   */
  public static @Nullable ClientConfig read(KnownClient client, Path path)
      throws IOException, NotUnderstood {
    var file = EditedFile.read(path, MOST_BYTES);
    if (!file.isThere()) {
      return null;
    }
    var text = text(file);
    if (client.isToml()) {
      var document = TomlNodes.read(text);
      var root = document.root();
      // Those of servers alone: they are looked through for each.
      var ofServers =
          document.statements().stream()
              .filter(statement -> statement.isIn(List.of(client.key())))
              .toList();
      return new ClientConfig(client, file, text, root, scopes(client, root), ofServers);
    }
    var root = text.isBlank() ? new Members(List.of(), true, 0, 0) : JsonNodes.read(text);
    return new ClientConfig(client, file, text, root, scopes(client, root), List.of());
  }

  private static String text(EditedFile file) throws NotUnderstood {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(file.content())).toString();
    } catch (CharacterCodingException _) {
      throw new NotUnderstood("is not UTF-8 text");
    }
  }

  private static List<Scope> scopes(KnownClient client, Members root) throws NotUnderstood {
    var scopes = new ArrayList<Scope>();
    // A file named by hand may be another client's.
    var keys = client.isToml() ? List.of(client.key()) : List.of("mcpServers", "servers");
    for (var key : keys) {
      add(root.value(key), key, null, scopes);
    }
    // The settings of VS Code.
    add(root.value("mcp", "servers"), "mcp.servers", null, scopes);
    if (client == KnownClient.CLAUDE_CODE && root.value("projects") instanceof Members projects) {
      for (var project : projects.all()) {
        // No system has a path with that character.
        if (project.value() instanceof Members members && project.name().indexOf('\0') < 0) {
          add(members.value(client.key()), client.key(), project.name(), scopes);
        }
      }
    }
    if (scopes.stream().mapToInt(scope -> scope.entries().size()).sum() > MOST_SERVERS) {
      throw new NotUnderstood("has more than 1,000 servers");
    }
    return scopes;
  }

  private static void add(
      @Nullable Node node, String key, @Nullable String project, List<Scope> scopes)
      throws NotUnderstood {
    if (node instanceof Members servers) {
      scopes.add(Scope.of(project, servers));
    } else if (node != null) {
      throw new NotUnderstood(key + " is no object");
    }
  }

  /** {@return the path as it was given} */
  public Path path() {
    return file.path();
  }

  /** {@return all its servers} */
  public List<ServerEntry> entries() {
    return scopes.stream().flatMap(scope -> scope.entries().stream()).toList();
  }

  /** {@return the break of its lines} */
  String lineBreak() {
    return text.contains("\r\n") ? "\r\n" : "\n";
  }
}
