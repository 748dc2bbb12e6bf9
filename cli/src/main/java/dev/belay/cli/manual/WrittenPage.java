package dev.belay.cli.manual;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Reads a help page that is written by hand, for a start without a library, as the model that the
 * library has of all other commands: the page stays the one place where its options stand.
 *
 * @param synopsis the words after {@code Usage:}
 * @param description the lines between those and the first list
 * @param commands the commands that it lists, with what they are for
 * @param options the options that it lists
 * @param footer all lines behind the options
 */
record WrittenPage(
    String synopsis,
    List<String> description,
    Map<String, String> commands,
    List<OptionSpec> options,
    List<String> footer) {
  private static final Pattern OPTION =
      Pattern.compile(" +(?:(-\\w), )?(--[a-z-]+)(?:=(\\S+))? {2,}(\\S.*)");
  private static final Pattern COMMAND = Pattern.compile("  ([a-z]+) +(\\S.*)");

  static WrittenPage of(String page) {
    var synopsis = "";
    var description = new ArrayList<String>();
    var commands = new LinkedHashMap<String, String>();
    var options = new ArrayList<OptionSpec>();
    var footer = new ArrayList<String>();
    for (var paragraph : page.strip().split("\n\n", -1)) {
      var lines = paragraph.lines().toList();
      var head = lines.getFirst();
      if (head.startsWith("Usage: ")) {
        synopsis = head.substring("Usage: ".length());
      } else if (head.startsWith("Commands:")) {
        for (var line : lines) {
          var command = COMMAND.matcher(line);
          if (command.matches()) {
            commands.put(command.group(1), command.group(2));
          }
        }
      } else if (head.startsWith("Options")) {
        options.addAll(options(lines));
      } else {
        var last = options.isEmpty() ? description : footer;
        last.add("");
        last.addAll(lines);
      }
    }
    return new WrittenPage(synopsis, description, commands, options, footer);
  }

  private static List<OptionSpec> options(List<String> lines) {
    var options = new ArrayList<OptionSpec>();
    OptionSpec.@Nullable Builder last = null;
    var about = "";
    for (var line : lines) {
      var option = OPTION.matcher(line);
      if (option.matches()) {
        if (last != null) {
          options.add(last.description(about).build());
        }
        last = option(option.group(1), option.group(2), option.group(3));
        about = option.group(4).replace("%", "%%");
      } else if (last != null) {
        about += "; " + line.strip();
      }
    }
    if (last != null) {
      options.add(last.description(about).build());
    }
    return options;
  }

  private static OptionSpec.Builder option(
      @Nullable String letter, String name, @Nullable String label) {
    var option = letter == null ? OptionSpec.builder(name) : OptionSpec.builder(letter, name);
    return label == null ? option.type(boolean.class) : option.type(String.class).paramLabel(label);
  }

  /** {@return the model of the command that the page is of} */
  CommandSpec spec(String name) {
    var spec = CommandSpec.create().name(name);
    spec.usageMessage()
        .customSynopsis(synopsis)
        .description(description.toArray(String[]::new))
        .footer(footer.toArray(String[]::new));
    options.forEach(spec::addOption);
    return spec;
  }
}
