package dev.belay.mcp.server;

import dev.belay.mcp.input.RequestState;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds an {@link McpServer}; definitions are the JSON that clients see in the lists.
 *
 * <p>This class is not safe for use by several threads, and not to be used after {@link #build}.
 */
public final class McpServerBuilder {
  private static final int PAGE = 200;

  private final String name;
  private final String version;
  private final Map<ListMethod, Map<String, Listed>> listed = new EnumMap<>(ListMethod.class);
  private final Map<String, String> aliases = new HashMap<>();
  private int pageSize = PAGE;

  private Speaks speaks = Speaks.BOTH;
  private @Nullable String instructions;
  private @Nullable Handler completions;
  private final Map<String, Handler> extensions = new LinkedHashMap<>();
  private @Nullable Supplier<RequestState> states;
  private boolean logging;
  private boolean announces;
  private long cacheMillis;
  private boolean cacheShared;

  McpServerBuilder(String name, String version) {
    this.name = name;
    this.version = version;
  }

  /** Restricts the server to these eras; both by default. */
  public McpServerBuilder speaks(Speaks eras) {
    speaks = eras;
    return this;
  }

  /** Sets the instructions for using the server, for models. */
  public McpServerBuilder instructions(String text) {
    instructions = text;
    return this;
  }

  /** Adds a tool. */
  public McpServerBuilder tool(byte[] definition, Handler handler) {
    return add(ListMethod.TOOLS, definition, handler);
  }

  /**
   * Adds a tool that is defined when it is first listed, if ever, so that startup does not wait for
   * it.
   *
   * @param definition returns the same each time; called by several threads
   */
  public McpServerBuilder tool(String toolName, Supplier<byte[]> definition, Handler handler) {
    return add(ListMethod.TOOLS, new Listed(toolName, definition, handler));
  }

  /**
   * Accepts calls of a tool under another name, which is not listed (C32); a tool of that name
   * takes precedence.
   */
  public McpServerBuilder toolAlias(String alias, String toolName) {
    aliases.putIfAbsent(alias, toolName);
    return this;
  }

  /** Adds a prompt; its handler runs only with the arguments that its definition requires. */
  public McpServerBuilder prompt(byte[] definition, Handler handler) {
    return add(ListMethod.PROMPTS, definition, handler);
  }

  /** Adds a resource with one URI. */
  public McpServerBuilder resource(byte[] definition, Handler handler) {
    return add(ListMethod.RESOURCES, definition, handler);
  }

  /** Adds the resources whose URI matches a template, unless they are added individually. */
  public McpServerBuilder template(byte[] definition, Handler handler) {
    return add(ListMethod.TEMPLATES, definition, handler);
  }

  private McpServerBuilder add(ListMethod kind, byte[] definition, Handler handler) {
    return add(kind, new Listed(kind, definition, handler));
  }

  private McpServerBuilder add(ListMethod kind, Listed one) {
    var others = listed.computeIfAbsent(kind, _ -> new LinkedHashMap<>());
    if (others.putIfAbsent(one.name(), one) != null) {
      throw new IllegalArgumentException(one.name() + " comes twice");
    }
    return this;
  }

  /** Sets the handler of {@code completion/complete}. */
  public McpServerBuilder completions(Handler handler) {
    completions = handler;
    return this;
  }

  /** Serves the requests of a method that only an extension of MCP has; it declares nothing. */
  public McpServerBuilder extension(String method, Handler handler) {
    extensions.put(method, handler);
    return this;
  }

  /** Declares that handlers write log messages. */
  public McpServerBuilder logging() {
    logging = true;
    return this;
  }

  /** Declares that clients are notified of changes, and serves their subscriptions. */
  public McpServerBuilder announcesChanges() {
    announces = true;
    return this;
  }

  /** Sets the codec that seals the states modern clients bring back, and verifies them. */
  public McpServerBuilder requestStates(RequestState codec) {
    return requestStates(() -> codec);
  }

  /**
   * Sets the codec that seals the states modern clients bring back, created for the first of them:
   * creating keys loads many classes.
   *
   * @param codec returns the same each time; called by several threads
   */
  public McpServerBuilder requestStates(Supplier<RequestState> codec) {
    states = codec;
    return this;
  }

  /** Lets clients cache lists and resources for this long; not at all by default. */
  public McpServerBuilder cache(Duration fresh, boolean shared) {
    cacheMillis = fresh.toMillis();
    cacheShared = shared;
    return this;
  }

  /** Sets the number of items per page. */
  public McpServerBuilder pageSize(int size) {
    if (size < 1) {
      throw new IllegalArgumentException("a page of " + size);
    }
    pageSize = size;
    return this;
  }

  Map<String, Listed> tools() {
    return listed.getOrDefault(ListMethod.TOOLS, Map.of());
  }

  Map<String, String> aliases() {
    return aliases;
  }

  /** Builds the server; call it once. */
  public McpServer build() {
    var options =
        new ServerOptions(
            name,
            version,
            speaks,
            instructions,
            completions,
            Map.copyOf(extensions),
            states,
            logging,
            announces,
            cacheMillis,
            cacheShared);
    return new McpServer(options, new Offer(listed, aliases, pageSize));
  }

  /**
   * The settings of a server, without its lists.
   *
   * @param cacheMillis how long clients may cache lists and resources
   * @param cacheShared whether a cached result may serve other users too
   */
  record ServerOptions(
      String name,
      String version,
      Speaks speaks,
      @Nullable String instructions,
      @Nullable Handler completions,
      Map<String, Handler> extensions,
      @Nullable Supplier<RequestState> states,
      boolean logging,
      boolean announces,
      long cacheMillis,
      boolean cacheShared) {
    /** {@return the server's {@code Implementation} on the wire} */
    byte[] info() {
      return JsonWriter.object().put("name", name).put("version", version).end();
    }
  }
}
