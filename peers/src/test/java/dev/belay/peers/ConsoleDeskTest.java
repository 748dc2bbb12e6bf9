package dev.belay.peers;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belay.peers.BrowserRig.use;
import static dev.belay.peers.ConsolePage.button;
import static dev.belay.peers.ConsolePage.region;
import static dev.belay.peers.ConsolePage.rows;
import static dev.belay.peers.ConsolePage.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
@DisplayName("Servers, History and Config in a browser, and names that are hostile on every page")
class ConsoleDeskTest {
  /** Names of agents and tools in a turn have no control characters. */
  private static final String MARKUP = "<img src=x onerror=alert(1)></script>";

  private static final String HOSTILE = "<img src=x onerror=alert(1)>\u202e</script>";
  private static final String SHOWN = "<img src=x onerror=alert(1)>⟦U+202E⟧</script>";

  @TempDir static Path directory;
  private static BrowserRig rig;

  /** A server whose tools are described by hostile words, and one of which has a hostile name. */
  @BeforeAll
  static void open(Browser browser) throws IOException, InterruptedException {
    var tools = directory.resolve("tools.json");
    Files.writeString(
        tools,
        Stream.of(HOSTILE, "echo", "state", "stderr", "sleep", "hang_honouring_cancel")
            .map(name ->
                "{\"name\":%s,\"description\":%s,\"inputSchema\":{\"type\":\"object\"}}"
                    .formatted(Json.quote(name), Json.quote(HOSTILE)))
            .collect(Collectors.joining(",", "[", "]")));
    var config =
        """
        mcp: { handoff_after: 0 }
        http: { max_sessions: 77 }
        tools: { %s: { timeout: 7 }, sleep: { job: always } }
        """
            .formatted(Json.quote(HOSTILE + "*"));
    rig =
        BrowserRig.open(
            browser,
            directory,
            BrowserRig.faulty(directory, "--tools-file", tools.toString()) + config);
    assertThat(rig.page("/ui/history").getByText("Nothing has happened since Belay started."))
        .isVisible();
  }

  @AfterAll
  static void close() throws IOException {
    if (rig != null) {
      rig.close();
    }
  }

  @AfterEach
  void endTest() throws IOException, InterruptedException {
    rig.endTest();
  }

  private static Locator calls(Page page) {
    return page.locator("[data-call]");
  }

  @Test
  @DisplayName("What ended is told apart by arguments and outcome, is searched, and has a story")
  void history() throws IOException, InterruptedException {
    var page = rig.page("/ui/history");
    rig.call("state", "{\"text\":\"one\",\"token\":\"s3cret\"}").join();
    rig.call("state", "{\"text\":\"two\"}").join();
    rig.call("stat", "{}").join();
    page.getByLabel("Tool").fill("stat");
    assertThat(calls(page)).hasCount(3);
    assertThat(calls(page).first()).containsText("error");
    assertThat(with(calls(page), "text=\"one\"")).hasCount(1);
    assertThat(page.locator("main")).not().containsText("s3cret");
    page.getByLabel("Outcome").selectOption("error");
    assertThat(calls(page)).hasCount(1);
    assertThat(page).hasURL(Pattern.compile("outcome=error"));
    // Each choice has been shown before the next: the page reads anew a little after the last.
    page.getByLabel("Outcome").selectOption("completed");
    assertThat(calls(page)).hasCount(3);
    page.getByLabel("Tool").fill("state");
    assertThat(calls(page)).hasCount(2);
    page.keyboard().press("Escape");
    page.keyboard().press("j");
    page.keyboard().press("Enter");
    var story = region(page, "The story of a call");
    assertThat(story).containsText("text=\"two\"");
    assertThat(story.locator(".steps li"))
        .containsText(new String[] {"accepted", "runs: total limit", "completed"});
    page.reload();
    assertThat(story).containsText("text=\"two\"");
    assertThat(calls(page)).hasCount(2);
  }

  @Test
  @DisplayName(
      "A row that gets the focus while the list is read again keeps it, and the list stays until it"
          + " leaves")
  void focusKeepsTheList() throws IOException, InterruptedException {
    var page = rig.page("/ui/history?tool=followed");
    rig.call("followed", "{}").join();
    assertThat(calls(page)).hasCount(1);
    var held = new ArrayList<Route>();
    var isFocused = new AtomicBoolean();
    page.route(
        "**/api/history?*",
        route -> {
          if (isFocused.get()) {
            route.resume();
          } else {
            held.add(route);
          }
        });
    rig.call("followed", "{}").join();
    page.waitForCondition(() -> !held.isEmpty());
    page.keyboard().press("j");
    isFocused.set(true);
    page.waitForResponse("**/api/history?*", () -> held.forEach(Route::resume));
    page.keyboard().press("Enter");
    assertThat(region(page, "The story of a call")).containsText("followed");
    assertThat(calls(page)).hasCount(1);
    page.keyboard().press("/");
    rig.call("followed", "{}").join();
    assertThat(calls(page)).hasCount(3);
  }

