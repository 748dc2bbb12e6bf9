package dev.belay.tools.result;

/** The published form of a result (C3). */
public enum ResultVersion {
  /** Text, and whether the tool failed: frozen, for clients of 2024-11-05 … 2025-06-18. */
  V1("tool_result.v1"),
  /** With structured content, {@code _meta}, and every kind of content. */
  V2("tool_result.v2");

  private final String dialect;

  ResultVersion(String dialect) {
    this.dialect = dialect;
  }

  /** {@return the dialect of a payload in this form} */
  public String dialect() {
    return dialect;
  }

  /**
   * {@return the path of its schema among this module's resources, the only definition of the form}
   */
  public String schemaPath() {
    return "/dev/belay/tools/result/belay.mcp." + dialect + ".schema.json";
  }
}
