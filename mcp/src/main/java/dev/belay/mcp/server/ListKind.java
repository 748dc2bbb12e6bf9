package dev.belay.mcp.server;

/** What a server lists. */
enum ListKind {
  TOOLS("tools/list", "tools", "name"),
  PROMPTS("prompts/list", "prompts", "name"),
  RESOURCES("resources/list", "resources", "uri"),
  TEMPLATES("resources/templates/list", "resourceTemplates", "uriTemplate");

  private final String method;
  private final String resultKey;
  private final String nameKey;

  ListKind(String method, String resultKey, String nameKey) {
    this.method = method;
    this.resultKey = resultKey;
    this.nameKey = nameKey;
  }

  /** {@return the method that lists them} */
  String method() {
    return method;
  }

  /** {@return the member of the result that holds them} */
  String resultKey() {
    return resultKey;
  }

  /** {@return the member of a definition that no other of its kind shares} */
  String nameKey() {
    return nameKey;
  }
}
