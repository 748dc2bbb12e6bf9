package dev.belay.peers;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@ExtendWith(Chromium.class)
@EnabledIfSystemProperty(named = "belay.pictures", matches = ".+")
@DisplayName("The pictures of the documentation, from real servers; docs/images/take runs it")
class ConsolePicturesTest {
  private static final Map<String, String> PAGES =
      Map.of(
          "now", "/",
          "approvals", "/ui/approvals",
          "jobs", "/ui/jobs",
          "servers", "/ui/servers",
          "history", "/ui/history",
          "chat", "/ui/chat",
          "config", "/ui/config",
          "settings", "/ui/settings");

  @TempDir Path directory;

  @Test
  void take(Browser browser) throws IOException, InterruptedException {
    var target = Path.of(System.getProperty("belay.pictures"));
    Files.createDirectories(target);
    var modules = Path.of("node_modules").toRealPath();
    var notes = Files.createDirectory(directory.resolve("notes"));
    Files.writeString(notes.resolve("plan.md"), "Ship it.\n");
    var config =
        """
        mcpServers:
          every: { command: node, args: [%s] }
          files: { command: node, args: [%s, %s] }
        tools:
          "files__write_*": { approval: ask, approval_reason: it changes files }
        jobs: { store: memory }
        """
            .formatted(
                script(modules, "server-everything"),
                script(modules, "server-filesystem"),
                Json.quote(notes.toString()));
    try (var rig = BrowserRig.open(browser, directory, config)) {
      rig.call("files__read_text_file", path(notes, "plan.md")).join();
      rig.call("files__read_text_file", path(notes, "gone.md")).join();
      rig.call("every__get-sum", "{\"a\":2,\"b\":40}").join();
      var _ = rig.call("every__trigger-long-running-operation", "{\"duration\":120,\"steps\":24}");
      var page = rig.page("/");
      page.waitForTimeout(14_000);
      var _ = rig.call("every__trigger-long-running-operation", "{\"duration\":60,\"steps\":12}");
      var _ =
          rig.call(
              "files__write_file",
              "{\"path\":"
                  + Json.quote(notes.resolve("plan.md").toString())
                  + ",\"content\":\"Ship it on Friday.\\n\"}");
      assertThat(page.locator("tr[data-key]")).hasCount(3);
      for (var scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
        var colours =
            rig.page(
                "/",
                new Browser.NewContextOptions().setViewportSize(1100, 620).setColorScheme(scheme));
        for (var one : PAGES.entrySet()) {
          colours.navigate(rig.origin() + one.getValue());
          ConsolePage.awaitLive(colours);
          colours.waitForTimeout(one.getKey().equals("servers") ? 11_000 : 1_500);
          var name = one.getKey() + "-" + scheme.name().toLowerCase(Locale.ROOT) + ".png";
          colours.screenshot(new Page.ScreenshotOptions().setPath(target.resolve(name)));
        }
      }
      var phone = rig.page("/", BrowserRig.phone());
      phone.waitForTimeout(1_500);
      phone.screenshot(new Page.ScreenshotOptions().setPath(target.resolve("now-phone.png")));
      var watch = rig.context(new Browser.NewContextOptions()).newPage();
      watch.setContent(terminal(rig.watched(110, 16)));
      watch
          .locator("pre")
          .screenshot(new Locator.ScreenshotOptions().setPath(target.resolve("watch.png")));
    }
  }

  /** A page with what a terminal shows, in its colours. */
  private static String terminal(String screen) {
    var text =
        screen
            .replace("&", "&amp;")
            .replace("<", "&lt;")
            .replaceAll("\\e\\[(?:0|39|49)?m", "</span><span>");
    var coloured =
        Pattern.compile("\\e\\[([0-9;]+)m")
            .matcher(text)
            .replaceAll(match -> "</span><span class='c" + match.group(1).replace(';', '-') + "'>");
    return """
    <style>
      pre { margin: 0; display: inline-block; padding: 14px 18px; background: #16181d; color: #e6e8ec; font: 15px/1.35 monospace; border-radius: 8px; }
      .c1 { font-weight: bold } .c2 { color: #a3aab5 } .c7 { background: #e6e8ec; color: #16181d } .c31, .c91 { color: #ff8a80 } .c32, .c92 { color: #6fd08c }
      .c33, .c93 { color: #f2c14e } .c36 { color: #8cc7f0 }
    </style><pre><span>%s</span></pre>\
    """
        .formatted(coloured.stripTrailing());
  }

  private static String script(Path modules, String server) {
    return Json.quote(
        modules.resolve("@modelcontextprotocol/" + server + "/dist/index.js").toString());
  }

  private static String path(Path folder, String name) {
    return "{\"path\":" + Json.quote(folder.resolve(name).toString()) + "}";
  }
}
