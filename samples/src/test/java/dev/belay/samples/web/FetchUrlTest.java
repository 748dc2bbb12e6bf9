package dev.belay.samples.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.cancel.StoppedException;
import dev.belay.samples.file.BoundedText.NoTextException;
import dev.belay.samples.web.FetchUrl.FetchFailedException;
import dev.belay.samples.web.FetchUrl.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("fetch_url")
final class FetchUrlTest {
  private final FetchUrl tool = new FetchUrl(WebReach.ANYWHERE);
  @AutoClose private PageServer server;

  @BeforeEach
  void begin() throws IOException {
    server = new PageServer();
  }

  private String fetch(String path) throws IOException, InterruptedException {
    return tool.fetch(server.url(path), (_, _, _) -> {});
  }

  @Test
  @DisplayName("no proxy of this machine is asked: it would reach what was not checked")
  void noProxy() throws IOException, InterruptedException {
    server.ok("/a", "text/plain", "straight");
    var before = ProxySelector.getDefault();
    var nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    try {
      ProxySelector.setDefault(ProxySelector.of(nobody));
      assertThat(fetch("/a")).contains("straight");
    } finally {
      ProxySelector.setDefault(before);
    }
  }

  @Test
  @DisplayName("a text is given as it is, in the charset that it is said to have")
  void texts() throws IOException, InterruptedException {
    server.ok("/a", "text/html", "<p>zwölf</p>");
    server.ok("/b", "application/json; charset=utf-8", "{\"a\":1}");
    var latin =
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/plain; charset=ISO-8859-1\r\n"
            + "\r\ncaf\u00e9";
    server.page("/c", latin.getBytes(StandardCharsets.ISO_8859_1));
    server.ok("/d", "text/plain; charset=none-such", "plain");
    server.page("/e", "HTTP/1.1 200 OK\r\nConnection: close", "no type");
    assertThat(fetch("/a")).isEqualTo("<p>zwölf</p>");
    assertThat(fetch("/b")).isEqualTo("{\"a\":1}");
    assertThat(fetch("/c")).isEqualTo("café");
    assertThat(fetch("/d")).isEqualTo("plain");
    assertThat(fetch("/e")).isEqualTo("no type");
  }

  @Test
  @DisplayName("a page without end is read to the bound, and left")
  void endless() throws IOException, InterruptedException {
    server.ok("/a", "text/plain", "x".repeat(FetchUrl.SHOWN_BYTES + 1) + PageServer.HANGS);
    assertThat(fetch("/a")).endsWith("x\n[cut: these are the first 524288 bytes]");
    server.left.await();
  }

  @Test
  @DisplayName("what is no text is an error that says what it is")
  void noText() {
    server.ok("/a", "image/png", "PNG");
    server.page("/b", "HTTP/1.1 200 OK\r\nConnection: close", "\0\1");
    assertThatThrownBy(() -> fetch("/a"))
        .hasMessage(server.url("/a") + " is image/png, which is no text");
    assertThatThrownBy(() -> fetch("/b")).isInstanceOf(NoTextException.class);
  }

  @Test
  @DisplayName("an error of the server is one, with what it says")
  void errors() {
    server.page(
        "/a", "HTTP/1.1 500 No\r\nConnection: close\r\nContent-Type: text/plain", "out of ink");
    server.page("/b", "HTTP/1.1 403 No\r\nConnection: close\r\nContent-Type: image/gif", "GIF");
    server.page("/c", "HTTP/1.1 418 No\r\nConnection: close", "\0");
    assertThatThrownBy(() -> fetch("/a"))
        .hasMessage(server.url("/a") + " answers with status 500\nout of ink");
    assertThatThrownBy(() -> fetch("/b")).hasMessage(server.url("/b") + " answers with status 403");
    assertThatThrownBy(() -> fetch("/c")).hasMessage(server.url("/c") + " answers with status 418");
  }

