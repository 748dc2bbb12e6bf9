package elicitation;

import dev.belay.testkit.tool.TestTools;
import dev.belay.testkit.tool.ToolTester;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whatever a person may do when asked. */
@TestTools(Restaurant.class)
class RestaurantTest {
  private static final Map<String, ?> ON_CHRISTMAS = Map.of("day", "2026-12-24");

  @Test
  @DisplayName("The person fills in the form: the table is reserved")
  void accepted(ToolTester tester) {
    tester.client().accepts(Map.of("name", "Anna", "seating", "LATE"));
    tester
        .call("reserve_table", ON_CHRISTMAS)
        .asked("elicitation/create")
        .succeeded()
        .said("Reserved for Anna on 2026-12-24, LATE.");
  }

  @Test
  @DisplayName("The person says no: nothing is reserved, and that is no error")
  void declined(ToolTester tester) {
    tester.client().declines();
    tester
        .call("reserve_table", ON_CHRISTMAS)
        .succeeded()
        .said("Nothing is reserved: the person does not want a table.");
  }

  @Test
  @DisplayName("The person closes the form: nothing is reserved, and the model is not to insist")
  void dismissed(ToolTester tester) {
    tester.client().dismisses();
    tester
        .call("reserve_table", ON_CHRISTMAS)
        .succeeded()
        .mentioned("went away")
        .mentioned("Do not ask at once again");
  }

  @Test
  @DisplayName("The person thinks it over for twenty minutes: that is no silence")
  void takesTime(ToolTester tester) {
    tester
        .client()
        .accepts(Map.of("name", "Anna", "seating", "EARLY"))
        .takes(Duration.ofMinutes(20));
    tester.call("reserve_table", ON_CHRISTMAS).succeeded().lasted(Duration.ofMinutes(20));
  }

  @Test
  @DisplayName("A form that is not filled in as it was asked for is refused")
  void incomplete(ToolTester tester) {
    tester.client().accepts(Map.of("name", "Anna"));
    tester.call("reserve_table", ON_CHRISTMAS).failed().mentioned("seating");
  }

  @Test
  @DisplayName("Nobody can be asked: the model is told what to find out, and how to go on")
  void nobodyToAsk(ToolTester tester) {
    tester.call("reserve_table", ON_CHRISTMAS).succeeded().asked().mentioned("call this again");
    tester
        .call(
            "reserve_table",
            Map.of("day", "2026-12-24", "guest", Map.of("name", "Anna", "seating", "EARLY")))
        .asked()
        .said("Reserved for Anna on 2026-12-24, EARLY.");
  }
}
