package dev.belay.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.remote.ApprovalRow;
import dev.belay.cli.watch.Desk.News;
import dev.belay.cli.watch.Desk.Wish;
import dev.belay.cli.watch.WholeScreen.Press;
import dev.belay.mcp.envelope.Controls;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("belay approvals -i: two keys decide on a call that was shown whole")
final class DecisionPageTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final long LATER = DecisionPage.READING.toNanos();

  private DecisionPage page = DecisionPage.EMPTY;
  private final List<Wish> wishes = new ArrayList<>();
  private long nanos;
  private boolean hasQuit;

  private static ApprovalRow row(String id, String tool, String principal, String more) {
    var json =
        "{\"id\":%s,\"state\":\"open\",\"server\":\"files\",\"tool\":%s,\"principal\":%s,\"reason\":\"it writes\",\"expires_at\":\"2026-01-01T00:01:30Z\",\"approvers\":1%s}"
            .formatted(Json.quote(id), Json.quote(tool), Json.quote(principal), more);
    return ApprovalRow.of(json.getBytes(StandardCharsets.UTF_8));
  }

  private static ApprovalRow row(String id) {
    return row(id, "write", "local", ",\"definition_sha256\":\"aa\"");
  }

  private void tell(News news) {
    page = page.told(news).sized(80, 24);
  }

  private void list(ApprovalRow... rows) {
    tell(new News.Listed(List.of(rows)));
  }

  private void press(Press press) {
    var step = page.pressed(press, nanos);
    page = step.page().sized(80, 24);
    hasQuit |= step.quits();
    var wish = step.wish();
    if (wish != null) {
      wishes.add(wish);
    }
  }

  private void type(String keys) {
    keys.codePoints()
        .forEach(point -> press(new Press(WholeScreen.Key.TEXT, Character.toString(point))));
  }

  private void press(WholeScreen.Key key) {
    press(new Press(key, ""));
  }

  private String screen() {
    return page.lines(80, 24, NOW).stream()
        .map(AttributedString::toString)
        .collect(Collectors.joining("\n"));
  }

  private void open(ApprovalRow row, String text) {
    list(row);
    press(WholeScreen.Key.ENTER);
    tell(new News.Opened(row, text));
  }

  @Test
  @DisplayName("Calls of one tool by one principal are a line, with their number")
  void grouped() {
    list(row("n-aa"), row("n-bb"), row("n-cc", "write", "eve", ""), row("n-dd", "rm", "local", ""));
    assertThat(screen()).containsPattern("1 +aa +files +write +local +×2 +1m30s +it writes");
    assertThat(screen()).containsPattern("2 +cc +files +write +eve +1m30s");
    assertThat(screen()).containsPattern("3 +dd +files +rm +local");
    type("3");
    assertThat(wishes).containsExactly(new Wish.Show("n-dd"));
    press(WholeScreen.Key.ESCAPE);
    press(WholeScreen.Key.UP);
    press(WholeScreen.Key.UP);
    press(WholeScreen.Key.ENTER);
    type("n");
    type("n");
    assertThat(page.note()).isEqualTo("there is no other such call");
    type("p");
    assertThat(wishes.subList(1, wishes.size()))
        .containsExactly(new Wish.Show("n-aa"), new Wish.Show("n-bb"), new Wish.Show("n-aa"));
    assertThat(screen()).contains("asking …");
  }

  @Test
  @DisplayName("Calls that come are told from those that were there, also after a restart")
  void arrivals() {
    list(row("n-aa"));
    list(row("n-aa"));
    assertThat(page.arrivals()).isZero();
    list(row("n-aa"), row("n-bb"), row("n-cc"));
    list(row("n-bb"));
    assertThat(page.arrivals()).isEqualTo(1);
    tell(new News.Trouble("nothing listens there"));
    assertThat(screen()).startsWith("Trying again: nothing listens there").contains("bb");
    list(row("m-aa"));
    assertThat(page.arrivals()).isEqualTo(2);
    assertThat(screen()).doesNotContain("Trying again");
  }

  @Test
  @DisplayName("The list decides nothing")
  void listDecidesNothing() {
    list(row("n-aa"));
    type("aydy");
    press(WholeScreen.Key.ENTER);
    type("y");
    press(WholeScreen.Key.ENTER);
    assertThat(wishes).containsExactly(new Wish.Show("n-aa"));
  }

  @Test
  @DisplayName("A yes is a key for the question, and one for the answer")
  void approved() {
    open(row("n-aa"), "arguments");
    type("a");
    assertThat(screen()).contains("Allow files write once? y yes · n no · s equal");
    nanos += LATER;
    for (var other :
        List.of(
            WholeScreen.Key.ENTER,
            WholeScreen.Key.ESCAPE,
            WholeScreen.Key.UP,
            WholeScreen.Key.TAB,
            WholeScreen.Key.OTHER)) {
      press(other);
      assertThat(page.note()).isEqualTo("not decided");
      type("a");
      nanos += LATER;
    }
    type("n");
    assertThat(wishes).hasSize(1);
    type("a");
    nanos += LATER;
    type("y");
    assertThat(wishes.getLast()).isEqualTo(new Wish.Decide("n-aa", "approve", "once", ""));
    type("y");
    type("a");
    assertThat(wishes).hasSize(2);
    tell(new News.Over("n-aa", "aa allowed"));
    assertThat(page.one()).isNull();
    assertThat(screen()).contains("aa allowed");
  }

  @Test
  @DisplayName("What was typed ahead or pasted decides nothing")
  void pasted() {
    open(row("n-aa"), "arguments");
    type("ay");
    assertThat(page.note()).contains("press y again");
    type("yyyy");
    press(WholeScreen.Key.ESCAPE);
    type("away by day ");
    press(WholeScreen.Key.ESCAPE);
    type("d");
    press(WholeScreen.Key.ENTER);
    assertThat(page.note()).contains("press Enter again");
    assertThat(wishes).hasSize(1);
    nanos += LATER;
    press(new Press(WholeScreen.Key.TEXT, "x", /* isAhead= */ true));
    press(WholeScreen.Key.ENTER);
    assertThat(page.note()).as("pasted").contains("press Enter again");
    assertThat(page.isDeciding()).isFalse();
    nanos += LATER;
    type("yz");
    press(WholeScreen.Key.ENTER);
    assertThat(page.isDeciding()).isTrue();
    assertThat(wishes.getLast()).isEqualTo(new Wish.Decide("n-aa", "deny", "once", "xyz"));
  }

  @Test
  @DisplayName("A no may have a reason, which is typed, and a scope")
  void denied() {
    open(row("n-aa"), "arguments");
    type("d");
    type("wrong\u001bq ä\ud83d\ude00");
    press(WholeScreen.Key.ERASE);
    press(WholeScreen.Key.TAB);
    assertThat(screen())
        .contains("Deny it, and equal calls for a while? Reason, if any: wrong?q ä_");
    nanos += LATER;
    press(WholeScreen.Key.ENTER);
    assertThat(wishes.getLast()).isEqualTo(new Wish.Decide("n-aa", "deny", "same", "wrong?q ä"));
    assertThat(hasQuit).isFalse();
  }

  @Test
  @DisplayName("Wider scopes are there where the gateway takes them")
  void scopes() {
    open(row("n-aa"), "arguments");
    type("at");
    assertThat(screen()).contains("with any arguments for a while?");
    type("s");
    assertThat(screen()).contains("and equal calls for a while?");
    type("y");
    assertThat(wishes).hasSize(1);
    nanos += LATER;
    type("y");
    assertThat(wishes.getLast()).isEqualTo(new Wish.Decide("n-aa", "approve", "same", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",\"definition_sha256\":\"aa\",\"destructive\":true",
        ",\"definition_sha256\":\"aa\",\"approvers\":2"
      })
  @DisplayName("… and nowhere else")
  void noScopes(String more) {
    open(row("n-aa", "write", "local", more.replace(",\"approvers\":2", "")), "arguments");
    if (more.contains("approvers")) {
      var two = "{\"id\":\"n-aa\",\"state\":\"open\",\"definition_sha256\":\"aa\",\"approvers\":2}";
      tell(new News.Opened(ApprovalRow.of(two.getBytes(StandardCharsets.UTF_8)), "arguments"));
    }
    type("at");
    assertThat(page.note()).isEqualTo("that scope is not offered for this call");
    assertThat(screen()).doesNotContain("t its other calls");
  }

  @Test
  @DisplayName("That someone else was first is said, also amid a question, and nothing is decided")
  void someoneElse() {
    open(row("n-aa"), "arguments");
    type("a");
    tell(new News.Over("n-aa", "aa: someone else decided first: denied by bob via api"));
    nanos += LATER;
    assertThat(screen()).contains("someone else decided first: denied by bob via api");
    type("y");
    assertThat(wishes).hasSize(1);
  }

  @Test
  @DisplayName("A decision that does not count is said, and the call is shown on")
  void notCounted() {
    open(row("n-aa"), "arguments");
    type("a");
    nanos += LATER;
    type("y");
    tell(new News.Waits("n-aa", "not decided: this is a call of your own"));
    assertThat(screen()).contains("not decided: this is a call of your own", "a allow");
  }

  @Test
  @DisplayName("Of long arguments every character is on some screen, and what was not is said")
  void paged() {
    var words =
        IntStream.range(0, 4_000).mapToObj(i -> "<" + i + ">").collect(Collectors.joining());
    open(row("n-aa"), "call  aa\narguments\n  \"text\": \"" + words + "\"\nnote  a note\n");
    type("a");
    assertThat(screen()).contains("lines seen. Allow");
    press(WholeScreen.Key.ESCAPE);
    var read = new StringBuilder();
    for (int before = -1; before != shown().top(); type(" ")) {
      before = shown().top();
      page.lines(80, 24, NOW).stream()
          .map(AttributedString::toString)
          .filter(line -> line.startsWith("↪ ") || line.startsWith("  \"text\""))
          .forEach(line -> read.append(line.replace("↪ ", "")));
    }
    IntStream.range(0, 4_000).forEach(i -> assertThat(read.indexOf("<" + i + ">")).isNotNegative());
    assertThat(screen()).contains("note  a note");
    type("a");
    assertThat(screen()).contains("Allow files write once?").doesNotContain("lines seen");
  }

  private ShownCall shown() {
    var one = page.one();
    assertThat(one).isNotNull();
    return one == null ? ShownCall.asked("") : one;
  }

  @Test
  @DisplayName("What continues a line cannot pass for a line of the page")
  void continued() {
    open(row("n-aa"), "  \"text\": \"" + "x".repeat(69) + "server      trusted\"\n");
    assertThat(screen()).contains("\n↪ server      trusted\"").doesNotContain("\nserver");
  }

  @Test
  @DisplayName("Any text fits on a screen of any size, and moves no cursor")
  void anySize() {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(11);
    var hostile = "\u001b[2J\u009b31m\u202e日本e\u0301\u0301\u0301" + "\u0301".repeat(500);
    for (int round = 0; round < 300; round++) {
      var rows = new ArrayList<ApprovalRow>();
      for (int i = random.nextInt(40); i >= 0; i--) {
        rows.add(row("n-" + i, hostile.repeat(random.nextInt(1, 3)), hostile + i % 7, ""));
      }
      page = DecisionPage.EMPTY.told(new News.Listed(rows));
      if (random.nextBoolean()) {
        page = page.told(new News.Trouble(hostile.repeat(20)));
      }
      if (random.nextBoolean()) {
        page = page.pressed(new Press(WholeScreen.Key.ENTER, ""), 0).page();
        var row = rows.getFirst();
        var text = Controls.shown(row.whole() + hostile.repeat(20));
        page = page.told(new News.Opened(row, text));
      }
      int columns = random.nextInt(1, 200);
      int height = random.nextInt(1, 60);
      page = page.sized(columns, height);
      if (random.nextBoolean()) {
        page =
            page.pressed(new Press(WholeScreen.Key.TEXT, random.nextBoolean() ? "a" : "d"), 0)
                .page();
      }
      var lines = page.sized(columns, height).lines(columns, height, NOW);
      assertThat(lines).hasSize(height).allMatch(line -> line.columnLength() <= columns);
      assertThat(lines)
          .noneMatch(line -> line.chars().anyMatch(Character::isISOControl))
          .noneMatch(line -> line.toString().contains("\u202e"));
    }
  }

  @Test
  void qQuitsButNotAmidAReason() {
    list(row("n-aa"));
    type("q");
    assertThat(hasQuit).isTrue();
    hasQuit = false;
    open(row("n-aa"), "arguments");
    type("dq");
    assertThat(hasQuit).isFalse();
    press(WholeScreen.Key.INTERRUPT);
    assertThat(hasQuit).isTrue();
  }
}
