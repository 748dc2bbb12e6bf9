package dev.belay.peers;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belay.peers.BrowserRig.use;
import static dev.belay.peers.ConsolePage.awaitLive;
import static dev.belay.peers.ConsolePage.button;
import static dev.belay.peers.ConsolePage.goByKey;
import static dev.belay.peers.ConsolePage.region;
import static dev.belay.peers.ConsolePage.rows;
import static dev.belay.peers.ConsolePage.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@ExtendWith(Chromium.class)
@DisplayName("The console in a browser, over the finished build and a server that misbehaves")
class ConsoleTest {
  @TempDir static Path directory;
  private static BrowserRig rig;

  @BeforeAll
  static void open(Browser browser) throws IOException, InterruptedException {
    rig = BrowserRig.open(browser, directory, config());
  }

  @AfterAll
  static void close() throws IOException, InterruptedException {
    if (rig != null) {
      rig.close();
    }
  }

  @AfterEach
  void endTest() throws IOException, InterruptedException {
    rig.endTest();
  }

  private static String config() {
    return BrowserRig.faulty(directory)
        + """
        mcp: { handoff_after: 0 }
        approval: { timeout_without_progress: 50 }
        tools:
          "echo": { approval: ask, approval_reason: it says things aloud }
          "progress": { job: always }
        """;
  }

  @Test
  @DisplayName("What runs is seen and told apart; one click stops it, and only it")
  void cancel() throws IOException, InterruptedException {
    var page = rig.page("/");
    var calls =
        List.of("one", "two", "three").stream()
            .map(name -> rig.call("hang", "{\"name\":\"" + name + "\"}"))
            .toList();
    assertThat(rows(page)).hasCount(3);
    var two = with(rows(page), "two");
    assertThat(two).hasCount(1);
    assertThat(two).containsText("claude-code");
    assertThat(two).containsText(Pattern.compile("[0-9.]+ s"));
    button(two, "Cancel").click();
    assertThat(page.getByText(Pattern.compile("^Cancelled\\."))).not().hasCount(0);
    assertThat(rows(page)).hasCount(2);
    assertThat(calls.get(1).join()).contains("CANCELLED");
    assertThat(calls.get(0)).isNotDone();
    for (var row : List.of("one", "three")) {
      button(with(rows(page), row), "Cancel").click();
    }
    assertThat(rows(page)).hasCount(0);
    assertThat(page.getByText("Nothing runs.")).isVisible();
    calls.forEach(CompletableFuture::join);
  }

  private static Locator turnCard(Page page) {
    return region(page, "Turn of main");
  }

  @Test
  @DisplayName("J4: a turn is cancelled with its calls, and the children of one are gone")
  void cancelTurn() throws IOException, InterruptedException {
    var page = rig.page("/");
    var answer =
        rig.turn(
            "main",
            use("a", "spawn_and_hang", "{\"kind\":\"child\"}"),
            use("b", "hang_honouring_cancel", "{}"),
            use("c", "hang_honouring_cancel", "{}"));
    assertThat(turnCard(page).getByRole(AriaRole.LISTITEM)).hasCount(3);
    assertThat(rows(page)).hasCount(3);
    // A call is shown before its server has begun it.
    page.waitForCondition(() -> !spawned().isEmpty());
    var pids = spawned();
    assertThat(pids).hasSize(1);
    button(turnCard(page), "✕ Cancel Turn").click();
    var ended = Json.parse(answer.join());
    assertThat(ended.at("status").text()).isEqualTo("aborted");
    assertThat(ended.at("results").items()).hasSize(3);
    LiveProcesses.awaitGone(pids);
    assertThat(turnCard(page)).hasCount(0);
    assertThat(rows(page)).hasCount(0);
  }