  @Test
  @DisplayName("redirects are followed, five at most")
  void redirects() throws IOException, InterruptedException {
    server.redirect("/a", "b?x=1");
    server.redirect("/b?x=1", server.url("/c"));
    server.ok("/c", "text/plain", "there");
    server.redirect("/loop", "/loop");
    assertThat(fetch("/a")).isEqualTo("there");
    server.asked.clear();
    assertThatThrownBy(() -> fetch("/loop")).hasMessageEndingWith("redirects more than 5 times");
    assertThat(server.asked).hasSize(6);
  }

  @Test
  @DisplayName("a redirect leads nowhere that could not be asked for")
  void redirectsAreChecked() {
    WebReach onlyHere =
        target -> {
          if (target.getPath().startsWith("/secret")) {
            throw new FetchFailedException("not there");
          }
        };
    server.redirect("/a", "/secret");
    server.redirect("/b", "file:///etc/passwd");
    server.redirect("/c", "http://[");
    assertThatThrownBy(() -> new FetchUrl(onlyHere).fetch(server.url("/a"), (_, _, _) -> {}))
        .hasMessage("not there");
    assertThat(server.asked).containsExactly("/a");
    assertThatThrownBy(() -> fetch("/b")).hasMessageContaining("is no URL of http:// or https://");
    assertThatThrownBy(() -> fetch("/c")).hasMessageContaining("redirects to what is no URL");
    assertThatThrownBy(
            () -> new Target(URI.create("https://example.org/")).redirected("http://example.org/"))
        .hasMessageEndingWith("which is not encrypted");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "file:///etc/passwd | is no URL of http:// or https://",
        "example.org | is no URL of http:// or https://",
        "ftp://example.org/ | is no URL of http:// or https://",
        "http:///path | ",
        "http://a b/ | is no URL: Illegal character",
        "http://me:secret@example.org/ | with a name or a password before the host",
        "'' | is no URL",
      })
  @DisplayName("what is no URL of the web is refused before anything is asked")
  void badUrls(String url, String why) {
    assertThatThrownBy(() -> tool.fetch(url, (_, _, _) -> {}))
        .isInstanceOf(FetchFailedException.class)
        .hasMessageContaining(why == null ? "" : why);
  }

  @Test
  @DisplayName("a server that is not there is named")
  void nobody() throws IOException {
    var url = server.url("/a");
    server.close();
    assertThatThrownBy(() -> tool.fetch(url, (_, _, _) -> {}))
        .isInstanceOf(FetchFailedException.class)
        .hasMessageStartingWith(url + " cannot be fetched: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "begun"})
  @DisplayName("an interrupt closes the connection: without an answer, or as its body stands still")
  void stopped(String begun) throws InterruptedException {
    if (begun.isEmpty()) {
      server.page("/a", PageServer.HANGS.getBytes(StandardCharsets.UTF_8));
    } else {
      server.ok("/a", "text/plain", begun + PageServer.HANGS);
    }
    var ended = new CompletableFuture<String>();
    var thread =
        Thread.ofVirtual()
            .name("test-fetch")
            .start(() -> {
              try {
                ended.complete(fetch("/a"));
              } catch (IOException | InterruptedException e) {
                ended.completeExceptionally(e);
              }
            });
    assertThat(server.asked.take()).isEqualTo("/a");
    thread.interrupt();
    server.left.await();
    assertThatThrownBy(ended::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(begun.isEmpty() ? InterruptedException.class : Exception.class);
  }

  @Test
  @DisplayName("a download ends at the heartbeat at which its call has ended")
  void stoppedByItsHeartbeat() throws InterruptedException {
    server.ok("/a", "text/plain", "begun" + PageServer.HANGS);
    assertThatThrownBy(() ->
            tool.fetch(
                server.url("/a"),
                (message, _, _) -> {
                  if (message == null) {
                    throw new StoppedException("taken back");
                  }
                }))
        .isInstanceOf(StoppedException.class);
    server.left.await();
  }
}
