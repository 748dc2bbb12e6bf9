package dev.belay.peers;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Timeout(600)
@ExtendWith(Chromium.class)
@EnabledIfSystemProperty(named = "belay.figures", matches = ".+")
@DisplayName("What the console's page costs its browser; bench/page runs it")
class ConsoleFiguresTest {
  private static final int PAINTS = 7;
  private static final int ROWS = 10_000;
  private static final int CALLS = 6_000;

  @TempDir Path directory;
  private final List<String> lines = new ArrayList<>();

  @Test
  void take(Browser browser) throws IOException, InterruptedException {
    var words = FaultyServers.command().stream().map(Json::quote).collect(Collectors.toList());
    var config =
        "mcpServers: { every: { command: %s, args: [%s] } }\n"
            .formatted(words.getFirst(), String.join(", ", words.subList(1, words.size())));
    try (var rig = BrowserRig.open(browser, directory, config)) {
      paints(rig);
      rows(rig);
      memory(rig);
      Files.write(Path.of(System.getProperty("belay.figures")), lines);
    }
  }

  private void tell(String name, String target, String measured) {
    lines.add("| %s | %s | %s |".formatted(name, target, measured));
  }

  private static double median(List<Double> all) {
    return all.stream().sorted().toList().get(all.size() / 2);
  }

  private void paints(BrowserRig rig) throws IOException, InterruptedException {
    var cold = new ArrayList<Double>();
    var warm = new ArrayList<Double>();
    var shown = new ArrayList<Double>();
    double bytes = 0;
    for (int i = 0; i < PAINTS; i++) {
      var page = rig.context(new Browser.NewContextOptions()).newPage();
      page.navigate(rig.link());
      page.getByText("Nothing runs.").waitFor();
      cold.add(paint(page));
      shown.add(number(page, "performance.now()"));
      bytes =
          number(
              page,
              "performance.getEntriesByType('resource').filter(one => !one.name.includes('/api/'))"
                  + ".reduce((sum, one) => sum + one.encodedBodySize, 0)");
      page.reload();
      page.getByText("Nothing runs.").waitFor();
      warm.add(paint(page));
    }
    tell("first paint, nothing kept", "≤ 300 ms", "%.0f ms".formatted(median(cold)));
    tell("first paint, again", "≤ 300 ms", "%.0f ms".formatted(median(warm)));
    tell("what runs is shown, nothing kept", "", "≤ %.0f ms".formatted(median(shown)));
    tell("sent for the page Now, packed", "≤ 150 KB", "%.1f KB".formatted(bytes / 1e3));
  }

  private static double paint(Page page) {
    return number(
        page,
        "performance.getEntriesByType('paint').find(one => one.name === 'first-contentful-paint')"
            + ".startTime");
  }

  private static double number(Page page, String script) {
    return ((Number) page.evaluate(script)).doubleValue();
  }

  /** A feed of so many rows, as Belay would send it. */
  private void rows(BrowserRig rig) throws IOException, InterruptedException {
    var page = rig.context(new Browser.NewContextOptions().setViewportSize(1280, 800)).newPage();
    var row =
        """
        "c%d":{"id":"c%d","tool":"read","upstream":"files","principal":"local","client":"cursor","turn":null,\
        "arguments":"path=\\"%d.txt\\"","accepted_at":"2026-11-26T10:00:00Z","state":"running","held":null,"since":%d,\
        "timeout_s":1800,"idle_timeout_s":300,"beat_at":1,"message":"page","done":%d,"total":10000,"attempt":1,\
        "progress_backed":true}\
        """;
    var all = new ArrayList<String>();
    for (int i = 0; i < ROWS; i++) {
      all.add(row.formatted(i, i, i, i % 90, i));
    }
    var feed =
        "event: snapshot\n"
            + "data:"
            + " {\"now\":100,\"topics\":[\"calls\"],\"you\":{\"principal\":\"local\",\"admin\":true}}\n\n"
            + "id: x-1\n"
            + "event: change\n"
            + "data: {\"now\":100,\"complete\":true,\"set\":{\"calls\":{"
            + String.join(",", all)
            + "}}}\n\n";
    page.route(
        "**/api/live",
        route ->
            route.fulfill(
                new Route.FulfillOptions().setContentType("text/event-stream").setBody(feed)));
    page.navigate(rig.link());
    assertThat(page.locator("tr[data-key]")).not().hasCount(0);
    var frames =
        (List<?>)
            page.evaluate(
                """
                async () => {
                  const box = document.querySelector('.scroll');
                  const frames = [];
                  for (let at = 0; at < 200; at++) {
                    const begun = performance.now();
                    box.scrollTop = at * 2000;
                    box.dispatchEvent(new Event('scroll'));
                    box.offsetHeight;
                    frames.push(performance.now() - begun);
                    await new Promise(requestAnimationFrame);
                  }
                  return frames;
                }\
                """);
    var sorted = frames.stream().map(one -> ((Number) one).doubleValue()).sorted().toList();
    tell(
        "10,000 rows: a jump of fifty rows, script and layout, p95",
        "≤ 16 ms",
        "%.1f ms (median %.1f)".formatted(sorted.get(sorted.size() * 95 / 100), median(sorted)));
    tell(
        "10,000 rows: elements in the page",
        "≤ 1,500",
        "%.0f".formatted(number(page, "document.querySelectorAll('*').length")));
    page.unrouteAll();
    page.close();
  }

  private void memory(BrowserRig rig) throws IOException, InterruptedException {
    var page = rig.page("/");
    var devices = page.context().newCDPSession(page);
    calls(rig, CALLS / 3);
    double before = heap(devices, page);
    calls(rig, CALLS / 3);
    double between = heap(devices, page);
    calls(rig, CALLS / 3);
    double after = heap(devices, page);
    tell(
        "heap of the page after 2,000, 4,000 and 6,000 calls",
        "flat",
        "%.1f, %.1f and %.1f MB".formatted(before / 1e6, between / 1e6, after / 1e6));
  }

  private static void calls(BrowserRig rig, int count) {
    for (int i = 0; i < count; i += 20) {
      var some = new ArrayList<CompletableFuture<String>>();
      for (int j = 0; j < 20; j++) {
        some.add(rig.call("echo", "{\"text\":\"" + i + "\"}"));
      }
      some.forEach(CompletableFuture::join);
    }
  }

  private static double heap(CDPSession devices, Page page) {
    // What ended a moment ago is still shown.
    page.waitForTimeout(7_000);
    devices.send("HeapProfiler.collectGarbage");
    JsonObject usage = devices.send("Runtime.getHeapUsage");
    return usage.get("usedSize").getAsDouble();
  }
}
