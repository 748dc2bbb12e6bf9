package dev.belay.testbed.conformance;

import dev.belay.mcp.server.Question;
import dev.belay.testkit.json.Json;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Questions to clients and their users. */
final class Forms {
  private Forms() {}

  /** Asks for one value of a simple type. */
  static Question ask(String key, String message, String property, String type) {
    return form(
        key,
        message,
        """
        {"type":"object","properties":{%1$s:{"type":%2$s}},"required":[%1$s]}
        """
            .formatted(Json.quote(property), Json.quote(type)));
  }

  private static Question form(String key, String message, String schema) {
    return Question.elicitation(
        key,
        Contents.utf8(
            "{\"message\":%s,\"requestedSchema\":%s}".formatted(Json.quote(message), schema)));
  }

  static Question sample(String key, String text, int maxTokens) {
    return Question.sampling(key, Contents.utf8(prompt(text, maxTokens).toString()));
  }

  /** {@return the params of {@code sampling/createMessage}} */
  static ObjectNode prompt(String text, int maxTokens) {
    return parsed(
        "{\"messages\":[{\"role\":\"user\",\"content\":%s}],\"maxTokens\":%d}"
            .formatted(Contents.text(text), maxTokens));
  }

  static ObjectNode parsed(String object) {
    return (ObjectNode) JsonMapper.shared().readTree(object);
  }

  static final String CONTACT =
      """
      {"type":"object","properties":{
        "username":{"type":"string","description":"User's response"},
        "email":{"type":"string","description":"User's email address"}},
       "required":["username","email"]}
      """;

  /** A default of each primitive type (SEP-1034). */
  static final String DEFAULTS =
      """
      {"type":"object","properties":{
        "name":{"type":"string","description":"User name","default":"John Doe"},
        "age":{"type":"integer","description":"User age","default":30},
        "score":{"type":"number","description":"User score","default":95.5},
        "status":{"type":"string","description":"User status",
          "enum":["active","inactive","pending"],"default":"active"},
        "verified":{"type":"boolean","description":"Verified or not","default":true}},
       "required":[]}
      """;

  /** Each way to write a choice (SEP-1330). */
  static final String CHOICES =
      """
      {"type":"object","properties":{
        "untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
        "titledSingle":{"type":"string","oneOf":[
          {"const":"value1","title":"First Option"},
          {"const":"value2","title":"Second Option"},
          {"const":"value3","title":"Third Option"}]},
        "legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],
          "enumNames":["Option One","Option Two","Option Three"]},
        "untitledMulti":{"type":"array","items":{
          "type":"string","enum":["option1","option2","option3"]}},
        "titledMulti":{"type":"array","items":{"anyOf":[
          {"const":"value1","title":"First Choice"},
          {"const":"value2","title":"Second Choice"},
          {"const":"value3","title":"Third Choice"}]}}},
       "required":[]}
      """;
}
