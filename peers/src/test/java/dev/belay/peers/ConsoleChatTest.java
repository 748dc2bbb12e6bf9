package dev.belay.peers;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belay.peers.ChatPage.again;
import static dev.belay.peers.ChatPage.button;
import static dev.belay.peers.ChatPage.cancelTurn;
import static dev.belay.peers.ChatPage.card;
import static dev.belay.peers.ChatPage.field;
import static dev.belay.peers.ChatPage.log;
import static dev.belay.peers.ChatPage.say;
import static dev.belay.peers.ConsolePage.goByKey;
import static dev.belay.peers.ConsolePage.with;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Longer than other files: one page, whose rig is costly to start and shared by all tests. */
@Tag("process")
@ExtendWith(Chromium.class)
@DisplayName("The chat of the console in a browser, over the finished build and a scripted model")
class ConsoleChatTest {
  /** Keeps the signals of the streams of turns that the page has not closed in {@code streams}. */
  private static final String COUNTED =
      """
      () => {
        window.streams = new Set();
        const real = window.fetch;
        window.fetch = (path, options) => {
          if (/^.api.(turns|sessions).*(events|stream)$/.test(path)) {
            streams.add(options.signal);
            options.signal.addEventListener('abort', () => streams.delete(options.signal));
          }
          return real(path, options);
        };
      }\
      """;

  @TempDir static Path directory;
  private static BrowserRig rig;

  @BeforeAll
  static void open(Browser browser) throws IOException, InterruptedException {
    Files.writeString(
        directory.resolve("script.yaml"),
        resource("chat.yaml").replace("UNTIL", until().toString()));
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
    Files.deleteIfExists(until());
  }

  private static String resource(String name) throws IOException {
    try (var file = ConsoleChatTest.class.getResourceAsStream(name)) {
      return new String(file.readAllBytes(), UTF_8);
    }
  }

  /** The file for which the slow tool waits. */
  private static Path until() {
    return directory.resolve("until");
  }

  private static String config() {
    return BrowserRig.faulty(directory)
        + """
        tools:
          "state": { approval: ask, approval_reason: it changes the state }
        models:
          s: { provider: scripted, script: script.yaml }
        agents:
          main: { model: s }
          other: { model: s }
        """;
  }

  private Page chat() throws IOException, InterruptedException {
    var page = rig.page("/ui/chat");
    field(page).waitFor();
    return page;
  }

  @Test
  @DisplayName(
      "Text grows as it comes, becomes Markdown at its end, and none of it is markup or loaded")
  void markdown() throws IOException, InterruptedException {
    var page = chat();
    page.onRequest(request -> assertThat(request.url()).startsWith(rig.origin()));
    say(page, "grow");
    assertThat(page.locator(".streaming")).containsText("# Plan");
    assertThat(log(page)).hasAttribute("aria-live", "off");
    cancelTurn(page).click();
    assertThat(page.locator(".log h3")).hasText("Plan");
    button(page, "New conversation").click();
    say(page, "markdown");
    assertThat(page.locator(".log h3")).hasText("Plan");
    assertThat(page.locator(".streaming")).hasCount(0);
    assertThat(log(page)).containsText("a link (https://evil.example/x?y=1)");
    assertThat(log(page)).containsText("<img src=x onerror=alert(1)> a⟦U+202E⟧b");
    assertThat(page.locator(".log strong")).hasText("bold");
    assertThat(page.locator(".log li")).hasCount(2);
    assertThat(page.locator(".log pre")).hasText("<script>");
    assertThat(page.locator(".log a, .log img, .log script")).hasCount(0);
    assertThat(page.getByRole(AriaRole.STATUS)).containsText("main has answered: # Plan");
    assertThat(cancelTurn(page)).isHidden();
  }

  @Test
  @DisplayName(
      "S1-68 … S1-70: a slow call has its time, a word beside its colour, its progress, and an end"
          + " of its own")
  void slow() throws IOException, InterruptedException {
    var page = rig.page("/ui/chat", new Browser.NewContextOptions());
    page.clock().install();
    say(page, "slow");
    var slow = card(page, "progress");
    assertThat(card(page, "echo")).containsText("completed");
    assertThat(slow).containsText("running");
    assertThat(slow).containsText("steps=3");
    assertThat(slow.locator(".ticks.good")).hasCount(1);
    page.clock().fastForward(12_000);
    assertThat(slow.locator(".ticks.warn")).containsText("▲ slow");
    page.clock().fastForward(20_000);
    assertThat(slow.locator(".ticks.bad")).containsText("▲ very slow");
    slow.getByRole(AriaRole.BUTTON).click();
    assertThat(slow).containsText("cancelled");
    assertThat(slow).containsText("Tool call aborted by user.");
    assertThat(log(page)).containsText("Both are through: [CANCELLED]");
    card(page, "echo").locator("summary").click();
    assertThat(card(page, "echo").locator("pre")).hasText("<b>now</b>");
    assertThat(page.locator(".log b")).hasCount(0);
  }

