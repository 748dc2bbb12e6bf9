package dev.belay.config;

import dev.belay.config.ApprovalSettings.ForClients;
import dev.belay.config.ApprovalSettings.Mode;
import dev.belay.config.ApprovalSettings.Rule;
import dev.belay.config.Settings.ApprovalRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Says in words what approvals amount to, in the order of their precedence. */
final class ApprovalRows {
  private static final String ANY = "any";

  private final Settings settings;
  private final List<ApprovalRow> rows = new ArrayList<>();

  ApprovalRows(Settings settings) {
    this.settings = settings;
  }

  /**
   * {@return the rows}
   *
   * @param tool the tool that they are about; null for all
   */
  List<ApprovalRow> rows(@Nullable String tool) {
    if (tool == null) {
      settings.tools().forEach(this::glob);
      hints();
      return List.copyOf(rows);
    }
    var said = said(tool);
    var cases = said == null ? List.<ForClients>of() : said.cases();
    cases.forEach(this::row);
    if (cases.isEmpty() || !cases.getLast().clients().equals(Glob.ANY)) {
      hints();
    }
    return List.copyOf(rows);
  }

  /** {@return what globs say of that tool, of a server of the configuration where it names one} */
  private ApprovalSettings.@Nullable OfTool said(String tool) {
    var server =
        Stream.concat(settings.servers().keySet().stream(), Stream.of(ApprovalSettings.CLIENT))
            .filter(name -> tool.startsWith(name + Glob.SEPARATOR))
            .max(Comparator.comparingInt(String::length));
    return server.isEmpty()
        ? settings.approval(tool)
        : settings.approval(
            server.get(), tool.substring(server.get().length() + Glob.SEPARATOR.length()));
  }

  /** Takes the number of people from the globs that match all that this one matches. */
  private void glob(ToolSettings rule) {
    var wider =
        settings.tools().stream()
            .filter(one -> one.equals(rule) || one.glob().namesSeen(rule.glob().pattern()))
            .toList();
    rule.approvals(Settings.approvers(wider)).forEach(this::row);
    var only = rule.approval();
    var said =
        only.approvers() == null || only.decides()
            ? null
            : settings.approval(rule.glob().pattern());
    if (said != null) {
      // Of what another glob decides, it says how many people must allow it.
      said.cases()
          .forEach(one -> {
            var key = rule.key("approvers");
            row(rule.glob().pattern(), named(one.clients()), one.rule(), origin(key));
          });
    }
  }

  private void row(ForClients said) {
    var key =
        settings.tools().stream()
            .filter(rule -> rule.glob().equals(said.tools()))
            .findFirst()
            .map(rule -> rule.approvalKey(said.clients()))
            .orElse("");
    row(said.tools().pattern(), named(said.clients()), said.rule(), origin(key));
  }

  private static String named(Glob clients) {
    return clients.equals(Glob.ANY)
        ? ANY
        : clients.pattern().isEmpty() ? "without a name" : clients.pattern();
  }

  private String origin(String key) {
    return settings.origins().of(key).toString();
  }

  /** What holds where no glob decides. */
  private void hints() {
    var approval = settings.approval();
    hint("destructive", approval.destructive(), "the tool says that it may destroy something");
    hint("unannotated", approval.unannotated(), "the tool does not say what it does");
    rows.add(
        new ApprovalRow(
            "other tools",
            ANY,
            "run, unless the tool itself asks for a person",
            Origin.DEFAULT.toString()));
  }

  private void hint(String name, Mode mode, String reason) {
    var key = ApprovalSettings.SECTION.name() + "." + name;
    row(key, ANY, new Rule(mode, reason, 1), origin(key));
  }

  private void row(String tools, String clients, Rule rule, String origin) {
    rows.add(new ApprovalRow(tools, clients, calls(rule), origin));
  }

  private static String calls(Rule rule) {
    var people = rule.approvers() == 1 ? "one person" : "two people";
    var what =
        switch (rule.mode()) {
          case ALLOW -> "run";
          case ASK -> "wait for " + people;
          case PERSON -> "wait for " + people + ", not at the client";
          case DENY -> "are refused";
        };
    if (rule.mode() == Mode.ALLOW) {
      return what;
    }
    var when =
        rule.when().isEmpty()
            ? ""
            : rule.when().stream()
                .map(ArgumentCondition::toString)
                .collect(Collectors.joining(" or ", " if ", ", else run"));
    return what + when + (rule.reason().isEmpty() ? "" : ": " + rule.reason());
  }
}
