package dev.belay.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A call that waits, as people read it")
final class ApprovalRowTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static ApprovalRow row(String more) {
    var json =
        "{'id':'n-aabbccdd','state':'open','server':'files','tool':'write','principal':'eve',"
            + "'reason':'it writes','expires_at':'2026-01-01T00:01:30Z','shown':'{}'"
            + more
            + "}";
    return ApprovalRow.of(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  @Test
  @DisplayName("Where two must allow it, the list and the page have how many have, and who")
  void votes() {
    var none = row(",'approvers':2,'allowed_by':[]");
    assertThat(none.cells(NOW)).endsWith("0 of 2 have allowed · it writes");
    var one = row(",'approvers':2,'allowed_by':['a\\u001b[2Jnn']");
    assertThat(one.cells(NOW).getLast())
        .startsWith("1 of 2 have allowed: a")
        .endsWith("nn · it writes")
        .doesNotContain("\u001b");
    assertThat(one.page(NOW)).contains("approvers   1 of 2 have allowed: a");
    var alone = row(",'approvers':1,'allowed_by':[]");
    assertThat(alone.cells(NOW)).endsWith("it writes");
    assertThat(alone.page(NOW)).doesNotContain("approvers");
  }

  @Test
  @DisplayName("What differs stands above the arguments, a line each, and no text moves the cursor")
  void difference() {
    var earlier =
        ",'difference':{'call':'n-11223344','allowed_at':'2026-01-01T00:00:00Z',"
            + "'allowed_by':['ann','bob'],";
    var page =
        row(earlier
                + "'result':'different','changes':["
                + "{'pointer':'/a','old':'1','new':'2\\u001b[2J\\nargum'},"
                + "{'pointer':'/b','old':'1','new':null},"
                + "{'pointer':'/c','old':null,'new':'3'}],'more':7}")
            .page(NOW);
    assertThat(page)
        .contains(
            "compared    Differs from the call 11223344, which ann, bob allowed at"
                + " 2026-01-01T00:00:00Z:\n  changed /a\n    was 1\n    is  2",
            "  removed /b\n    was 1\n  added /c\n    is  3\n  and 7 more\narguments\n")
        .doesNotContain("\u001b", "\nargum\n");
    assertThat(row(earlier + "'result':'equal','changes':[],'more':0}").page(NOW))
        .contains("compared    Equal to the call 11223344, which ann, bob allowed at ");
    assertThat(row(earlier + "'result':'too_long','changes':[],'more':0}").page(NOW))
        .contains("and is too long to say in what.");
    assertThat(row(",'difference':{'result':'no_earlier'}").page(NOW))
        .contains("compared    No earlier yes to a call of the tool is known.");
    assertThat(row("").page(NOW)).doesNotContain("compared");
  }
}
