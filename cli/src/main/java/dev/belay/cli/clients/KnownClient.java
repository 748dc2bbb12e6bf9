package dev.belay.cli.clients;

import dev.belay.mcp.envelope.JsonString;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The MCP clients whose files Belay knows: where these are, and what stands in them. */
public enum KnownClient {
  CLAUDE_CODE(
      "Claude Code", "claude", "mcpServers", Http.TYPE_AND_URL, ".mcp.json", "~/.claude.json"),
  CURSOR("Cursor", "cursor", "mcpServers", Http.URL, ".cursor/mcp.json", "~/.cursor/mcp.json"),
  VS_CODE(
      "VS Code",
      "vscode",
      "servers",
      Http.TYPE_AND_URL,
      ".vscode/mcp.json",
      "~/.config/Code/User/mcp.json",
      "~/Library/Application Support/Code/User/mcp.json"),
  CLAUDE_DESKTOP(
      "Claude Desktop",
      "desktop",
      "mcpServers",
      Http.NONE,
      "~/.config/Claude/claude_desktop_config.json",
      "~/Library/Application Support/Claude/claude_desktop_config.json"),
  CODEX("Codex", "codex", "mcp_servers", Http.URL, "~/.codex/config.toml"),
  GEMINI(
      "Gemini CLI",
      "gemini",
      "mcpServers",
      Http.HTTP_URL,
      ".gemini/settings.json",
      "~/.gemini/settings.json");

  /** How a client's file names a server at a URL. */
  enum Http {
    TYPE_AND_URL,
    URL,
    HTTP_URL,
    /** Its file has servers with commands alone. */
    NONE
  }

  private static final String HOME = "~/";
  private static final String CONFIG = "~/.config/";
  private static final String CODEX_HOME = "~/.codex/";

  private final String title;
  private final String word;
  private final String key;
  private final Http http;

  @SuppressWarnings("ImmutableEnumChecker") // a copy
  private final List<String> places;

  KnownClient(String title, String word, String key, Http http, String... places) {
    this.title = title;
    this.word = word;
    this.key = key;
    this.http = http;
    this.places = List.of(places);
  }

  /** {@return its name, for people} */
  public String title() {
    return title;
  }

  /** {@return its name as part of another} */
  String word() {
    return word;
  }

  /** {@return the key of its servers} */
  String key() {
    return key;
  }

  /** {@return whether its file can name a server at a URL} */
  public boolean takesUrl() {
    return http != Http.NONE;
  }

  /** A place where a client looks for its file. */
  public record Place(KnownClient client, Path path) {}

  /**
   * {@return every place of every client, those of the project first}
   *
   * @param project the directory of the project
   * @param environment says where the directories of the user are
   */
  public static List<Place> places(Path project, Map<String, String> environment) {
    var ofProject = new ArrayList<Place>();
    var ofUser = new ArrayList<Place>();
    for (var client : values()) {
      for (var place : client.places) {
        if (place.startsWith(HOME)) {
          var path = ofUser(place, environment);
          if (path != null) {
            ofUser.add(new Place(client, path));
          }
        } else {
          ofProject.add(new Place(client, project.resolve(place)));
        }
      }
    }
    ofProject.addAll(ofUser);
    return ofProject;
  }

  private static @Nullable Path ofUser(String place, Map<String, String> environment) {
    var config = environment.get("XDG_CONFIG_HOME");
    if (place.startsWith(CONFIG) && config != null && config.startsWith("/")) {
      return Path.of(config, place.substring(CONFIG.length()));
    }
    var codex = environment.get("CODEX_HOME");
    if (place.startsWith(CODEX_HOME) && codex != null && !codex.isBlank()) {
      return Path.of(codex, place.substring(CODEX_HOME.length()));
    }
    var home = environment.get("HOME");
    return home == null || home.isBlank() ? null : Path.of(home, place.substring(HOME.length()));
  }

  /** {@return the client whose file this is by its place; Claude Code for an unknown one} */
  public static KnownClient of(Path file) {
    var path = file.toAbsolutePath().normalize();
    for (var client : values()) {
      for (var place : client.places) {
        var end = Path.of(place.startsWith(HOME) ? place.substring(HOME.length()) : place);
        if (path.endsWith(end)) {
          return client;
        }
      }
    }
    if (path.toString().endsWith(".toml")) {
      return CODEX;
    }
    // VS Code's own settings, and the file of its extensions, have its form.
    var folder = path.getParent();
    return folder != null && folder.endsWith(".vscode") ? VS_CODE : CLAUDE_CODE;
  }

  /** {@return whether its file is TOML} */
  boolean isToml() {
    return this == CODEX;
  }

  /**
   * {@return the value that stands for a server at a URL in its file; of TOML the lines below the
   * header}
   *
   * @param token sent with each request; null for none
   */
  String entry(String url, @Nullable String token) {
    if (isToml()) {
      return "url = "
          + quoted(url)
          + (token == null ? "" : "\nhttp_headers = { Authorization = " + bearer(token) + " }");
    }
    var at =
        switch (http) {
          case TYPE_AND_URL -> "\"type\": \"http\", \"url\": ";
          case HTTP_URL -> "\"httpUrl\": ";
          case URL, NONE -> "\"url\": ";
        };
    return "{ "
        + at
        + quoted(url)
        + (token == null ? "" : ", \"headers\": { \"Authorization\": " + bearer(token) + " }")
        + " }";
  }

  private static String bearer(String token) {
    return quoted("Bearer " + token);
  }

  /** {@return a string as JSON and TOML write it} */
  static String quoted(String text) {
    return JsonString.quote(text).replace("\u007f", "\\u007f");
  }

  /**
   * {@return how a person gives it a server at a URL with a token: a command, or what to put into
   * which file}
   */
  public String connection(String url, String token) {
    return switch (this) {
      case CLAUDE_CODE ->
          "claude mcp add --transport http belay "
              + url
              + " --header 'Authorization: Bearer "
              + token
              + "'";
      case VS_CODE ->
          "code --add-mcp '{\"name\":\"belay\",\"type\":\"http\",\"url\":"
              + quoted(url)
              + ",\"headers\":{\"Authorization\":"
              + bearer(token)
              + "}}'";
      case CODEX ->
          places.getFirst()
              + ": [mcp_servers.belay]\n"
              + entry(url, token).indent(4).stripTrailing();
      case CURSOR, GEMINI, CLAUDE_DESKTOP ->
          places.getLast() + ": \"" + key + "\": { \"belay\": " + entry(url, token) + " }";
    };
  }
}
