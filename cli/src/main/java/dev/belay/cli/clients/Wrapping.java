package dev.belay.cli.clients;

import dev.belay.cli.clients.Node.Items;
import dev.belay.cli.clients.Node.Member;
import dev.belay.cli.clients.Node.Members;
import dev.belay.cli.clients.Node.Text;
import java.util.Objects;

/** Puts {@code belay wrap --} before the command of a server, in the style of its file. */
record Wrapping(ClientConfig config, Splices splices) {
  void put(ServerEntry entry, String belay) {
    var body = Objects.requireNonNull(entry.body());
    var command = Objects.requireNonNull(body.member("command"));
    // As it is written, whatever its notation.
    var program = config.text().substring(command.value().start(), command.value().end());
    var text = command.value() instanceof Text each ? each.value() : program;
    var shown = LiteralSecrets.shown(text).equals(text) ? program : "\"(hidden)\"";
    splices.replace(command.value().start(), command.value().end(), KnownClient.quoted(belay));
    if (body.value("args") instanceof Items args) {
      before(args, program, shown);
    } else {
      var args = "args" + (config.client().isToml() ? " = " : "\": ");
      add(body, command, args + words(program, " ") + "]", args + words(shown, " ") + "]");
    }
  }

  private static String words(String program, String between) {
    return "[\"wrap\"," + between + "\"--\"," + between + program;
  }

  private void before(Items args, String program, String shown) {
    if (args.all().isEmpty()) {
      splices.insert(
          args.start() + 1, words(program, " ").substring(1), words(shown, " ").substring(1));
      return;
    }
    int first = args.all().getFirst().start();
    var gap = config.text().substring(args.start() + 1, first);
    int line = gap.lastIndexOf('\n');
    // A comment before the first one stays where it is.
    var indent = gap.substring(line + 1);
    var between =
        line < 0 ? " " : indent.isBlank() ? config.lineBreak() + indent : config.lineBreak();
    splices.insert(
        first,
        words(program, between).substring(1) + "," + between,
        words(shown, between).substring(1) + "," + between);
  }

  /** Adds a member behind the command. */
  private void add(Members body, Member command, String member, String shown) {
    var text = config.text();
    int end = command.value().end();
    int line = text.lastIndexOf('\n', command.start()) + 1;
    var indent = text.substring(line, command.start());
    if (!body.inBraces()) {
      int next = text.indexOf('\n', end);
      var begin = (indent.isBlank() ? indent : "") + command.prefix();
      var lineBreak = config.lineBreak();
      if (next < 0) {
        splices.insert(text.length(), lineBreak + begin + member, lineBreak + begin + shown);
      } else {
        splices.insert(next + 1, begin + member + lineBreak, begin + shown + lineBreak);
      }
      return;
    }
    var begin =
        ","
            + (indent.isBlank() ? config.lineBreak() + indent : " ")
            + (config.client().isToml() ? "" : "\"");
    splices.insert(end, begin + member, begin + shown);
  }
}