  private List<Long> spawned() {
    var log = directory.resolve("log");
    if (Files.notExists(log)) {
      return List.of();
    }
    try (var lines = Files.lines(log)) {
      return lines
          .filter(line -> line.startsWith("spawned "))
          .map(line -> Long.valueOf(line.substring("spawned ".length()).strip()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @DisplayName("J7: one call of a turn is cancelled, and the turn goes on with the others")
  void cancelOne() throws IOException, InterruptedException {
    var page = rig.page("/");
    var until = directory.resolve("until");
    var answer =
        rig.turn(
            "main",
            use("a", "hang_honouring_cancel", "{}"),
            use("b", "progress", "{\"steps\":4,\"until\":" + Json.quote(until + "") + "}"));
    assertThat(turnCard(page).getByRole(AriaRole.LISTITEM)).hasCount(2);
    button(turnCard(page), "Cancel hang_honouring_cancel").click();
    assertThat(turnCard(page).getByRole(AriaRole.LISTITEM)).hasCount(1);
    assertThat(answer).isNotDone();
    Files.writeString(until, "");
    var results = Json.parse(answer.join()).at("results").items();
    assertThat(results.getFirst().at("outcome").text()).isEqualTo("cancelled");
    assertThat(results.getLast().at("outcome").text()).isEqualTo("completed");
  }

  @Test
  @DisplayName("J11: a call becomes a job, which is followed, read at its end, and cancelled")
  void jobs() throws IOException, InterruptedException {
    var page = rig.page("/ui/jobs");
    var steps = "{\"steps\":3000,\"everyMs\":200}";
    assertThat(rig.call("progress", steps).join()).contains("job_id");
    assertThat(with(page.locator("section.card"), "progress")).containsText("/3000");
    button(page, "Cancel progress").click();
    var ended = page.locator(".line");
    assertThat(ended.first()).containsText("cancelled");
    assertThat(rig.call("progress", "{\"steps\":1}").join()).contains("job_id");
    assertThat(ended.first()).containsText("completed");
    button(ended.first(), "Result").click();
    assertThat(region(page, "The chosen job")).containsText("completed");
  }

  @Test
  @DisplayName("By keys alone: j finds a call, c asks, Escape keeps it, and a yes cancels it")
  void keys() throws IOException, InterruptedException {
    var page = rig.page("/");
    var cancels = new AtomicInteger();
    page.onRequest(request -> {
      if (request.url().endsWith("/cancel")) {
        cancels.incrementAndGet();
      }
    });
    // Rows of what ended before would be found too.
    page.reload();
    // The feed may be slow to tell of the end of a call, which would be taken for the next one.
    assertThat(page.getByText("Nothing runs.")).isVisible();
    var call = rig.call("hang_honouring_cancel", "{}");
    assertThat(rows(page)).hasCount(1);
    page.keyboard().press("j");
    assertThat(rows(page).first()).isFocused();
    page.keyboard().press("c");
    assertThat(button(page, "Keep")).isFocused();
    page.keyboard().press("Escape");
    assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
    assertThat(call).isNotDone();
    page.keyboard().press("?");
    assertThat(page.getByRole(AriaRole.DIALOG)).containsText("this map");
    page.keyboard().press("Escape");
    page.keyboard().press("/");
    assertThat(page.getByRole(AriaRole.SEARCHBOX)).isFocused();
    page.keyboard().type("nothing fits");
    assertThat(rows(page)).hasCount(0);
    page.keyboard().press("Control+a");
    page.keyboard().press("Delete");
    page.keyboard().press("Escape");
    // What has ended comes after what runs.
    page.keyboard().press("k");
    page.keyboard().press("c");
    assertThat(button(page, "Keep")).isFocused();
    assertThat(cancels).hasValue(0);
    page.keyboard().press("Tab");
    page.keyboard().press("Enter");
    assertThat(call.join()).contains("CANCELLED");
    goByKey(page, "a", rig.origin() + "/ui/approvals");
  }

  @Test
  @DisplayName("J10: a call waits for a person, who sees all of it, and allows or denies it")
  void approve() throws IOException, InterruptedException {
    var page = rig.page("/ui/approvals");
    var call = rig.call("echo", "{\"text\":\"<img src=x onerror=alert(1)> \\u202eevil\"}");
    var card = page.locator("article.asks");
    assertThat(card).hasCount(1);
    assertThat(card.locator("pre")).containsText("<img src=x onerror=alert(1)> ⟦U+202E⟧evil");
    assertThat(card).containsText("it says things aloud");
    assertThat(page).hasTitle(Pattern.compile("^\\(1\\) "));
    assertThat(call).isNotDone();
    assertThat(button(card, "Allow once")).isEnabled();
    armed(page);
    button(card, "Allow once").click();
    assertThat(call.join()).contains("img src=x");
    assertThat(card).hasCount(0);
    var second = rig.call("echo", "{\"text\":\"no\"}");
    assertThat(card).hasCount(1);
    assertThat(card).containsText("1 difference from the last allowed call");
    armed(page);
    card.getByPlaceholder("reason (for the model)").fill("wrong folder");
    button(card, "Deny").click();
    assertThat(second.join()).contains("DENIED").contains("wrong folder");
    assertThat(page.getByText("wrong folder")).hasCount(1);
  }

  /** Buttons of a new card do nothing for a moment. */
  private static void armed(Page page) {
    page.waitForFunction(
        "() => [...document.querySelectorAll('article.asks')]"
            + ".every(one => one.querySelector('button.danger:enabled'))");
  }

  @Test
  @DisplayName("What is not read to its end is not allowed, and nothing is allowed at once")
  void longArguments() throws IOException, InterruptedException {
    var page = rig.page("/ui/approvals");
    var text = "line\\n".repeat(400) + "the end";
    var call = rig.call("echo", "{\"text\":\"" + text + "\",\"more\":[" + "1,".repeat(300) + "1]}");
    var card = page.locator("article.asks");
    assertThat(card).hasCount(1);
    assertThat(card).containsText("Read the arguments to their end");
    armed(page);
    assertThat(button(card, "Allow once")).isDisabled();
    card.focus();
    page.keyboard().press("a");
    assertThat(call).isNotDone();
    card.locator("pre").evaluate("pre => { pre.scrollTop = pre.scrollHeight; }");
    assertThat(button(card, "Allow once")).isEnabled();
    page.keyboard().press("a");
    assertThat(call.join()).contains("the end");
  }

  @Test
  @DisplayName(
      "Hostile arguments of a megabyte, with markup, hidden and turning characters, stay text")
  void hostile() throws IOException, InterruptedException {
    var page = rig.page("/");
    var text = "</script><b onclick=x>\\u202e\\u0000\\u2066".repeat(8_000);
    var call = rig.call("hang_honouring_cancel", "{\"a\":\"" + text + "\"}");
    var marked = rig.call("hang_honouring_cancel", "{\"<b>k\":\"<i>v</i>\\u202e\"}");
    assertThat(rows(page)).hasCount(2);
    assertThat(page.locator("main b, main i, main script")).hasCount(0);
    assertThat(with(rows(page), "<i>v</i>")).hasCount(1);
    assertThat(page.content()).doesNotContain("\u202e");
    for (var row = rows(page).first(); rows(page).count() > 0; row = rows(page).first()) {
      int before = rows(page).count();
      button(row, "Cancel").click();
      assertThat(rows(page)).hasCount(before - 1);
    }
    call.join();
    marked.join();
  }

  @Test
  @DisplayName("Belay ends: the page says since when, and goes on once it is back, still signed in")
  void restart() throws IOException, InterruptedException {
    var page = rig.page("/", new Browser.NewContextOptions());
    page.clock().install();
    // Timers that a page has begun before are not those of that clock.
    page.reload();
    awaitLive(page);
    assertThat(page.getByText("Nothing runs.")).isVisible();
    rig.call("hang_honouring_cancel", "{\"before\":1}");
    assertThat(rows(page)).hasCount(1);
    rig.kill();
    try {
      assertThat(page.locator(".lost")).containsText("No connection since");
      var time = rows(page).locator("td.c-time");
      var stood = time.textContent();
      page.clock().fastForward(10_000);
      assertThat(time).hasText(stood);
    } finally {
      rig.restart();
    }
    assertThat(page.locator(".lost")).isHidden();
    assertThat(rows(page)).hasCount(0);
    assertThat(region(page, "Lost calls")).containsText("1 call under way when Belay ended");
    assertThat(region(page, "Lost calls")).containsText("before=1");
    var after = rig.call("hang_honouring_cancel", "{\"after\":1}");
    assertThat(rows(page)).hasCount(1);
    button(rows(page).first(), "Cancel").click();
    assertThat(after.join()).contains("CANCELLED");
  }

  @Test
  @DisplayName("Several tabs have one stream; where the tab that reads it goes, another one reads")
  void tabs() throws IOException, InterruptedException {
    var context = rig.context(new Browser.NewContextOptions());
    var streams = new AtomicInteger();
    context.onRequest(request -> {
      if (request.url().endsWith("/api/live")) {
        streams.incrementAndGet();
      }
    });
    var first = context.newPage();
    first.navigate(rig.link());
    awaitLive(first);
    var others = List.of(context.newPage(), context.newPage());
    others.forEach(page -> page.navigate(rig.origin()));
    var call = rig.call("hang_honouring_cancel", "{\"tab\":1}");
    for (var page : others) {
      assertThat(rows(page)).hasCount(1);
    }
    assertThat(rows(first)).hasCount(1);
    // A browser may tell of a request later than the page has used its answer.
    first.waitForCondition(() -> streams.get() == 1);
    first.close();
    var next = rig.call("hang_honouring_cancel", "{\"tab\":2}");
    for (var page : others) {
      assertThat(rows(page)).hasCount(2);
    }
    others.getFirst().waitForCondition(() -> streams.get() == 2);
    button(rows(others.get(1)).first(), "Cancel").click();
    assertThat(rows(others.get(0))).hasCount(1);
    button(rows(others.get(0)).first(), "Cancel").click();
    call.join();
    next.join();
    assertThat(streams.get()).isEqualTo(2);
  }

  @Test
  @DisplayName(
      "A link signs in once; without it, or with it a second time, one is told how to get in, and"
          + " no page of others frames this one or runs in it")
  void signIn() throws IOException, InterruptedException {
    var link = rig.link();
    var page = rig.context(new Browser.NewContextOptions()).newPage();
    page.navigate("data:text/html,<a href='" + rig.origin() + "/ui/approvals'>go</a>");
    page.getByText("go").click();
    assertThat(page.getByText("belay console")).isVisible();
    // A page loaded anew before its sign-in was answered would have lost the link.
    assertThat(page.navigate(link).headerValue("content-security-policy"))
        .contains(
            "default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'")
        .doesNotContain("unsafe");
    awaitLive(page);
    assertThat(page.url()).doesNotContain("#");
    var other = rig.context(new Browser.NewContextOptions()).newPage();
    other.navigate(link);
    assertThat(other.getByText("this link was used already")).isVisible();
    var token = Files.readString(directory.resolve("state/belay/token")).strip();
    other.getByLabel("Or use a token").fill(token);
    button(other, "Sign in").click();
    awaitLive(other);
    other.navigate(rig.origin() + "/ui/settings");
    button(other, "Sign out of this browser").click();
    assertThat(other.getByText("belay console")).isVisible();
  }
}