  @Test
  @DisplayName(
      "S1-71 … S1-73: the turn is cancelled beside Send, says so, and the next message is answered")
  void cancel() throws IOException, InterruptedException {
    var page = chat();
    assertThat(cancelTurn(page)).isHidden();
    say(page, "slow");
    assertThat(card(page, "progress")).containsText("running");
    assertThat(card(page, "echo")).containsText("completed");
    assertThat(button(page, "Send")).isVisible();
    cancelTurn(page).click();
    assertThat(log(page)).containsText("Turn cancelled · calls: 1 completed, 1 cancelled");
    assertThat(cancelTurn(page)).isHidden();
    say(page, "hang");
    assertThat(log(page)).containsText("Until you stop me");
    field(page).fill("early");
    field(page).press("Enter");
    assertThat(page.getByText("The agent still answers.")).isVisible();
    assertThat(field(page)).hasValue("early");
    page.keyboard().press("Control+.");
    assertThat(page.locator(".log .end"))
        .hasText(
            new String[] {"Turn cancelled · calls: 1 completed, 1 cancelled", "Turn cancelled"});
    field(page).fill("one");
    field(page).press("Shift+Enter");
    page.keyboard().type("two");
    field(page).press("Enter");
    assertThat(log(page)).containsText(Pattern.compile("You said: one\\s+two"));
  }

  @Test
  @DisplayName("J5: the tab is closed: the turn and its calls end after the time it asked for")
  void closedTab() throws IOException, InterruptedException {
    var watching = chat();
    var page = again(watching.context(), watching);
    // The page asks for a minute, for phones that are locked and pages that are loaded again.
    page.route(
        "**/api/sessions/stream",
        route -> {
          var asked = route.request().postData();
          assertThat(asked).contains("\"disconnectGraceMs\":60000");
          route.resume(new Route.ResumeOptions().setPostData(asked.replace("60000", "500")));
        });
    say(page, "slow");
    assertThat(card(page, "progress")).containsText("running");
    BrowserRig.go(watching, "/");
    assertThat(watching.locator("tr[data-key]:not(.ended)")).hasCount(1);
    page.close();
    assertThat(watching.locator("tr[data-key]:not(.ended)")).hasCount(0);
    BrowserRig.go(watching, "/ui/history");
    assertThat(watching.locator("[data-call]").first()).containsText("cancelled");
    assertThat(watching.locator("[data-call]").first()).containsText("progress");
  }

