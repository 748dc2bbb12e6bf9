package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Span;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The notifications that a client requests by {@code subscriptions/listen} (MCP 2026-07-28
 * §subscriptions).
 *
 * @param tools changes of the list of tools
 * @param prompts changes of the list of prompts
 * @param resources changes of the list of resources
 * @param uris the resources whose changes are requested
 * @param taskIds the tasks whose states are requested
 */
public record SubscriptionFilter(
    boolean tools, boolean prompts, boolean resources, Set<String> uris, Set<String> taskIds) {
  /** Requests nothing. */
  public static final SubscriptionFilter NONE =
      new SubscriptionFilter(false, false, false, Set.of(), Set.of());

  /** The maximum number of resources, or of tasks, in one subscription. */
  public static final int MOST = 1_024;

  private static final String NOTIFICATIONS = "notifications";
  private static final String TOOLS = "toolsListChanged";
  private static final String PROMPTS = "promptsListChanged";
  private static final String RESOURCES = "resourcesListChanged";
  private static final String URIS = "resourceSubscriptions";
  private static final String TASK_IDS = "taskIds";
  private static final RawJson TRUE = RawJson.of("true");

  public SubscriptionFilter {
    uris = Collections.unmodifiableSet(new LinkedHashSet<>(uris));
    taskIds = Collections.unmodifiableSet(new LinkedHashSet<>(taskIds));
  }

  /**
   * Reads the filter of a {@code subscriptions/listen}, or of its acknowledgement.
   *
   * @throws InvalidParams if it is missing or invalid
   */
  public static SubscriptionFilter of(Envelope message) throws InvalidParams {
    var span = message.params();
    var params = span == null ? null : JsonObject.of(message.bytes(), span);
    var filter = params == null ? null : params.object(NOTIFICATIONS);
    if (filter == null) {
      throw new InvalidParams(NOTIFICATIONS + " is required, and an object");
    }
    return new SubscriptionFilter(
        flag(filter, TOOLS),
        flag(filter, PROMPTS),
        flag(filter, RESOURCES),
        strings(filter, URIS),
        strings(filter, TASK_IDS));
  }

  private static boolean flag(JsonObject filter, String key) throws InvalidParams {
    var value = filter.raw(key);
    if (value != null && value[0] != 't' && value[0] != 'f') {
      throw new InvalidParams(NOTIFICATIONS + "." + key + " is no boolean");
    }
    return filter.isTrue(key);
  }

  private static Set<String> strings(JsonObject filter, String key) throws InvalidParams {
    var strings = new LinkedHashSet<String>();
    var value = filter.raw(key);
    var items = value == null ? List.<byte[]>of() : JsonArray.items(value);
    if (items == null || items.size() > MOST) {
      throw new InvalidParams(
          NOTIFICATIONS + "." + key + " is no array of at most " + MOST + " strings");
    }
    for (var item : items) {
      if (item[0] != '"') {
        throw new InvalidParams(NOTIFICATIONS + "." + key + " holds what is no string");
      }
      strings.add(JsonString.decode(item, new Span(0, item.length)));
    }
    return strings;
  }

  /** {@return the lists whose changes a server with these capabilities reports} */
  public static SubscriptionFilter listsOf(RawJson serverCapabilities) {
    return new SubscriptionFilter(true, true, true, Set.of(), Set.of())
        .honouredBy(serverCapabilities);
  }

  /** {@return the part of this that a server with these capabilities, of either era, can report} */
  public SubscriptionFilter honouredBy(RawJson serverCapabilities) {
    var server = JsonObject.of(serverCapabilities.bytes());
    if (server == null) {
      return NONE;
    }
    var extensions = server.object("extensions");
    boolean tasks = extensions != null && extensions.has(Meta.TASKS);
    return new SubscriptionFilter(
        tools && says(server, "tools", "listChanged"),
        prompts && says(server, "prompts", "listChanged"),
        resources && says(server, "resources", "listChanged"),
        says(server, "resources", "subscribe") ? uris : Set.of(),
        tasks ? taskIds : Set.of());
  }

  private static boolean says(JsonObject server, String feature, String what) {
    var object = server.object(feature);
    return object != null && object.isTrue(what);
  }

  /** {@return whether nothing is requested} */
  public boolean isEmpty() {
    return equals(NONE);
  }

  /** {@return this with one resource more, as by a legacy {@code resources/subscribe}} */
  public SubscriptionFilter with(String uri) {
    var more = new LinkedHashSet<>(uris);
    more.add(uri);
    return new SubscriptionFilter(tools, prompts, resources, more, taskIds);
  }

  /** {@return this without one resource, as by a legacy {@code resources/unsubscribe}} */
  public SubscriptionFilter without(String uri) {
    var fewer = new LinkedHashSet<>(uris);
    fewer.remove(uri);
    return new SubscriptionFilter(tools, prompts, resources, fewer, taskIds);
  }

  /** {@return the params of a legacy {@code resources/subscribe} or {@code …/unsubscribe}} */
  public static byte[] subscribeParams(String uri) {
    return JsonObject.empty().setText("uri", uri).json();
  }

  /** {@return whether this filter matches that notification} */
  public boolean hears(Envelope notification) {
    return switch (notification.method()) {
      case "notifications/tools/list_changed" -> tools;
      case "notifications/prompts/list_changed" -> prompts;
      case "notifications/resources/list_changed" -> resources;
      case "notifications/resources/updated" -> hearsOf(notification.text(Member.PARAMS_URI));
      case "notifications/tasks" -> {
        var task = notification.text(Member.PARAMS_TASK_ID);
        yield task != null && taskIds.contains(task);
      }
      default -> false;
    };
  }

  /**
   * A server may name a part of the resource that was subscribed to (MCP 2025-11-25 §resources).
   */
  private boolean hearsOf(@Nullable String uri) {
    if (uri == null || uris.contains(uri)) {
      return uri != null;
    }
    for (var whole : uris) {
      if (uri.startsWith(whole) && (whole.endsWith("/") || uri.charAt(whole.length()) == '/')) {
        return true;
      }
    }
    return false;
  }

  /** {@return the params of a {@code subscriptions/listen}, without their {@code _meta}} */
  public byte[] listenParams() {
    var params = JsonObject.empty();
    writeTo(params.open(NOTIFICATIONS));
    return params.json();
  }

  /** {@return the acknowledgement of a subscription of which this is honoured} */
  public byte[] acknowledgement(RequestId listen) {
    var params = JsonObject.empty();
    writeTo(params.open(NOTIFICATIONS));
    params.open(Meta.KEY).set(Meta.SUBSCRIPTION_ID, listen.json());
    return Messages.notification("notifications/subscriptions/acknowledged", params.json());
  }

  private void writeTo(JsonObject filter) {
    flag(filter, TOOLS, tools);
    flag(filter, PROMPTS, prompts);
    flag(filter, RESOURCES, resources);
    strings(filter, URIS, uris);
    strings(filter, TASK_IDS, taskIds);
  }

  private static void flag(JsonObject filter, String key, boolean wanted) {
    if (wanted) {
      filter.set(key, TRUE);
    }
  }

  private static void strings(JsonObject filter, String key, Set<String> wanted) {
    if (!wanted.isEmpty()) {
      filter.set(key, JsonArray.of(wanted.stream().map(JsonString::encode).toList()));
    }
  }
}