  @Test
  @DisplayName("A server has its processes, words and tools; it is drained, used again, restarted")
  void server() throws IOException, InterruptedException {
    var page = rig.page("/ui/servers");
    rig.call("stderr", "{\"text\":\"a word on standard error\"}").join();
    assertThat(rows(page)).hasCount(1);
    assertThat(rows(page).first()).containsText("every");
    page.keyboard().press("j");
    page.keyboard().press("Enter");
    assertThat(page).hasURL(Pattern.compile("name=every"));
    var main = page.locator("main");
    assertThat(main).containsText(Pattern.compile("serving.*java", Pattern.DOTALL));
    assertThat(main).containsText("hang_honouring_cancel");
    var hangs = rig.call("hang_honouring_cancel", "{}");
    assertThat(main).containsText("1 request");
    button(page, "Drain…").click();
    assertThat(button(page, "Keep")).isFocused();
    button(page, "Drain it").click();
    assertThat(main).containsText("draining");
    assertThat(rig.call("echo", "{\"text\":\"x\"}").join()).contains("takes no new calls");
    assertThat(hangs).isNotDone();
    button(page, "Back into service").click();
    assertThat(main).not().containsText("draining");
    assertThat(rig.call("echo", "{\"text\":\"again\"}").join()).contains("again");
    page.keyboard().press("r");
    button(page, "Restart it").click();
    assertThat(main).containsText("retiring");
    assertThat(hangs).isNotDone();
    BrowserRig.go(page, "/");
    button(rows(page).first(), "Cancel").click();
    assertThat(hangs.join()).contains("CANCELLED");
  }

  @Test
  @DisplayName("The configuration is shown with its origins, is searched, and cannot be changed")
  void config() throws IOException, InterruptedException {
    var page = rig.page("/ui/servers?name=every");
    assertThat(page.locator("main")).containsText(SHOWN);
    BrowserRig.go(page, "/ui/config");
    button(page, "Read again").click();
    var values = region(page, "Values");
    var row = with(values.locator("tr"), "http.max_sessions").first();
    assertThat(row).containsText("77");
    assertThat(row).containsText("belay.yaml");
    var limits = region(page, "Limits of tools").locator("tr");
    assertThat(with(limits, SHOWN)).containsText("7.0 s");
    page.keyboard().press("/");
    page.keyboard().type("max_sessions_per_peer");
    assertThat(values.locator("tbody tr")).hasCount(1);
    assertThat(page.locator("main input:not([type=search]), main textarea")).hasCount(0);
  }

  @Test
  @DisplayName("Names, texts and arguments full of markup and hidden characters stay text")
  void hostile() throws IOException, InterruptedException {
    var page = rig.page("/");
    var words = Json.quote(HOSTILE);
    var turn =
        rig.turn(
            MARKUP,
            use("a", MARKUP, "{" + words + ":" + words + "}"),
            use("b", "stderr", "{\"text\":" + words + "}"),
            use("c", "hang_honouring_cancel", "{" + words + ":" + words + "}"));
    assertThat(page.locator("main")).containsText(SHOWN);
    assertThat(rig.call("sleep", "{\"ms\":600000," + words + ":1}").join()).contains("job_id");
    for (var path :
        List.of(
            "/",
            "/ui/jobs",
            "/ui/servers",
            "/ui/servers?name=every",
            "/ui/history",
            "/ui/config",
            "/ui/approvals",
            "/ui/chat")) {
      BrowserRig.go(page, path);
      if (!path.matches("/ui/(servers|approvals|chat|jobs)")) {
        assertThat(page.locator("main")).containsText(SHOWN);
      }
      if (path.equals("/ui/servers")) {
        assertThat(rows(page)).hasCount(1);
      }
      if (path.equals("/ui/jobs")) {
        assertThat(with(page.locator("section.card"), "sleep")).hasCount(1);
      }
      assertThat(page.locator("main img, main script")).hasCount(0);
      assertThat(page.content()).as(path).doesNotContain("\u202e");
    }
    BrowserRig.go(page, "/ui/history");
    with(calls(page), SHOWN).first().getByRole(AriaRole.BUTTON).click();
    assertThat(region(page, "The story of a call")).containsText(SHOWN);
    BrowserRig.go(page, "/");
    button(region(page, "Turn of"), "✕ Cancel Turn").click();
    turn.join();
    assertThat(rows(page)).hasCount(1);
    button(rows(page).first(), "Cancel").click();
    assertThat(rows(page)).hasCount(0);
  }
}