  @Test
  @DisplayName(
      "A call that waits for a person asks in the conversation; a and d decide on the one with the"
          + " focus, g n goes to Now")
  void approval() throws IOException, InterruptedException {
    var page = chat();
    say(page, "ask");
    var asks = page.getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName("Allow state?"));
    assertThat(asks.locator("pre")).containsText("a⟦U+202E⟧b");
    assertThat(asks).containsText("it changes the state");
    assertThat(field(page)).isFocused();
    button(page, "Allow once").click();
    assertThat(card(page, "state")).containsText("completed");
    assertThat(asks).hasCount(0);
    say(page, "ask");
    assertThat(button(page, "Deny")).isEnabled();
    asks.focus();
    goByKey(page, "n", rig.origin() + "/");
    page.goBack();
    assertThat(button(page, "Deny")).isEnabled();
    field(page).press("d");
    assertThat(field(page)).hasValue("d");
    asks.focus();
    page.keyboard().press("d");
    assertThat(card(page, "state")).containsText("denied");
    assertThat(log(page)).containsText("It says: [DENIED]");
    assertThat(asks).hasCount(0);
  }

  @Test
  @DisplayName("Nothing is sent while a conversation is being restored, and its message stays")
  void restoring() throws IOException, InterruptedException {
    var page = chat();
    say(page, "first");
    assertThat(log(page)).containsText("You said: first");
    var held = new ArrayList<Route>();
    page.route(Pattern.compile("/api/sessions/chat-"), held::add);
    page.reload();
    assertThat(button(page, "Send")).isDisabled();
    say(page, "second");
    assertThat(page.getByText("still loading")).isVisible();
    assertThat(field(page)).hasValue("second");
    page.waitForCondition(() -> !held.isEmpty());
    held.getFirst().resume();
    assertThat(button(page, "Send")).isEnabled();
    field(page).press("Enter");
    assertThat(log(page)).containsText("You said: second");
    assertThat(log(page).getByText("You said: first")).hasCount(1);
    assertThat(page.getByText("still loading")).hasCount(0);
  }

  @Test
  @DisplayName(
      "Of the turns that were left two have a stream, the others are touched, and all come back"
          + " whole")
  void left() throws IOException, InterruptedException {
    var page = rig.page("/ui/chat", new Browser.NewContextOptions());
    page.evaluate(COUNTED);
    var touched = new TreeSet<String>();
    page.onRequest(request -> {
      if (request.url().endsWith("/events")
          && request.url().contains("/api/turns/")
          && !request.headers().containsKey("last-event-id")) {
        touched.add(request.url());
      }
    });
    page.clock().install();
    for (int i = 0; i < 4; i++) {
      say(page, "hang");
      assertThat(log(page)).containsText("Until you stop me");
      button(page, "New conversation").click();
      assertThat(log(page)).not().containsText("Until you stop me");
    }
    page.waitForCondition(() -> page.evaluate("streams.size").equals(2));
    touched.clear();
    page.clock().fastForward(31_000);
    page.waitForCondition(() -> touched.size() == 2);
    var list = page.getByLabel("Conversation").first();
    // The new one, then from the fourth to the first: one that was touched, one that was held.
    var values =
        List.of(2, 4).stream()
            .map(place -> list.locator("option").nth(place).getAttribute("value"))
            .toList();
    for (var value : values) {
      list.selectOption(value);
      assertThat(log(page).getByText("Until you stop me")).hasCount(1);
      cancelTurn(page).click();
      assertThat(log(page)).containsText("Turn cancelled");
    }
  }

  @Test
  @DisplayName(
      "A provider that is asked again is told of; the text of a tool that ran is no outcome, and a"
          + " call without an end cannot be cancelled after its turn")
  void outcomes() throws IOException, InterruptedException {
    var page = chat();
    page.route(
        "**/api/sessions/stream",
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setContentType("text/event-stream")
                    .setBody(
                        """
                        event: turn_start
                        data: {"turnId":"a:b:1"}

                        event: model_retry
                        data: {"attempt":2,"waitMs":1500,"reason":"<b>Overloaded</b>."}

                        event: tool_start
                        data: {"toolId":"1","toolName":"ran"}

                        event: tool_result
                        data: {"toolId":"1","toolName":"ran","result":"[DENIED] by me",\
                        "resultLength":14,"isError":true,"durationMs":1}

                        event: tool_result
                        data: {"toolId":"2","toolName":"asked","result":"[DENIED] by a person",\
                        "resultLength":20,"isError":true,"durationMs":0}

                        event: tool_start
                        data: {"toolId":"3","toolName":"endless"}

                        event: turn_complete
                        data: {"toolCallCount":3}

                        """)));
    say(page, "x");
    assertThat(log(page)).containsText("asked again in 1.5 s (attempt 2): <b>Overloaded</b>.");
    assertThat(card(page, "ran")).containsText("failed");
    assertThat(card(page, "asked")).containsText("denied");
    assertThat(card(page, "endless")).containsText("end not known");
    assertThat(card(page, "endless").getByRole(AriaRole.BUTTON)).hasCount(0);
    assertThat(page.getByText("Calls: 1 failed, 1 denied, 1 without an end").first()).isVisible();
  }

  @Test
  @DisplayName(
      "C39: a reload and another page come back to the turn that runs, and its end is seen")
  void reload() throws IOException, InterruptedException {
    var page = chat();
    say(page, "before");
    assertThat(log(page)).containsText("You said: before");
    say(page, "slow");
    assertThat(card(page, "progress")).containsText("running");
    page.reload();
    assertThat(card(page, "progress")).containsText("running");
    assertThat(page.getByText("I take my time.")).hasCount(1);
    assertThat(page.getByText("You said: before")).hasCount(1);
    assertThat(cancelTurn(page)).isVisible();
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Settings")).click();
    assertThat(page.getByText("Keys of one letter")).isVisible();
    page.goBack();
    assertThat(card(page, "progress")).containsText("running");
    Files.writeString(until(), "");
    assertThat(log(page)).containsText("Both are through: done");
    page.reload();
    assertThat(log(page)).containsText("Both are through: done");
    assertThat(page.getByText("I take my time.")).hasCount(1);
  }

  @Test
  @DisplayName("A turn that ends as its page is loaded anew has its answer there")
  void endsMeanwhile() throws IOException, InterruptedException {
    var page = chat();
    say(page, "slow");
    assertThat(card(page, "progress")).containsText("running");
    page.route(
        "**/api/turns/*",
        route -> {
          endSlow();
          var turn = route.fetch();
          while (turn.text().contains("\"status\":\"running\"")) {
            turn = route.fetch();
          }
          route.fulfill(new Route.FulfillOptions().setResponse(turn));
        });
    page.reload();
    assertThat(log(page)).containsText("Both are through: done");
  }

  private void endSlow() {
    try {
      Files.writeString(until(), "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @DisplayName("The stream breaks: the page comes back, and nothing is shown twice")
  void broken() throws IOException, InterruptedException {
    var page = chat();
    page.evaluate(resource("breakable.js"));
    var resumed = new ArrayList<String>();
    page.onRequest(request -> {
      if (request.url().endsWith("/events") && request.url().contains("/api/turns/")) {
        resumed.add(request.headers().get("last-event-id"));
      }
    });
    say(page, "slow");
    assertThat(card(page, "echo")).containsText("completed");
    page.evaluate("breakStream()");
    Files.writeString(until(), "");
    assertThat(log(page)).containsText("Both are through: done");
    assertThat(page.getByText("I take my time.")).hasCount(1);
    assertThat(page.locator(".tool")).hasCount(2);
    // Playwright may tell of a request after the page has used its answer.
    page.waitForCondition(() -> !resumed.isEmpty());
    assertThat(resumed).singleElement().asString().matches("\\d+");
  }

  @Test
  @DisplayName(
      "409: while another page's turn runs there, a message waits in its field, and that turn can"
          + " be shown")
  void busy() throws IOException, InterruptedException {
    var page = chat();
    say(page, "first");
    assertThat(log(page)).containsText("You said: first");
    var other = again(page.context(), page);
    assertThat(log(other)).containsText("You said: first");
    say(page, "hang");
    assertThat(log(page)).containsText("Until you stop me");
    say(other, "me too");
    assertThat(other.locator(".offer")).containsText("answers another message right now");
    assertThat(field(other)).hasValue("me too");
    button(other, "Show that turn").click();
    assertThat(log(other)).containsText("Until you stop me");
    cancelTurn(other).click();
    for (var one : List.of(page, other)) {
      assertThat(log(one)).containsText("Turn cancelled");
    }
    other.close();
  }

  @Test
  @DisplayName("Names of tools, arguments and failures of a model are text, and failures are told")
  void strange() throws IOException, InterruptedException {
    var page = chat();
    say(page, "strange");
    assertThat(page.locator(".tool strong")).hasText("<img src=x onerror=alert(1)>⟦U+202E⟧gnp");
    assertThat(page.locator(".tool")).containsText("<i>v</i>");
    say(page, "fail");
    assertThat(log(page)).containsText("The turn failed: ");
    assertThat(log(page)).containsText("Half a");
    assertThat(page.locator(".log img, .log i, .log b")).hasCount(0);
    assertThat(page.content()).doesNotContain("\u202e");
  }

  @Test
  @DisplayName("Conversations are listed in this browser, found by their address, and forgotten")
  void conversations() throws IOException, InterruptedException {
    var page = chat();
    say(page, "the first one");
    assertThat(log(page)).containsText("You said: the first one");
    var first = page.url();
    button(page, "New conversation").click();
    assertThat(log(page)).not().containsText("the first one");
    page.getByLabel("Agent").selectOption("other");
    say(page, "the second one");
    var listed = page.getByLabel("Conversation").first().locator("option");
    for (var name : List.of("main: the first one", "other: the second one")) {
      assertThat(with(listed, name)).hasCount(1);
    }
    page.navigate(first);
    assertThat(log(page)).containsText("You said: the first one");
    assertThat(cancelTurn(page)).isHidden();
    button(page, "Forget").click();
    page.keyboard().press("Escape");
    assertThat(log(page)).containsText("You said: the first one");
    button(page, "Forget").click();
    button(page, "Forget it").click();
    assertThat(log(page)).containsText("A new conversation with main.");
    page.navigate(first);
    assertThat(log(page)).containsText("does not know this conversation");
  }

  @Test
  @DisplayName(
      "On a phone and in the dark it fits, is accessible, and its buttons are large enough")
  void phone() throws IOException, InterruptedException {
    var page = rig.page("/ui/chat", BrowserRig.phone().setColorScheme(ColorScheme.DARK));
    say(page, "slow");
    assertThat(card(page, "progress")).containsText("running");
    assertThat(card(page, "echo")).containsText("completed");
    BrowserRig.assertAccessible(page, "a running turn");
    assertThat((Integer) page.evaluate("document.documentElement.scrollWidth")).isEqualTo(360);
    for (var target :
        List.of(cancelTurn(page), card(page, "progress").getByRole(AriaRole.BUTTON))) {
      assertThat(target.boundingBox().height).isGreaterThanOrEqualTo(44);
    }
    cancelTurn(page).tap();
    assertThat(log(page)).containsText("Turn cancelled");
    say(page, "ask");
    assertThat(button(page, "Deny")).isEnabled();
    BrowserRig.assertAccessible(page, "an approval");
    button(page, "Deny").tap();
    assertThat(log(page)).containsText("It says: [DENIED]");
  }
}
