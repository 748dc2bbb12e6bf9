package dev.belay.gateway.catalog;

import dev.belay.core.name.Nearest;
import dev.belay.gateway.upstream.Disclosure;
import java.util.List;

/** Says of a name that nobody has what else it could be, and who could not be asked. */
record Unknown(Roster roster, CatalogConversation client) {
  private static final int MOST = 3;

  String text(ListKind kind, String name) {
    var what = kind == ListKind.TOOLS ? "tool" : "prompt";
    var near = nearest(kind, name);
    var text = "Unknown " + what + ": " + name + ".";
    if (!near.isEmpty()) {
      text += " Did you mean " + String.join(" or ", near) + "?";
    }
    return text + missing();
  }

  /** What somebody may not call is not hinted at either. */
  private boolean isSeen(Roster.Target target) {
    return client
        .catalog()
        .screen()
        .permits(client.link().principal(), target.member(), target.name());
  }

  private List<String> nearest(ListKind kind, String name) {
    var known = roster.visible(kind, target -> kind != ListKind.TOOLS || isSeen(target));
    // The usual slip is a server's own name of the tool, without the server.
    var whole = known.stream().filter(full -> full.endsWith("__" + name)).limit(MOST).toList();
    return whole.isEmpty() ? Nearest.several(name, known, MOST) : whole;
  }

  /** {@return a sentence for each server that may have it and cannot be asked; empty for none} */
  String missing() {
    var text = new StringBuilder();
    for (var member : roster.members()) {
      var trouble = Disclosure.firstLine(member.trouble());
      if (trouble != null) {
        text.append(" The server \"").append(member.name()).append("\" is unavailable: ");
        text.append(trouble);
      }
    }
    return text.toString();
  }
}
