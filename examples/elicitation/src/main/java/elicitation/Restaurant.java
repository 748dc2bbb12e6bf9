package elicitation;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.ClientQuestions;
import dev.belay.tools.call.Elicited;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.serve.ToolServer;
import java.time.LocalDate;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reserves tables, for guests whom the model need not know: the person is asked. */
public final class Restaurant {
  private static final JsonMapper JSON = JsonMapper.shared();

  /** What a client makes a form of: an object of plain properties, which are those of a guest. */
  private static final JsonNode FORM =
      JSON.readTree(
          """
          {
            "type": "object",
            "properties": {
              "name": { "type": "string", "title": "Name", "minLength": 1 },
              "seating": { "type": "string", "title": "Seating", "enum": ["EARLY", "LATE"] }
            },
            "required": ["name", "seating"]
          }
          """);

  /** When the kitchen cooks. */
  public enum Seating {
    EARLY,
    LATE
  }

  /** For whom a table is, and when. */
  public record Guest(String name, Seating seating) {
    public Guest {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(seating, "seating");
    }
  }

  @Tool(description = "Reserves a table.")
  public String reserveTable(
      @Arg(description = "On which day") LocalDate day,
      @Arg(description = "For whom, and when; the person is asked if this is left out")
          Optional<Guest> guest,
      ClientQuestions client)
      throws InterruptedException {
    if (guest.isPresent()) {
      return reserved(day, guest.get());
    }
    // Not every client has a person to ask, or a way to do so. Its model may have one.
    if (!client.canAnswer("elicitation")) {
      return "Nothing is reserved yet. Ask the person for a name, and whether it is to be EARLY or"
          + " LATE, then call this again with the guest.";
    }
    // However long the person takes, it is no silence: only the total limit of the call goes on.
    return switch (client.elicit("Who comes on " + day + ", and when?", FORM)) {
      // A form is filled in by others: what is missing or no seating is refused here.
      case Elicited.Accepted(var form) -> reserved(day, JSON.treeToValue(form, Guest.class));
      case Elicited.Declined _ -> "Nothing is reserved: the person does not want a table.";
      case Elicited.Dismissed _ ->
          "Nothing is reserved: the person went away without an answer. Do not ask at once again.";
    };
  }

  private static String reserved(LocalDate day, Guest guest) {
    return "Reserved for " + guest.name() + " on " + day + ", " + guest.seating() + ".";
  }

  static void main() throws InterruptedException {
    ToolServer.stdio(Tools.of(new Restaurant())).named("restaurant", "1.0.0").serve();
  }
}
