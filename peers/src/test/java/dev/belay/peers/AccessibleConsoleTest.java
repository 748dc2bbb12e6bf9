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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("process")
@Timeout(300)
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
    // However long axe takes, no call becomes a job.
    var config =
        BrowserRig.faulty(directory)
            + """
            mcp: { handoff_after: 0 }
            tools: { echo: { approval: ask, approval_reason: it says things aloud } }
            """;
    rig = BrowserRig.open(browser, directory, config);
    var _ = rig.call("echo", "{\"text\":\"wait\"}");
    var _ = rig.call("hang_honouring_cancel", "{\"n\":1}");
  }

  @AfterAll
  static void close() throws IOException, InterruptedException {
    if (rig != null) {
      rig.close();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "DARK"})
  void screen(ColorScheme scheme) throws IOException, InterruptedException {
    var page =
        rig.page(new Browser.NewContextOptions().setViewportSize(1280, 800).setColorScheme(scheme));
    assertThat(rows(page)).hasCount(2);
    for (var path : PAGES) {
      visit(page, path);
      BrowserRig.assertAccessible(page, path + " " + scheme);
    }
  }

  @Test
  void phone() throws IOException, InterruptedException {
    var phone = rig.page(BrowserRig.phone());
    assertThat(rows(phone)).hasCount(2);
    for (var path : PAGES) {
      visit(phone, path);
      BrowserRig.assertAccessible(phone, path + " phone");
      assertThat((Integer) phone.evaluate("document.documentElement.scrollWidth"))
          .as(path)
          .isLessThanOrEqualTo(360);
    }
    visit(phone, "/");
    // Calls of its own: the other tests look at those that are there from the beginning.
    var waits = rig.call("echo", "{\"text\":\"tapped\"}");
    var hangs = rig.call("hang_honouring_cancel", "{\"n\":2}");
    with(rows(phone), "n=2").getByRole(AriaRole.BUTTON).tap();
    assertThat(hangs.join()).contains("CANCELLED");
    with(rows(phone), "tapped").getByRole(AriaRole.BUTTON).tap();
    waits.join();
  }

  private void visit(Page page, String path) {
    page.navigate(rig.origin() + path);
    ConsolePage.awaitLive(page);
    assertThat(page.getByText("Loading…")).hasCount(0);
  }
}
