package dev.belay.cli.remote;

import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A call that waits for a person's decision, as the gateway reports it, for people. */
public record ApprovalRow(JsonFields approval) {
  /** {@return those in the answer of {@code GET /api/approvals}} */
  public static List<ApprovalRow> list(byte[] answer) {
    return JsonFields.of(answer).list("approvals").stream().map(ApprovalRow::new).toList();
  }

  /** {@return two answers of {@code GET /api/approvals} as one} */
  public static byte[] joined(byte[] first, byte[] second) {
    var all = new ArrayList<byte[]>();
    for (var answer : List.of(first, second)) {
      var items = JsonFields.of(answer).items("approvals");
      if (items != null) {
        all.addAll(items);
      }
    }
    return JsonObject.empty().set("approvals", JsonArray.of(all)).json();
  }

  /** {@return the one in the answer of {@code GET /api/approvals/ID}} */
  public static ApprovalRow of(byte[] answer) {
    return new ApprovalRow(JsonFields.of(answer));
  }

  /** {@return the whole id} */
  public String id() {
    return approval.text("id");
  }

  /** {@return the first digits of the id} */
  public String brief() {
    return RemoteCall.brief(id());
  }

  /** {@return whether it waits} */
  public boolean isOpen() {
    return approval.text("state").equals("open");
  }

  /** {@return how it stands} */
  public String state() {
    return approval.line("state").replace('_', ' ');
  }

  /** {@return until when the decision holds for further calls; null where none holds for a time} */
  public @Nullable String heldUntil() {
    return approval.has("rule") ? approval.in("rule").line("until") : null;
  }

  /** {@return what the one who decided is to be warned of; null if nothing is} */
  public @Nullable String warning() {
    return approval.find("warning") == null ? null : approval.line("warning");
  }

  /** {@return whether the call runs, or the next one like it} */
  public boolean isAllowed() {
    return state().equals("allowed") || state().equals("granted late");
  }

  /** {@return the names of the columns} */
  public static List<String> heading() {
    return List.of("ID", "SERVER", "TOOL", "PRINCIPAL", "STATE", "LEFT", "REASON");
  }

  /** {@return the cells, each on one line, whatever text a server wrote} */
  public List<String> cells(Instant now) {
    return List.of(
        CallRow.line(brief()),
        approval.line("server"),
        approval.line("tool"),
        approval.line("principal"),
        state(),
        isOpen() ? left(now) : "-",
        Stream.of(votes(), approval.line("reason"))
            .filter(Predicate.not(String::isEmpty))
            .collect(Collectors.joining(" · ")));
  }

  /** {@return how many have allowed it, and who; empty where one person suffices} */
  public String votes() {
    long needed = approval.count("approvers");
    var votes = approval.texts("allowed_by");
    return needed < 2
        ? ""
        : votes.size()
            + " of "
            + needed
            + " have allowed"
            + (votes.isEmpty() ? "" : ": " + CallRow.line(String.join(", ", votes)));
  }

  /** {@return the time until it is refused} */
  public String left(Instant now) {
    try {
      var left = Duration.between(now, Instant.parse(approval.text("expires_at")));
      return CallRow.ColumnTime.text((double) Math.max(0, left.toSeconds()));
    } catch (DateTimeParseException _) {
      return "?";
    }
  }

  /** {@return how it stands, what a person needs to decide, and how to do so} */
  public String page(Instant now) {
    var brief = CallRow.line(brief());
    boolean canBeDecided = isOpen() && !approval.text("shown").isEmpty();
    return whole(line("state", state() + (isOpen() ? ", " + left(now) + " left" : "")))
        + (canBeDecided
            ? line("next", "belay approvals approve " + brief + ", or deny " + brief)
            : "");
  }

  /** {@return all that a person needs to decide: the whole arguments, and facts about them} */
  public String whole() {
    return whole("");
  }

  private String whole(String standing) {
    var page =
        new StringBuilder()
            .append(line("call", CallRow.line(id())))
            .append(line("server", approval.line("server")))
            .append(line("tool", approval.line("tool")))
            .append(line("principal", approval.line("principal")));
    if (!approval.line("reason").isEmpty()) {
      page.append(line("asked for", approval.line("reason")));
    }
    if (approval.is("destructive")) {
      page.append(line("claims", "The tool says of itself that it may destroy something."));
    }
    page.append(standing);
    if (!votes().isEmpty()) {
      page.append(line("approvers", votes()));
    }
    if (approval.find("over_at") != null) {
      page.append(line("over", approval.line("over_at") + decider(", by ")));
    }
    if (approval.text("shown").isEmpty()) {
      page.append(line("arguments", "SHA-256 " + approval.line("arguments_sha256")));
      return page.toString();
    }
    page.append(difference()).append("arguments\n");
    approval.text("shown").lines().forEach(each -> page.append("  ").append(each).append('\n'));
    for (var fact : facts()) {
      page.append("note        ").append(CallRow.line(fact)).append('\n');
    }
    return page.toString();
  }

  /** {@return what differs from the last call of the tool that was allowed, in lines} */
  private String difference() {
    var fields = approval.in("difference");
    var result = fields.text("result");
    if (result.isEmpty()) {
      return "";
    }
    var earlier =
        "the call "
            + CallRow.line(RemoteCall.brief(fields.text("call")))
            + ", which "
            + CallRow.line(String.join(", ", fields.texts("allowed_by")))
            + " allowed at "
            + fields.line("allowed_at");
    return switch (result) {
      case "no_earlier" -> line("compared", "No earlier yes to a call of the tool is known.");
      case "equal" -> line("compared", "Equal to " + earlier + ".");
      case "different" -> line("compared", "Differs from " + earlier + ":") + changes(fields);
      default -> line("compared", "Differs from " + earlier + ", and is too long to say in what.");
    };
  }

  private static String changes(JsonFields difference) {
    var text = new StringBuilder();
    for (var change : difference.list("changes")) {
      var old = change.find("old") == null ? null : change.line("old");
      var now = change.find("new") == null ? null : change.line("new");
      text.append(old == null ? "  added " : now == null ? "  removed " : "  changed ")
          .append(change.line("pointer"))
          .append('\n')
          .append(old == null ? "" : "    was " + old + '\n')
          .append(now == null ? "" : "    is  " + now + '\n');
    }
    long more = difference.count("more");
    return more == 0
        ? text.toString()
        : text.append("  and ").append(more).append(" more\n").toString();
  }

  private String decider(String before) {
    var by = approval.find("by") == null ? "" : before + approval.line("by");
    var via = approval.find("via") == null ? "" : " via " + approval.line("via");
    var note = approval.find("note") == null ? "" : ": " + approval.line("note");
    return by + via + note;
  }

  /** {@return how it stands and who decided, on one line} */
  public String outcome() {
    return state() + decider(" by ");
  }

  /**
   * {@return whether it is over by such a decision over HTTP}
   *
   * @param verdict {@code approve} or {@code deny}
   */
  public boolean isBy(String verdict, String reason) {
    return (verdict.equals("approve") ? isAllowed() : state().equals("denied"))
        && approval.text("via").equals("api")
        && approval.text("note").equals(reason);
  }

  private List<String> facts() {
    return approval.texts("facts");
  }

  private static String line(String name, String value) {
    return name + " ".repeat(12 - name.length()) + value + "\n";
  }
}
