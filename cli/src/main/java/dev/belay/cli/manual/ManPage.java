package dev.belay.cli.manual;

import dev.belay.cli.manual.CommandTree.Command;
import dev.belay.cli.shell.Version;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The manual as a page for man(1): all commands, then all topics.
 *
 * @param environment of which {@code SOURCE_DATE_EPOCH} is the day that the page bears
 */
record ManPage(CommandTree tree, Map<String, String> environment) {
  String roff() {
    var roff = new StringBuilder();
    roff.append(".\\\" Made by: belay help --man\n");
    roff.append(
        ".TH BELAY 1 \"%s\" \"Belay %s\" \"User Commands\"\n".formatted(day(), Version.NUMBER));
    // Examples are copied from here: no hyphen is to become another sign, no word to be cut.
    roff.append(".nh\n.ad l\n");
    section(roff, "NAME");
    roff.append("belay \\- every call of an agent's tools ends in time\n");
    section(roff, "SYNOPSIS");
    line(roff, ".B ", tree.page().synopsis());
    section(roff, "DESCRIPTION");
    paragraphs(roff, tree.page().description());
    section(roff, "COMMANDS");
    tree.firstWords().forEach((name, about) -> item(roff, bold(name), about));
    roff.append(".PP\nWithout a command:\n");
    tree.page()
        .options()
        .forEach(option -> item(roff, name(option), CompletionShell.about(option)));
    tree.commands().stream()
        .filter(command -> command.spec().usageMessage().customSynopsis().length > 0)
        .forEach(command -> command(roff, command));
    for (var topic : Topic.values()) {
      section(roff, topic.word().replace('-', ' ').toUpperCase(Locale.ROOT));
      // The heading stands there already.
      paragraphs(roff, topic.text().lines().skip(2).toList());
    }
    section(roff, "EXAMPLES");
    paragraphs(roff, tree.page().footer().stream().filter(l -> !l.equals("Examples:")).toList());
    return roff.toString();
  }

  private String day() {
    var epoch = environment.get("SOURCE_DATE_EPOCH");
    return epoch == null || !epoch.matches("\\d{1,11}")
        ? ""
        : DateTimeFormatter.ISO_LOCAL_DATE.format(
            Instant.ofEpochSecond(Long.parseLong(epoch)).atOffset(ZoneOffset.UTC));
  }

  private static void command(StringBuilder roff, Command command) {
    section(roff, ".SS belay " + command.name());
    var usage = command.spec().usageMessage();
    roff.append(".nf\n");
    for (var line : usage.customSynopsis()) {
      line(roff, ".B ", line);
    }
    roff.append(".fi\n");
    paragraphs(roff, List.of(usage.description()));
    for (var word : command.spec().positionalParameters()) {
      if (word.hidden()) {
        continue;
      }
      item(
          roff, italic(word.paramLabel()), String.join(" ", word.description()).replace("%%", "%"));
    }
    command.options().forEach(option -> item(roff, name(option), CompletionShell.about(option)));
    paragraphs(roff, List.of(usage.footer()));
  }

  private static String name(OptionSpec option) {
    var names = new ArrayList<String>();
    for (var name : option.names()) {
      names.add(bold(name));
    }
    var value =
        option.arity().max() == 0
            ? ""
            : (option.longestName().startsWith("--") ? "=" : " ") + italic(option.paramLabel());
    return String.join(", ", names) + value;
  }

  private static void section(StringBuilder roff, String title) {
    roff.append(title.startsWith(".SS ") ? title : ".SH " + title).append('\n');
  }

  private static void item(StringBuilder roff, String head, String about) {
    roff.append(".TP\n").append(head).append('\n');
    line(roff, "", about);
  }

  /** Paragraphs between empty lines; indented lines are literal. */
  private static void paragraphs(StringBuilder roff, List<String> lines) {
    boolean isLiteral = false;
    boolean isFirst = true;
    for (var line : lines) {
      boolean literal = line.startsWith("  ");
      if (literal != isLiteral) {
        roff.append(literal ? ".RS 4\n.nf\n" : ".fi\n.RE\n");
        isLiteral = literal;
      }
      if (line.isBlank()) {
        isFirst = true;
        continue;
      }
      if (isFirst && !literal) {
        roff.append(".PP\n");
      }
      isFirst = false;
      line(roff, "", literal ? line.substring(2) : line);
    }
    if (isLiteral) {
      roff.append(".fi\n.RE\n");
    }
  }

  private static void line(StringBuilder roff, String request, String text) {
    var escaped = escaped(text);
    boolean isRequest = request.isEmpty() && (escaped.startsWith(".") || escaped.startsWith("'"));
    roff.append(request)
        .append(isRequest ? "\\&" : "")
        .append(request.isEmpty() ? escaped : "\"" + escaped.replace("\"", "\\(dq") + "\"")
        .append('\n');
  }

  private static String bold(String text) {
    return "\\fB" + escaped(text) + "\\fR";
  }

  private static String italic(String text) {
    return "\\fI" + escaped(text) + "\\fR";
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\e")
        .replace("-", "\\-")
        .replace("'", "\\(aq")
        .replace("`", "\\(ga")
        .replace("~", "\\(ti")
        .replace("^", "\\(ha");
  }
}
