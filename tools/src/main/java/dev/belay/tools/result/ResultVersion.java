package dev.belay.tools.result;

/** In which of the two published forms a result is written (C3). */
public enum ResultVersion {
  /** Text alone, and whether it failed: frozen, for clients of 2024-11-05 … 2025-06-18. */
  V1("tool_result.v1"),
  /** With structured content, {@code _meta}, and every kind of content. */
  V2("tool_result.v2");

  private final String dialect;

  ResultVersion(String dialect) {
    this.dialect = dialect;
  }

  /** {@return what a payload of that form is called} */
  public String dialect() {
    return dialect;
  }

  /** {@return where its schema is, among this module's resources: the one thing that defines it} */
  public String schemaPath() {
    return "/dev/belay/tools/result/belay.mcp." + dialect + ".schema.json";
  }
}
