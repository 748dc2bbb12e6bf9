package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.era.Revision;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The capabilities that a client has declared: what a server may ask of it (MCP 2026-07-28
 * §capabilities).
 *
 * <p>Equal to another that allows the same, however each was written, so that clients with the same
 * capabilities can share an upstream.
 *
 * @param form elicitation by a form, which is also what {@code "elicitation":{}} means
 * @param url elicitation by a page to be opened
 * @param samplingTools sampling in which the model may use tools
 * @param samplingContext sampling that takes context from the client's other servers
 * @param extensions the settings of each, by its name
 */
public record ClientCapabilities(
    boolean form,
    boolean url,
    boolean sampling,
    boolean samplingTools,
    boolean samplingContext,
    boolean roots,
    Map<String, RawJson> extensions) {
  /** The capabilities of a client that declares none. */
  public static final ClientCapabilities NONE =
      new ClientCapabilities(false, false, false, false, false, false, Map.of());

  /** The extension by which modern clients accept tasks as answers (SEP-2663). */
  public static final String TASKS = Meta.TASKS;

  private static final RawJson YES = RawJson.of("{}");

  public ClientCapabilities {
    extensions = Map.copyOf(extensions);
  }

  /** Reads what is known to be a JSON value; a value that is no object declares nothing. */
  public static ClientCapabilities of(byte[] json) {
    var object = JsonObject.of(json);
    return object == null ? NONE : of(object);
  }

  static ClientCapabilities of(JsonObject json) {
    var elicitation = json.object("elicitation");
    boolean url = elicitation != null && elicitation.object("url") != null;
    boolean form = elicitation != null && (elicitation.object("form") != null || !url);
    var sampling = json.object("sampling");
    var extensions = new LinkedHashMap<String, RawJson>();
    var declared = json.object("extensions");
    if (declared != null) {
      for (var name : declared.names()) {
        var settings = declared.object(name);
        if (settings != null) {
          extensions.put(name, RawJson.of(settings.json()));
        }
      }
    }
    return new ClientCapabilities(
        form,
        url,
        sampling != null,
        sampling != null && sampling.object("tools") != null,
        sampling != null && sampling.object("context") != null,
        json.object("roots") != null,
        extensions);
  }

  /** {@return whether nothing is declared} */
  public boolean isNone() {
    return equals(NONE);
  }

  /** {@return whether the client accepts modern tasks as answers} */
  public boolean tasks() {
    return extensions.containsKey(Meta.TASKS);
  }

  /**
   * Returns the capabilities that Belay can declare to a peer of the other era: all but tasks,
   * whose two dialects differ.
   */
  public ClientCapabilities relayed() {
    if (!tasks()) {
      return this;
    }
    var others = new LinkedHashMap<>(extensions);
    others.remove(Meta.TASKS);
    return withExtensions(others);
  }

  /** {@return the same and modern tasks} */
  public ClientCapabilities withTasks() {
    if (tasks()) {
      return this;
    }
    var others = new LinkedHashMap<>(extensions);
    others.put(Meta.TASKS, YES);
    return withExtensions(others);
  }

  private ClientCapabilities withExtensions(Map<String, RawJson> others) {
    return new ClientCapabilities(
        form, url, sampling, samplingTools, samplingContext, roots, others);
  }

  /** {@return whether a server may send that request to the client} */
  public boolean allows(String method, byte @Nullable [] params) {
    return !needed(method, params).isNone() && missing(needed(method, params)).isNone();
  }

  /**
   * Returns the capabilities that a client must declare to receive that request, in the form of
   * {@code data.requiredCapabilities} of −32021; an empty object for a request that no client
   * accepts.
   */
  public static byte[] required(String method, byte @Nullable [] params) {
    return needed(method, params).json();
  }

  /** {@return the part of {@code needed} that is not declared here} */
  public ClientCapabilities missing(ClientCapabilities needed) {
    var others = new LinkedHashMap<>(needed.extensions);
    others.keySet().removeAll(extensions.keySet());
    boolean tools = needed.samplingTools && !samplingTools;
    boolean context = needed.samplingContext && !samplingContext;
    return new ClientCapabilities(
        needed.form && !form,
        needed.url && !url,
        (needed.sampling && !sampling) || tools || context,
        tools,
        context,
        needed.roots && !roots,
        others);
  }

  private static ClientCapabilities needed(String method, byte @Nullable [] params) {
    var object = params == null ? null : JsonObject.of(params);
    return switch (method) {
      case "elicitation/create" -> elicitation(object);
      case "sampling/createMessage" -> {
        boolean tools = object != null && (object.has("tools") || object.has("toolChoice"));
        yield new ClientCapabilities(false, false, true, tools, false, false, Map.of());
      }
      case "roots/list" ->
          new ClientCapabilities(false, false, false, false, false, true, Map.of());
      default -> NONE;
    };
  }

  private static ClientCapabilities elicitation(@Nullable JsonObject params) {
    var mode = params != null && params.has("mode") ? params.text("mode") : "form";
    boolean form = "form".equals(mode);
    boolean url = "url".equals(mode);
    return new ClientCapabilities(form, url, false, false, false, false, Map.of());
  }

  /** {@return the JSON of the modern era} */
  public byte[] json() {
    return json(Revision.V2026_07_28);
  }

  /**
   * Returns the JSON in the form of a revision: before 2025-11-25 elicitation has no modes and
   * sampling no parts, and before 2025-06-18 there is no elicitation.
   */
  public byte[] json(Revision revision) {
    boolean parts = revision.compareTo(Revision.V2025_11_25) >= 0;
    boolean elicits = revision.compareTo(Revision.V2025_06_18) >= 0;
    var json = JsonObject.empty();
    if (roots) {
      json.set("roots", YES);
    }
    if (sampling) {
      var inner = json.open("sampling");
      set(inner, "context", parts && samplingContext);
      set(inner, "tools", parts && samplingTools);
    }
    if ((elicits && form) || (parts && url)) {
      var inner = json.open("elicitation");
      set(inner, "form", parts && form);
      set(inner, "url", parts && url);
    }
    if (!extensions.isEmpty()) {
      var inner = json.open("extensions");
      new TreeMap<>(extensions).forEach(inner::set);
    }
    return json.json();
  }

  private static void set(JsonObject object, String key, boolean declared) {
    if (declared) {
      object.set(key, YES);
    }
  }
}
