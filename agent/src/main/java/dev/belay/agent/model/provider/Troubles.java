package dev.belay.agent.model.provider;

import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.ModelTrouble;
import dev.belay.config.ModelSettings;
import dev.belay.core.cancel.Stop;
import dev.belay.mcp.envelope.Controls;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Says what went wrong with one provider, in sentences that a person can act on: who, what, its own
 * words, the next step. The key is never in them, also where the provider repeats it.
 */
final class Troubles {
  private static final int SHOWN = 500;

  private final ModelSettings settings;
  private final Api api;
  private final String address;

  Troubles(ModelSettings settings, Api api, String address) {
    this.settings = settings;
    this.api = api;
    this.address = address;
  }

  /** A status that is no success, and what came with it. */
  ModelException status(int status, byte[] body, @Nullable Duration retryAfter) {
    var text = new String(body, StandardCharsets.UTF_8);
    var said = ProviderError.of(text);
    var trouble = Verdict.of(status, said == null ? "" : said.kind());
    var what =
        switch (trouble) {
          case RATE_LIMITED -> " takes no more requests for now";
          case OVERLOADED -> " has too much to do";
          case REFUSED -> " refused the request";
          default -> " failed";
        };
    return new ModelException(
        trouble,
        who()
            + what
            + " (HTTP "
            + status
            + ")"
            + words(said == null ? text : said.message())
            + " "
            + next(status, trouble),
        retryAfter);
  }

  private String next(int status, ModelTrouble trouble) {
    if (status == 401 || status == 403) {
      return (settings.apiKey() == null ? "Set " : "Check ") + key("api_key") + ".";
    }
    if (status == 404) {
      return api.ifUnknown(settings);
    }
    if (status >= 300 && status < 400) {
      return "It points elsewhere: check " + key("base_url") + ".";
    }
    return next(trouble);
  }

  private String next(ModelTrouble trouble) {
    return switch (trouble) {
      case REFUSED ->
          "Check the settings under models."
              + settings.name()
              + "; if the conversation has become too long, begin a new one.";
      case RATE_LIMITED -> "Ask again later, or with fewer agents at once.";
      case OVERLOADED, FAILED, BROKEN, SILENT -> "The fault is on its side: ask again later.";
      case STOPPED -> "";
    };
  }

  /** An error that came in place of the rest of a stream. */
  ModelException inStream(ProviderError error) {
    var trouble = Verdict.ofKind(error.kind(), ModelTrouble.FAILED);
    return new ModelException(
        trouble,
        who()
            + " sent an error in its stream"
            + (error.kind().isEmpty() ? "" : " (" + shown(error.kind()) + ")")
            + words(error.message())
            + " "
            + next(trouble));
  }

  /** No response came. */
  ModelException unreachable(IOException e) {
    var what =
        switch (e) {
          case HttpConnectTimeoutException _ -> "it does not accept connections in time";
          case ConnectException _ when isUnknownHost(e) -> "there is no machine of that name";
          case ConnectException _ -> "nothing listens there";
          default -> "the connection broke before an answer (" + shown(text(e)) + ")";
        };
    return new ModelException(
        ModelTrouble.FAILED,
        who()
            + " cannot be reached at "
            + address
            + ": "
            + what
            + ". "
            + api.ifUnreachable(settings));
  }

  private static boolean isUnknownHost(IOException e) {
    for (Throwable one = e; one != null; one = one.getCause()) {
      if (one instanceof UnresolvedAddressException || one instanceof UnknownHostException) {
        return true;
      }
    }
    return false;
  }

  /** The stream broke off. */
  ModelException broken(IOException e) {
    return broken("broke off (" + shown(text(e)) + ").");
  }

  /** The stream ended, but the message had not. */
  ModelException ended(boolean heardAnything) {
    return broken(
        heardAnything
            ? "ended in the middle of a message."
            : "ended without a message. Is " + key("base_url") + " that of such an API?");
  }

  /** What came is not of this API. */
  ModelException garbage(String data) {
    return broken("has something in it that cannot be read: " + shown(data));
  }

  private ModelException broken(String how) {
    return new ModelException(ModelTrouble.BROKEN, "The stream of " + who() + " " + how);
  }

  /** Nothing came any more. */
  ModelException silent() {
    return new ModelException(
        ModelTrouble.SILENT,
        who()
            + " sent nothing for "
            + settings.idleTimeout().toSeconds()
            + " s. If it needs longer, raise "
            + key("idle_timeout")
            + ".");
  }

  /** Somebody stopped it. */
  ModelException stopped(@Nullable Stop why) {
    return new ModelException(
        ModelTrouble.STOPPED, "Stopped" + (why == null ? "" : ": " + why.text()));
  }

  /** It may say no more, and was in the middle of a call. */
  ModelException cutCall(String tool) {
    return new ModelException(
        ModelTrouble.REFUSED,
        who()
            + " reached its limit of "
            + settings.maxTokens()
            + " tokens in the middle of a call of "
            + shown(tool)
            + ". Raise "
            + key("max_tokens")
            + ".");
  }

  /** It said nothing, on purpose. */
  ModelException withheld() {
    return new ModelException(
        ModelTrouble.REFUSED,
        who() + " withheld its answer: its content filter stopped it. Ask in other words.");
  }

  /** Nothing could be sent. */
  ModelException unsendable(String what) {
    return new ModelException(
        ModelTrouble.REFUSED, who() + " cannot be asked: " + shown(what) + ".");
  }

  private String who() {
    return api.title() + " (models." + settings.name() + ")";
  }

  private String key(String name) {
    return "models." + settings.name() + "." + name;
  }

  private String words(String said) {
    var shown = shown(said);
    return shown.isEmpty() ? "." : ": " + shown + (shown.matches(".*[.!?…]") ? "" : ".");
  }

  private static String text(Throwable e) {
    var message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }

  /** The beginning of what another said, on one line, without the key. */
  private String shown(String text) {
    var key = settings.apiKey();
    var line = Controls.line(key == null || key.isEmpty() ? text : text.replace(key, "[api_key]"));
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
  }
}
