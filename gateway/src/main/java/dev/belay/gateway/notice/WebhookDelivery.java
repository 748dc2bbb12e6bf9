package dev.belay.gateway.notice;

import dev.belay.config.NotifySettings.Recipient;
import dev.belay.core.time.Time;
import dev.belay.mcp.client.Reach;
import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Posts notices to the configured address alone, without following redirects; bounded in time.
 *
 * <p>The address is checked before each attempt. A name that turns to another address behind the
 * check is caught by the certificate, since without https only loopback is asked. Used by one
 * thread.
 */
final class WebhookDelivery {
  static final Duration LIMIT = Duration.ofSeconds(10);

  /** The pauses between attempts. */
  static final List<Duration> PAUSES = List.of(Duration.ofSeconds(1), Duration.ofSeconds(5));

  private static final String ALGORITHM = "HmacSHA256";

  private final Time time;
  private String host = "";
  private @Nullable HttpClient client;

  WebhookDelivery(Time time) {
    this.time = time;
  }

  /** Posts a notice, in several attempts where one fails that may pass. */
  void post(Recipient.Webhook to, Notice notice) throws Undelivered, InterruptedException {
    for (var pause : PAUSES) {
      try {
        attempt(to, notice);
        return;
      } catch (Undelivered e) {
        if (!e.isPassing()) {
          throw e;
        }
      }
      time.sleep(pause);
    }
    attempt(to, notice);
  }

  private void attempt(Recipient.Webhook to, Notice notice)
      throws Undelivered, InterruptedException {
    var name = to.url().getHost();
    var reach =
        switch (to.network()) {
          case PUBLIC -> Reach.PUBLIC;
          case PRIVATE -> Reach.PRIVATE;
        };
    try {
      reach.check(name, InetAddress::getAllByName, "to post notices to");
    } catch (IOException e) {
      throw new Undelivered(String.valueOf(e.getMessage()), /* isPassing= */ true);
    }
    var answer = client(name).sendAsync(request(to, notice), BodyHandlers.discarding());
    try {
      if (!time.await(answer, LIMIT)) {
        throw new Undelivered(
            to.host() + " did not answer within " + LIMIT.toSeconds() + " s", true);
      }
      int status = answer.join().statusCode();
      if (status / 100 != 2) {
        throw new Undelivered(
            to.host() + " answered with status " + status,
            status / 100 == 5 || status == 408 || status == 429);
      }
    } catch (CompletionException | CancellationException e) {
      // The message of the cause may hold the address.
      var cause = e.getCause() == null ? e : e.getCause();
      throw new Undelivered(
          to.host() + " cannot be reached: " + cause.getClass().getSimpleName(), true);
    } finally {
      answer.cancel(true);
    }
  }

  private HttpRequest request(Recipient.Webhook to, Notice notice) {
    var seconds = Long.toString(time.wall().getEpochSecond());
    var request =
        HttpRequest.newBuilder(to.url())
            .POST(BodyPublishers.ofString(notice.json()))
            .header("Content-Type", "application/json")
            .header("User-Agent", "belay")
            .header("webhook-id", notice.id())
            .header("webhook-timestamp", seconds);
    var key = to.key();
    if (key != null) {
      var signed = notice.id() + "." + seconds + "." + notice.json();
      request.header("webhook-signature", "v1," + signature(key, signed));
    }
    return request.build();
  }

  private static String signature(byte[] key, String text) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  private HttpClient client(String of) {
    var present = client;
    if (present != null && host.equals(of)) {
      return present;
    }
    close();
    var builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(LIMIT)
            .executor(task -> Thread.ofVirtual().name("belay-notify-http").start(task));
    if (Reach.isLoopback(of)) {
      builder.proxy(HttpClient.Builder.NO_PROXY);
    }
    var made = builder.build();
    host = of;
    client = made;
    return made;
  }

  /** Closes connections without waiting for them. */
  void close() {
    if (client != null) {
      client.shutdownNow();
    }
  }
}
