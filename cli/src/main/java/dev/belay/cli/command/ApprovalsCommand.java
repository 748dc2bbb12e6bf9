package dev.belay.cli.command;

import dev.belay.cli.display.Wrapped;
import dev.belay.cli.remote.ApprovalRow;
import dev.belay.cli.remote.ApprovalRuleRow;
import dev.belay.cli.remote.CallRow;
import dev.belay.cli.remote.GatewayApprovals;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.cli.watch.Deciding;
import dev.belay.core.approval.Decision;
import dev.belay.core.name.Nearest;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay approvals}: lists the calls that wait for a person's decision, and decides. */
final class ApprovalsCommand implements Subcommand {
  private static final String ALL = "--all";
  private static final String JSON = "--json";
  private static final String QUIET = "--quiet";
  private static final String WATCH = "--watch";
  private static final String INTERACTIVE = "--interactive";
  private static final String SCOPE = "--scope";
  private static final String REASON = "--reason";
  private static final String FOR = "--for";
  private static final Pattern TIME = Pattern.compile("([0-9]{1,7})([smhd]?)");

  /** The actions, each with the options that are for it alone. */
  private static final Map<String, List<String>> ACTIONS =
      Map.of(
          "list", List.of(ALL, QUIET, WATCH, INTERACTIVE),
          "show", List.of(),
          "approve", List.of(SCOPE, FOR, REASON),
          "deny", List.of(SCOPE, FOR, REASON),
          "rules", List.of(WATCH),
          "revoke", List.of());

