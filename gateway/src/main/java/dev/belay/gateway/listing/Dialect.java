package dev.belay.gateway.listing;

import java.util.Set;

/**
 * Which draft of JSON Schema a schema is written in, and whether that makes a difference.
 *
 * <p>The drafts from 7 on, which MCP's default (2020-12) is one of, agree about the keywords that
 * most tools get by with. A schema of nothing else means the same with and without its {@code
 * $schema}.
 */
final class Dialect {
  private static final Set<String> AGREEING =
      Set.of(
          "json-schema.org/draft-07/schema",
          "json-schema.org/draft/2019-09/schema",
          "json-schema.org/draft/2020-12/schema");

  private Dialect() {}

  /** {@return whether that is one of the drafts that agree} */
  static boolean isAgreeing(String uri) {
    int scheme = uri.indexOf("://");
    boolean isWeb = scheme >= 0 && uri.substring(0, scheme).matches("https?");
    var rest = isWeb ? uri.substring(scheme + 3) : "";
    return AGREEING.contains(rest.endsWith("#") ? rest.substring(0, rest.length() - 1) : rest);
  }

  /**
   * {@return whether these drafts agree about a keyword; no where nobody here knows it}
   *
   * <p>Not agreed upon are the meaning of {@code format}, of what stands beside {@code $ref}, and
   * of names that only one of them knows.
   *
   * @param first the first byte of its value
   */
  static boolean isAgreedUpon(String keyword, byte first) {
    return switch (keyword) {
      case "type",
          "enum",
          "const",
          "properties",
          "required",
          "patternProperties",
          "propertyNames",
          "minProperties",
          "maxProperties",
          "minItems",
          "maxItems",
          "uniqueItems",
          "minLength",
          "maxLength",
          "pattern",
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "multipleOf",
          "additionalProperties",
          "allOf",
          "anyOf",
          "oneOf",
          "not",
          "if",
          "then",
          "else" ->
          true;
      // A list of schemas, one for each place, has another name since 2020-12.
      case "items" -> first != '[';
      default -> keyword.startsWith("x-") || Keyword.of(keyword) == Keyword.PROSE;
    };
  }
}
