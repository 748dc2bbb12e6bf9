package dev.belay.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.Access;
import dev.belay.http.route.Guarded;
import dev.belay.http.route.Header;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.http.route.Routes;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.JsonText;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signs the owner of this machine in at the console: a code that works once, within a minute, is
 * traded for a token that a browser keeps.
 *
 * <p>Such a token says when it ends, and is signed with a key made of the owner's own token, so it
 * outlives this program and ends with that token; none is stored here. Safe for use by many
 * threads.
 */
final class ConsoleKey {
  /** How long a code may wait to be used. */
  static final Duration CODE_HOLDS = Duration.ofMinutes(1);

  /** How long a token holds; a page in use fetches another one in time. */
  static final Duration TOKEN_HOLDS = Duration.ofHours(12);

  /** Codes that wait at once; the oldest goes first. */
  private static final int MOST_CODES = 16;

  private static final int LONGEST_BODY = 1_024;
  private static final String BODY =
      "the body is a short JSON object with the code of a link, or {} to renew a token";

  /** After this long a link is needed again, however often its token was renewed. */
  static final Duration LINK_HOLDS = Duration.ofDays(30);

  private static final String PREFIX = "console.";
  private static final String PATH = "/api/session";

  private final byte[] key;
  private final Time time;
  private final SecureRandom random = new SecureRandom();
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<String, Deadline> codes = new LinkedHashMap<>();

  /**
   * Creates a key.
   *
   * @param own the owner's token; null to sign for this run of the program alone
   */
  ConsoleKey(@Nullable ApiToken own, Time time) {
    this.time = time;
    key = own == null ? new byte[32] : Digest.of("belay console " + own.text()).bytes();
    if (own == null) {
      random.nextBytes(key);
    }
  }

  /** {@return access for tokens of the console, and for everybody whom {@code inner} lets in} */
  Access over(Access inner) {
    return request ->
        Presented.by(request) instanceof Presented.Token(var text) && isValid(text)
            ? Access.Known.OWNER
            : inner.decide(request);
  }

  /**
   * {@return the routes by which one signs in}
   *
   * @param access knows the owner, who alone gets codes
   */
  Routes routes(Access access) {
    return Routes.none()
        .with("POST", PATH + "/link", new Guarded(access, this::link))
        .with("POST", PATH, new SignIn(this));
  }

  /** The route that needs no token, and therefore waits for no long body. */
  private record SignIn(ConsoleKey key) implements Route {
    @Override
    public Access.@Nullable Decision admit(Request head) {
      var length = head.header("content-length");
      boolean isShort =
          length != null
              && length.matches("[0-9]{1,4}")
              && Integer.parseInt(length) <= LONGEST_BODY;
      return isShort
          ? null
          : new Access.Refused(
              413,
              List.of(new Header("Content-Type", "application/json")),
              new JsonText().text("error", BODY).bytes());
    }

    @Override
    public void handle(Request request, Response response) {
      key.signIn(request, response);
    }
  }

  private void link(Request request, Response response) {
    if (!request.requireCaller().equals(Access.Known.OWNER)) {
      JsonAnswer.error(
          response, 403, "links are for the owner of this machine; sign in with your own token");
      return;
    }
    var code = random(16);
    lock.lock();
    try {
      dropOldLocked();
      if (codes.size() >= MOST_CODES) {
        codes.remove(codes.keySet().iterator().next());
      }
      codes.put(code, Deadline.after(time.nanos(), CODE_HOLDS));
    } finally {
      lock.unlock();
    }
    JsonAnswer.json(
        response, 200, new JsonText().text("code", code).seconds("expires_in_s", CODE_HOLDS));
  }

  @GuardedBy("lock") private void dropOldLocked() {
    codes.values().removeIf(until -> until.isDue(time.nanos()));
  }

  private boolean isTaken(String code) {
    lock.lock();
    try {
      dropOldLocked();
      return codes.remove(code) != null;
    } finally {
      lock.unlock();
    }
  }

  /** Answers a code, or a token of the console that still holds, with a new token. */
  private void signIn(Request request, Response response) {
    var said =
        request.isJson() && request.body().length <= LONGEST_BODY ? code(request.body()) : null;
    if (said == null) {
      JsonAnswer.error(response, 400, BODY);
      return;
    }
    var linked = said.isEmpty() ? linked(request) : isTaken(said) ? time.wall() : null;
    if (linked == null || !time.wall().isBefore(linked.plus(LINK_HOLDS))) {
      JsonAnswer.error(
          response,
          403,
          "this link was used already, or is older than a minute; belay console makes another");
      return;
    }
    var until = time.wall().plus(TOKEN_HOLDS);
    JsonAnswer.json(
        response,
        200,
        new JsonText().text("token", token(linked, until)).text("expires_at", until.toString()));
  }

  /** {@return when the link was used from which the request's token comes; null for none} */
  private @Nullable Instant linked(Request request) {
    return Presented.by(request) instanceof Presented.Token(var text) && isValid(text)
        ? Instant.ofEpochSecond(Long.parseLong(text.split("\\.", -1)[2]))
        : null;
  }

  /** {@return the code in the body, empty if there is none; null for another body} */
  private static @Nullable String code(byte[] body) {
    try {
      var whole = Slices.value(body);
      if (!whole.isObject(body)) {
        return null;
      }
      var members = Slices.members(body, whole);
      var code = members.get("code");
      if (members.isEmpty()) {
        return "";
      }
      return members.size() > 1 || code == null || !code.isString(body)
          ? null
          : JsonString.decode(body, code);
    } catch (NotJson _) {
      return null;
    }
  }

  private String token(Instant linked, Instant until) {
    var signed = PREFIX + until.getEpochSecond() + "." + linked.getEpochSecond() + "." + random(8);
    return signed + "." + signature(signed);
  }

  private boolean isValid(String token) {
    int end = token.lastIndexOf('.');
    if (!token.startsWith(PREFIX) || token.length() > 200 || end < PREFIX.length()) {
      return false;
    }
    var signed = token.substring(0, end);
    var expected = signature(signed).getBytes(UTF_8);
    if (!MessageDigest.isEqual(expected, token.substring(end + 1).getBytes(UTF_8))) {
      return false;
    }
    // Signed here, so it has this form.
    var until = signed.substring(PREFIX.length(), signed.indexOf('.', PREFIX.length()));
    return time.wall().getEpochSecond() < Long.parseLong(until);
  }

  private String signature(String text) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(mac.doFinal(text.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  private String random(int size) {
    var bytes = new byte[size];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