  private static final List<String> NAMES =
      List.of("list", "show", "approve", "deny", "rules", "revoke");
  private static final List<String> OF_ONE = List.of("show", "approve", "deny", "revoke");

  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("approvals");
    spec.usageMessage()
        .parameterListHeading("")
        .customSynopsis(
            "belay approvals [list] [--all] [--json | --quiet] [--watch] [--url URL]",
            "belay approvals -i [--url URL]",
            "belay approvals show ID [--json] [--url URL]",
            "belay approvals approve ID [--scope once|same|tool] [--for TIME] [--reason TEXT]"
                + " [--json]",
            "belay approvals deny ID [--scope once|same] [--for TIME] [--reason TEXT] [--json]",
            "belay approvals rules [--json] [--watch] | revoke RULE [--json]")
        .description(
            "",
            "Calls of tools with approval: ask wait on a running belay serve until a person"
                + " decides,",
            "or their time is over. list shows those that wait, show prints what would run,"
                + " approve",
            "and deny decide. With --scope same a decision also holds for equal calls of the"
                + " session,",
            "with tool for any of its calls of that tool; with --for beside it, in all sessions of"
                + " the",
            "principal for that time, also after a restart where jobs are stored. rules lists such",
            "decisions, revoke ends one.",
            "-i shows the calls that wait on the whole screen, rings the bell for a new one, and"
                + " decides",
            "by keys: Enter shows a call, then a allows it and d denies it.")
        .footer(
            "",
            "Exit codes: 0 ok, 1 an error, no such call or too late, 2 usage.",
            "",
            "Examples:",
            "  belay approvals -i",
            "  belay approvals --watch",
            "  belay approvals show 3f9a1c07",
            "  belay approvals approve 3f9a1c07",
            "  belay approvals approve 3f9a1c07 --scope tool --for 8h",
            "  belay approvals deny 3f9a1c07 --reason 'wrong folder'",
            "  belay approvals rules");
    GatewayOptions.takeWords(spec, NAMES);
    spec.addOption(
        OptionSpec.builder("-a", ALL)
            .type(boolean.class)
            .description("with list: those that are over too")
            .build());
    spec.addOption(
        ServerSpec.text(SCOPE, "SCOPE", "what else it holds for: once, same or tool").build());
    spec.addOption(
        ServerSpec.text(
                FOR, "TIME", "with --scope same or tool: how long it holds, such as 30m, 8h or 7d")
            .build());
    spec.addOption(ServerSpec.text(REASON, "TEXT", "what the model and the log are told").build());
    spec.addOption(ServerSpec.flag(JSON, "print what the API says"));
    spec.addOption(
        OptionSpec.builder("-q", QUIET)
            .type(boolean.class)
            .description("with list: print the ids alone")
            .build());
    spec.addOption(GatewayOptions.watch());
    spec.addOption(
        OptionSpec.builder("-i", INTERACTIVE)
            .type(boolean.class)
            .description("decide on the whole screen of the terminal")
            .build());
    return GatewayOptions.finish(spec);
  }

  @Override
  public ExitCode run(ParseResult said, List<String> server, Shell shell)
      throws UsageException, IOException, InterruptedException {
    List<String> words = said.matchedPositionalValue(0, List.of());
    var action = words.isEmpty() ? "list" : words.getFirst();
    check(said, words, action);
    boolean asJson = said.hasMatchedOption(JSON);
    if (said.hasMatchedOption(INTERACTIVE)) {
      return decide(said, shell);
    }
    if (action.equals("list")) {
      return PsCommand.show(said, shell, gateway -> listed(new GatewayApprovals(gateway), said));
    }
    if (action.equals("rules")) {
      return PsCommand.show(
          said, shell, gateway -> ruled(new GatewayApprovals(gateway).rules(), asJson));
    }
    try (var gateway = GatewayOptions.gateway(said, shell)) {
      var one = new OneApproval(new GatewayApprovals(gateway), asJson, shell);
      return action.equals("revoke")
          ? one.revoke(words.get(1))
          : one.run(
              action,
              words.get(1),
              said.matchedOptionValue(SCOPE, "once"),
              holds(said),
              said.matchedOptionValue(REASON, ""));
    } catch (GatewayTrouble e) {
      shell.say("belay: " + e.text());
      return ExitCode.ERROR;
    }
  }

  private static ExitCode decide(ParseResult said, Shell shell)
      throws UsageException, IOException, InterruptedException {
    try (var gateway = GatewayOptions.gateway(said, shell)) {
      // Asked before the screen is taken, so that a wrong address or token is reported where it
      // stays.
      var _ = new GatewayApprovals(gateway).list(/* isOver= */ false);
      boolean isTerminal =
          shell.inIsTerminal().getAsBoolean() && shell.outIsTerminal().getAsBoolean();
      if (!isTerminal || !Deciding.run(gateway, shell.onStop(), shell::say)) {
        shell.say(
            "belay: approvals -i needs a terminal. Without one: belay approvals --watch lists, and"
                + " belay approvals show, approve and deny decide");
        return ExitCode.ERROR;
      }
      return ExitCode.OK;
    } catch (GatewayTrouble e) {
      shell.say("belay: " + e.text());
      return ExitCode.ERROR;
    }
  }

  private static void check(ParseResult said, List<String> words, String action)
      throws UsageException {
    var own = ACTIONS.get(action);
    if (own == null) {
      var nearest = Nearest.to(action, NAMES);
      throw new UsageException(
          "expected "
              + String.join(", ", NAMES)
              + ", found '"
              + action
              + "'"
              + (nearest == null ? "" : "; did you mean " + nearest + "?"));
    }
    boolean isOfOne = OF_ONE.contains(action);
    if (isOfOne && words.size() < 2) {
      throw new UsageException(
          action.equals("revoke")
              ? "RULE is missing: one listed by belay approvals rules"
              : "ID is missing: one listed by belay approvals, or enough of its first digits");
    }
    int most = isOfOne ? 2 : 1;
    if (words.size() > most) {
      throw new UsageException("too many words, from '" + words.get(most) + "' on");
    }
    for (var option : List.of(ALL, QUIET, WATCH, INTERACTIVE, SCOPE, FOR, REASON)) {
      if (said.hasMatchedOption(option) && !own.contains(option)) {
        throw new UsageException(option + " is not for belay approvals " + action);
      }
    }
    for (var option : List.of(ALL, JSON, QUIET, WATCH)) {
      if (said.hasMatchedOption(option) && said.hasMatchedOption(INTERACTIVE)) {
        throw new UsageException(option + " and " + INTERACTIVE + " exclude each other");
      }
    }
    String scope = said.matchedOptionValue(SCOPE, "once");
    var scopes = action.equals("deny") ? List.of("once", "same") : List.of("once", "same", "tool");
    if (!scopes.contains(scope)) {
      throw new UsageException(
          "option --scope: expected " + String.join(" or ", scopes) + ", found '" + scope + "'");
    }
    if (holds(said) != null && scope.equals("once")) {
      throw new UsageException(
          "--for needs --scope same"
              + (action.equals("deny") ? "" : " or tool")
              + ": a decision with the scope once ends with its call");
    }
  }

  /** {@return how long the decision holds; null where that is not said} */
  private static @Nullable Duration holds(ParseResult said) throws UsageException {
    String text = said.matchedOptionValue(FOR, null);
    if (text == null) {
      return null;
    }
    var form = TIME.matcher(text);
    if (form.matches()) {
      long number = Long.parseLong(form.group(1));
      var time =
          switch (form.group(2)) {
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            case "d" -> Duration.ofDays(number);
            default -> Duration.ofSeconds(number);
          };
      if (time.isPositive() && time.compareTo(Decision.LONGEST) <= 0) {
        return time;
      }
    }
    throw new UsageException(
        "option --for: expected a time such as 30m, 8h or 7d, of "
            + Decision.LONGEST.toDays()
            + " days at most, found '"
            + text
            + "'");
  }

  private static String listed(GatewayApprovals approvals, ParseResult said)
      throws GatewayTrouble, InterruptedException {
    var open = approvals.list(/* isOver= */ false);
    if (said.hasMatchedOption(JSON) && !said.hasMatchedOption(ALL)) {
      return new String(open, StandardCharsets.UTF_8) + "\n";
    }
    var rows = new ArrayList<>(ApprovalRow.list(open));
    if (said.hasMatchedOption(ALL)) {
      var over = approvals.list(/* isOver= */ true);
      if (said.hasMatchedOption(JSON)) {
        return new String(ApprovalRow.joined(open, over), StandardCharsets.UTF_8) + "\n";
      }
      rows.addAll(ApprovalRow.list(over).reversed());
    }
    if (said.hasMatchedOption(QUIET)) {
      var ids = new StringBuilder();
      rows.forEach(row -> ids.append(row.id()).append('\n'));
      return ids.toString();
    }
    var now = Time.system().wall();
    var table = new Table();
    table.row(ApprovalRow.heading().toArray(String[]::new));
    rows.forEach(row -> table.row(row.cells(now).toArray(String[]::new)));
    return table.text();
  }

  private static String ruled(byte[] answer, boolean asJson) {
    if (asJson) {
      return new String(answer, StandardCharsets.UTF_8) + "\n";
    }
    var table = new Table();
    table.row(ApprovalRuleRow.heading().toArray(String[]::new));
    ApprovalRuleRow.list(answer).forEach(row -> table.row(row.cells().toArray(String[]::new)));
    return table.text();
  }

  /** What is done with one approval or rule. */
  private record OneApproval(GatewayApprovals approvals, boolean asJson, Shell shell) {
    ExitCode run(String action, String word, String scope, @Nullable Duration holds, String reason)
        throws GatewayTrouble, IOException, InterruptedException {
      var meant = approvals.meant(word);
      if (meant.size() > 1) {
        shell.say(
            "belay: " + CallRow.line(word) + " means " + meant.size() + " calls; give more digits");
        return ExitCode.ERROR;
      }
      var id = meant.isEmpty() ? null : meant.getFirst();
      var answer =
          id == null
              ? null
              : action.equals("show")
                  ? approvals.find(id)
                  : approvals.decide(id, action, scope, holds, reason);
      if (id == null || answer == null) {
        shell.say("belay: no call " + CallRow.line(word) + " waits. See: belay approvals --all");
        return ExitCode.ERROR;
      }
      if (asJson) {
        shell.print(new String(answer, StandardCharsets.UTF_8) + "\n");
        return ExitCode.OK;
      }
      var row = ApprovalRow.of(answer);
      if (action.equals("show")) {
        var page = row.page(Time.system().wall());
        shell.print(shell.outIsTerminal().getAsBoolean() ? Wrapped.on(shell, page) : page);
      } else {
        var until = row.heldUntil();
        shell.say(
            CallRow.line(id)
                + " "
                + row.state()
                + next(row)
                + (until == null ? "" : ", and calls like it until " + until));
        var warning = row.warning();
        if (warning != null) {
          shell.say("belay: " + warning);
        }
      }
      return ExitCode.OK;
    }

    private static String next(ApprovalRow row) {
      return switch (row.state()) {
        case "open" -> ": another person must allow it too";
        case "granted late" -> ": the next equal call within ten minutes runs";
        default -> "";
      };
    }

    ExitCode revoke(String rule) throws GatewayTrouble, IOException, InterruptedException {
      var answer = approvals.revoke(rule);
      if (answer == null) {
        shell.say("belay: no rule " + CallRow.line(rule) + ". See: belay approvals rules");
        return ExitCode.ERROR;
      }
      if (asJson) {
        shell.print(new String(answer, StandardCharsets.UTF_8) + "\n");
      } else {
        shell.say("rule " + CallRow.line(rule) + " revoked");
      }
      return ExitCode.OK;
    }
  }
}
