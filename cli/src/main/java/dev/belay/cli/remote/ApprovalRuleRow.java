package dev.belay.cli.remote;

import java.util.List;

/** A decision of a gateway that holds for further calls, for people. */
public record ApprovalRuleRow(JsonFields rule) {
  private static final int SHORT = 12;

  /** {@return those in the answer of {@code GET /api/approvals/rules}} */
  public static List<ApprovalRuleRow> list(byte[] answer) {
    return JsonFields.of(answer).list("rules").stream().map(ApprovalRuleRow::new).toList();
  }

  /** {@return the names of the columns} */
  public static List<String> heading() {
    return List.of(
        "RULE",
        "VERDICT",
        "SERVER",
        "TOOL",
        "ARGUMENTS",
        "PRINCIPAL",
        "SESSION",
        "USED",
        "BY",
        "UNTIL",
        "KEPT");
  }

  /** {@return the cells, each on one line} */
  public List<String> cells() {
    var digest = rule.find("arguments_sha256");
    var session = rule.find("session");
    return List.of(
        rule.line("id"),
        rule.line("verdict"),
        rule.line("server"),
        rule.line("tool"),
        digest == null
            ? "any"
            : CallRow.line(digest.substring(0, Math.min(SHORT, digest.length()))),
        rule.line("principal"),
        session == null
            ? "any"
            : CallRow.line(session.substring(0, Math.min(SHORT, session.length()))),
        Long.toString(rule.count("used")),
        rule.line("by"),
        rule.line("until"),
        rule.is("kept") ? "yes" : "no");
  }
}
