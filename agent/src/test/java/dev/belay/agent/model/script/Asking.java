package dev.belay.agent.model.script;

import dev.belay.agent.history.Block;
import dev.belay.agent.history.Message;
import dev.belay.agent.model.Model;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.ModelException;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.time.HandTime;
import dev.belay.gateway.turn.OfferedTool;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A conversation with a scripted model, by hand. */
final class Asking {
  private final Model model;
  private final List<Message> messages = new ArrayList<>();
  final List<String> heard = new ArrayList<>();

  Asking(Model model) {
    this.model = model;
  }

  static Asking of(String yaml) throws ScriptException {
    return new Asking(ScriptedModel.of(yaml, new HandTime()));
  }

  Message.Assistant ask(String question) throws ModelException, InterruptedException {
    messages.add(Message.User.of(question));
    return next();
  }

  /** Answers the calls of the last message with these results. */
  Message.Assistant answer(String... results) throws ModelException, InterruptedException {
    var uses = ((Message.Assistant) messages.getLast()).toolUses();
    var blocks = new ArrayList<Block.OfUser>();
    for (var i = 0; i < results.length; i++) {
      blocks.add(
          new Block.ToolResult(uses.get(i).id(), results[i], results[i].startsWith("Error")));
    }
    messages.add(new Message.User(blocks));
    return next();
  }

  private Message.Assistant next() throws ModelException, InterruptedException {
    heard.clear();
    var said = model.ask(prompt(), heard::add, Cancellation.root());
    messages.add(said);
    return said;
  }

  Prompt prompt() {
    var tools =
        Stream.of("read_file", "search_code", "fetch_url", "monitor_sync")
            .map(name -> new OfferedTool(name, "", "{}"))
            .toList();
    return new Prompt("Be brief.", messages, tools);
  }

  static String text(Message.Assistant said) {
    return said.blocks().getFirst() instanceof Block.Text(var text) ? text : "";
  }
}
