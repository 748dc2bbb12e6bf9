package dev.belay.peers;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belay.peers.ConsolePage.rows;
import static dev.belay.peers.ConsolePage.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@ExtendWith(Chromium.class)
@DisplayName(
    "Each page of the console is accessible in light and dark, and at the width of a phone")
class AccessibleConsoleTest {
  private static final List<String> PAGES =
      List.of(
          "/",
          "/ui/approvals",
          "/ui/jobs",
          "/ui/servers",
          "/ui/history",
          "/ui/chat",
          "/ui/config",
          "/ui/settings");

  private static BrowserRig rig;

  @BeforeAll
  static void open(Browser browser, @TempDir Path directory)
      throws IOException, InterruptedException {
    // However long axe takes, no call becomes a job, and that of the turn waits.
    var config =
        BrowserRig.faulty(directory)
            + """
            mcp: { handoff_after: 0 }
            approval: { timeout: 3600, timeout_without_progress: 2 }
            tools: { echo: { approval: ask, approval_reason: it says things aloud } }
            """;
    rig = BrowserRig.open(browser, directory, config);
    var _ = rig.turn("main", BrowserRig.use("a", "echo", "{\"text\":\"wait\"}"));
    var _ = rig.call("hang_honouring_cancel", "{\"n\":1}");
    assertThat(rig.call("echo", "{\"text\":\"late\"}").join()).contains("timed out");
  }

  @AfterAll
  static void close() throws IOException, InterruptedException {
    if (rig != null) {
      rig.close();
    }
  }

  /** Goes to a page, and waits for its lists. */
  private static void show(Page page, String path) {
    BrowserRig.go(page, path);
    switch (path) {
      case "/" -> assertThat(rows(page)).hasCount(2);
      case "/ui/servers" -> assertThat(rows(page)).hasCount(1);
      case "/ui/approvals" -> {
        assertThat(page.getByText("Allow the next equal call")).isVisible();
        assertThat(page.locator("article.asks pre")).isVisible();
      }
      case "/ui/history" -> assertThat(page.locator("[data-call]")).not().hasCount(0);
      case "/ui/jobs" -> assertThat(page.getByText("None is kept.")).isVisible();
      default -> {}
    }
  }

  @Test
  @DisplayName("On a screen, in light and dark, which differ in colours alone")
  void screen() throws IOException, InterruptedException {
    var page = rig.page("/");
    assertThat(rows(page)).hasCount(2);
    for (var path : PAGES) {
      show(page, path);
      BrowserRig.assertAccessible(page, path);
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
      BrowserRig.assertAccessible(page, path + " in the dark", "color-contrast");
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
    }
  }

  @Test
  @DisplayName("On a phone, where an approval that has expired can be tapped too")
  void phone() throws IOException, InterruptedException {
    var phone = rig.page("/", BrowserRig.phone());
    assertThat(rows(phone)).hasCount(2);
    for (var path : PAGES) {
      show(phone, path);
      BrowserRig.assertAccessible(phone, path + " phone");
      assertThat((Integer) phone.evaluate("document.documentElement.scrollWidth"))
          .as(path)
          .isLessThanOrEqualTo(360);
    }
    BrowserRig.go(phone, "/");
    var hangs = rig.call("hang_honouring_cancel", "{\"n\":2}");
    with(rows(phone), "n=2").getByRole(AriaRole.BUTTON).tap();
    assertThat(hangs.join()).contains("CANCELLED");
  }
}
