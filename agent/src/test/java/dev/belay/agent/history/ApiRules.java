package dev.belay.agent.history;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/**
 * Rules of both APIs for {@code messages}, taken from their references and from their answers with
 * status 400. Stricter than the originals where only some compatible servers are as strict.
 */
public final class ApiRules {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Pattern ID = Pattern.compile("[a-zA-Z0-9_-]{1,40}");
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

  private final List<String> broken = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();
  private Set<String> open = Set.of();

  private ApiRules() {}

  private void rule(boolean holds, String rule) {
    if (!holds) {
      broken.add(rule);
    }
  }

  /** {@return the violated rules of Anthropic's Messages API} */
  public static List<String> anthropic(ArrayNode messages) {
    var rules = new ApiRules();
    rules.rule(isUnicode(messages), "the request is not valid JSON: no low surrogate in string");
    var before = "assistant";
    for (var message : messages) {
      var role = message.path("role").asString();
      rules.rule(!role.equals(before), "roles must alternate, and the first is user");
      rules.rule(message.path("content").isArray(), "content is a list of blocks");
      rules.rule(!message.path("content").isEmpty(), "messages must have non-empty content");
      if (role.equals("user")) {
        rules.anthropicUser(message.path("content"));
      } else {
        rules.rule(role.equals("assistant"), "role is user or assistant");
        rules.anthropicAssistant(message.path("content"));
      }
      before = role;
    }
    rules.rule(rules.open.isEmpty(), "each tool_use must have a tool_result in the next message");
    return rules.broken;
  }

  private void anthropicUser(JsonNode content) {
    var unanswered = new LinkedHashSet<>(open);
    open = Set.of();
    boolean isText = false;
    for (var block : content) {
      if (block.path("type").asString().equals("tool_result")) {
        rule(!isText, "tool_result blocks come first");
        var id = block.path("tool_use_id").asString();
        rule(unanswered.remove(id), "unexpected or second tool_result: " + id);
        boolean isError = block.path("is_error").asBoolean(false);
        rule(
            !block.has("content") || !block.path("content").asString().isBlank(),
            "content has words");
        rule(!isError || block.has("content"), "content cannot be empty if is_error is true");
      } else {
        isText = true;
        text(block);
      }
    }
    rule(unanswered.isEmpty(), "tool_use ids without tool_result immediately after: " + unanswered);
  }

  private void anthropicAssistant(JsonNode content) {
    rule(open.isEmpty(), "tool_use ids were found without tool_result blocks immediately after");
    open = new LinkedHashSet<>();
    for (var block : content) {
      if (block.path("type").asString().equals("tool_use")) {
        use(block.path("id"), block.path("name"));
        rule(block.path("input").isObject(), "tool_use.input is a valid dictionary");
      } else {
        text(block);
      }
    }
  }

  private void use(JsonNode id, JsonNode name) {
    rule(id.isString() && ID.matcher(id.asString()).matches(), "id matches " + ID + ": " + id);
    rule(name.isString() && NAME.matcher(name.asString()).matches(), "name matches " + NAME);
    rule(ids.add(id.asString()), "tool_use ids must be unique: " + id);
    open.add(id.asString());
  }

  private void text(JsonNode block) {
    rule(block.path("type").asString().equals("text"), "type is text");
    rule(block.path("text").isString(), "text is a string");
    rule(!block.path("text").asString().isBlank(), "text content blocks must be non-empty");
  }

  /** {@return the violated rules of OpenAI's Chat Completions API} */
  public static List<String> openAi(ArrayNode messages) {
    var rules = new ApiRules();
    rules.rule(isUnicode(messages), "the request is UTF-8");
    var before = "";
    for (var message : messages) {
      var role = message.path("role").asString();
      if (role.equals("tool")) {
        var id = message.path("tool_call_id").asString();
        rules.rule(
            rules.open.remove(id), "a tool message responds to a preceding tool_call: " + id);
        rules.rule(message.path("content").isString(), "content of a tool message is a string");
      } else {
        rules.rule(
            rules.open.isEmpty(), "tool_calls must be followed by tool messages: " + rules.open);
        rules.openAiContent(message, role);
        rules.rule(!role.equals(before), "roles alternate, for templates that demand it");
        rules.rule(
            !role.equals("assistant") || !Set.of("", "system").contains(before),
            "begins with user");
      }
      before = role;
    }
    rules.rule(rules.open.isEmpty(), "tool_calls must be followed by tool messages");
    return rules.broken;
  }

  private void openAiContent(JsonNode message, String role) {
    rule(Set.of("system", "user", "assistant").contains(role), "role is known");
    var content = message.path("content");
    boolean isCalling = message.has("tool_calls");
    rule(!content.isNull() || isCalling, "content is null only beside tool_calls");
    if (content.isString()) {
      rule(!content.asString().isBlank(), "content has words");
    } else if (!content.isNull()) {
      rule(content.isArray() && !content.isEmpty(), "content is a string, or parts");
      content.forEach(this::text);
    }
    open = new LinkedHashSet<>();
    rule(!isCalling || !message.path("tool_calls").isEmpty(), "tool_calls is not empty");
    for (var call : message.path("tool_calls")) {
      rule(call.path("type").asString().equals("function"), "type is function");
      use(call.path("id"), call.path("function").path("name"));
      rule(isObject(call.path("function").path("arguments")), "arguments is a JSON object");
    }
  }

  private static boolean isObject(JsonNode arguments) {
    try {
      return arguments.isString() && JSON.readTree(arguments.asString()).isObject();
    } catch (JacksonException _) {
      return false;
    }
  }

  private static boolean isUnicode(ArrayNode messages) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(messages.toString());
  }
}
