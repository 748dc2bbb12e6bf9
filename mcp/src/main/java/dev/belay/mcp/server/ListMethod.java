package dev.belay.mcp.server;

/** The kinds of lists of a server. */
enum ListMethod {
  TOOLS("tools/list", "tools", "name"),
  PROMPTS("prompts/list", "prompts", "name"),
  RESOURCES("resources/list", "resources", "uri"),
  TEMPLATES("resources/templates/list", "resourceTemplates", "uriTemplate");

  private final String method;
  private final String resultKey;
  private final String nameKey;

  ListMethod(String method, String resultKey, String nameKey) {
    this.method = method;
    this.resultKey = resultKey;
    this.nameKey = nameKey;
  }

  /** {@return the method for this list} */
  String method() {
    return method;
  }

  /** {@return the member of the result that holds the list} */
  String resultKey() {
    return resultKey;
  }

  /** {@return the member of a definition that identifies it among its kind} */
  String nameKey() {
    return nameKey;
  }
}
