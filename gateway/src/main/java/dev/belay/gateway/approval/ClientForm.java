package dev.belay.gateway.approval;

import dev.belay.core.approval.AllowedCall;
import dev.belay.core.approval.Approval;
import dev.belay.core.approval.Decision;
import dev.belay.core.approval.Decision.Scope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form by which the person at the client of a call decides on it (MCP §elicitation).
 *
 * <p>One choice without a default, since some clients accept forms that nobody has seen: what is no
 * choice decides nothing, and the other ways to decide stay open. Its text fits on a line, which
 * some clients make of it.
 */
final class ClientForm {
  /** What is not shown whole is not allowed by it. */
  private static final int LONGEST = 600;

  /** Nobody reads and refuses a form so fast. */
  private static final Duration READING = Duration.ofSeconds(1);

  private static final String ONCE = "allow once";
  private static final String SAME = "allow equal calls for a while";
  private static final String DENY = "deny";
  private static final String ELSEWHERE = "decide with belay approvals";

  private ClientForm() {}

  /**
   * {@return the params of the {@code elicitation/create} about a call}
   *
   * @param earlier the last call of the tool that was allowed; null if none is known
   */
  static byte[] params(Approval approval, @Nullable AllowedCall earlier) {
    var asked = approval.asked();
    var arguments = ShownArguments.visible(asked.arguments());
    boolean isWhole = arguments.length() <= LONGEST;
    var message = new StringBuilder("Belay: run ");
    message.append(ShownArguments.visible(asked.server() + "__" + asked.tool())).append("? · ");
    if (isWhole) {
      message.append(arguments);
    } else {
      message
          .append(arguments.length())
          .append(" characters of arguments: see belay approvals show ")
          .append(approval.id());
    }
    var compared = ComparedArguments.of(approval, earlier).sentence();
    if (!compared.isEmpty() && arguments.length() + compared.length() <= LONGEST) {
      message.append(" · ").append(compared);
    }
    for (var fact : ShownArguments.of(asked.arguments()).facts()) {
      message.append(" · ").append(fact);
    }
    if (!asked.reason().isEmpty()) {
      message.append(" · asked for: ").append(ShownArguments.visible(asked.reason()));
    }
    message.append(" · ").append(approval.terms().limit().toSeconds()).append(" s");
    var choices = new ArrayList<String>();
    if (isWhole) {
      choices.add(ONCE);
      if (approval.terms().approvers() == 1 && !asked.definition().isEmpty()) {
        choices.add(SAME);
      }
    }
    choices.add(DENY);
    if (!isWhole) {
      choices.add(ELSEWHERE);
    }
    var choice =
        new JsonText().text("type", "string").text("title", "Decision").texts("enum", choices);
    return new JsonText()
        .text("message", message.toString().replace('\n', ' '))
        .object(
            "requestedSchema",
            new JsonText()
                .text("type", "object")
                .object("properties", new JsonText().object("decision", choice))
                .texts("required", List.of("decision")))
        .bytes();
  }

  /**
   * {@return the decision in the client's answer; null where it is none}
   *
   * @param after how long the person had to read
   */
  static @Nullable Decision decision(byte[] result, Approval approval, Duration after) {
    var answer = JsonObject.of(result);
    var action = answer == null ? null : answer.text("action");
    if (answer == null || action == null) {
      return null;
    }
    var by = approval.call().caller().principal();
    if (action.equals("decline")) {
      return after.compareTo(READING) < 0 ? null : said(false, Scope.ONCE, by);
    }
    var content = action.equals("accept") ? answer.object("content") : null;
    var choice = content == null ? null : content.text("decision");
    boolean isWhole = ShownArguments.visible(approval.asked().arguments()).length() <= LONGEST;
    return switch (choice) {
      case ONCE -> isWhole ? said(true, Scope.ONCE, by) : null;
      case SAME -> isWhole ? said(true, Scope.SAME, by) : null;
      case DENY -> said(false, Scope.ONCE, by);
      case null -> null;
      case String _ -> null;
    };
  }

  private static Decision said(boolean isAllowed, Scope scope, String by) {
    return new Decision(isAllowed, scope, by, Decision.CLIENT, "");
  }
}
