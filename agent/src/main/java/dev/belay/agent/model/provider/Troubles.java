package dev.belay.agent.model.provider;

import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.ModelException.ModelTrouble;
import dev.belay.config.ModelSettings;
import dev.belay.core.cancel.Stop;
import dev.belay.mcp.envelope.Controls;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Describes failures of one provider in sentences that a person can act on: provider, failure, the
 * provider's text, next step. The key is removed, even if the provider repeats it.
 */
final class Troubles {
  private static final int SHOWN = 500;

  private final ModelSettings settings;
  private final ProviderApi api;
  private final String address;

  Troubles(ModelSettings settings, ProviderApi api, String address) {
    this.settings = settings;
    this.api = api;
    this.address = address;
  }

  /** An unsuccessful status with its body. */
  ModelException status(int status, byte[] body, @Nullable Duration retryAfter) {
    var text = new String(body, StandardCharsets.UTF_8);
    var said = ProviderError.of(text);
    var trouble = Verdict.of(status, said == null ? "" : said.kind());
    var what =
        switch (trouble) {
          case RATE_LIMITED -> " takes no more requests at the moment";
          case OVERLOADED -> " is overloaded";
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

  /** An error event in a stream. */
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

  /** No response. */
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

  /** A stream that broke off. */
  ModelException broken(IOException e) {
    return broken("broke off (" + shown(text(e)) + ").");
  }

  /** A stream that ended before its message. */
  ModelException ended(boolean heardAnything) {
    return broken(
        heardAnything
            ? "ended in the middle of a message."
            : "ended without a message. Is " + key("base_url") + " the address of such an API?");
  }

  /** Data that is not of this API. */
  ModelException garbage(String data) {
    return broken("contains data that cannot be read: " + shown(data));
  }

  private ModelException broken(String how) {
    return new ModelException(ModelTrouble.BROKEN, "The stream of " + who() + " " + how);
  }

  /** Nothing received within the idle limit. */
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

  /** A stopped request. */
  ModelException stopped(@Nullable Stop why) {
    return new ModelException(
        ModelTrouble.STOPPED, "Stopped" + (why == null ? "" : ": " + why.text()));
  }

  /** Token limit reached in the middle of a call. */
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

  /** An answer withheld by a content filter. */
  ModelException withheld() {
    return new ModelException(
        ModelTrouble.REFUSED,
        who() + " withheld its answer: its content filter stopped it. Ask in other words.");
  }

  /** A request that cannot be sent. */
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

  /** The beginning of a foreign text, on one line, without the key. */
  private String shown(String text) {
    var key = settings.apiKey();
    var line = Controls.line(key == null || key.isEmpty() ? text : text.replace(key, "[api_key]"));
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
  }

  /** Classifies a provider's error by status and error type. */
  static final class Verdict {
    private Verdict() {}

    /** {@return the class of a response; {@code kind} may be empty} */
    static ModelTrouble of(int status, String kind) {
      return switch (status) {
        // OpenAI uses one status for rate limits and for exhausted credit.
        case 429 ->
            kind.equals("insufficient_quota") ? ModelTrouble.REFUSED : ModelTrouble.RATE_LIMITED;
        case 503, 529 -> ModelTrouble.OVERLOADED;
        case 408 -> ModelTrouble.FAILED;
        default -> status >= 500 ? ofKind(kind, ModelTrouble.FAILED) : ModelTrouble.REFUSED;
      };
    }

    /** {@return the class of an error type; {@code otherwise} if it is unknown} */
    static ModelTrouble ofKind(String kind, ModelTrouble otherwise) {
      return switch (kind) {
        case "overloaded_error", "overloaded", "server_overloaded" -> ModelTrouble.OVERLOADED;
        case "rate_limit_error", "rate_limit_exceeded" -> ModelTrouble.RATE_LIMITED;
        case "authentication_error",
            "billing_error",
            "context_length_exceeded",
            "insufficient_quota",
            "invalid_api_key",
            "invalid_request_error",
            "model_not_found",
            "not_found_error",
            "permission_error",
            "request_too_large" ->
            ModelTrouble.REFUSED;
        default -> otherwise;
      };
    }
  }

  /**
   * A provider's error report, in any of three shapes: {@code {"error":{"type", "message"}}}
   * (Anthropic, beside {@code "type":"error"}, and OpenAI) and {@code {"error":"…"}} (Ollama).
   *
   * @param kind the provider's error type; empty if none
   */
  record ProviderError(String kind, String message) {
    /** {@return the error in this JSON; null if there is none} */
    static @Nullable ProviderError of(String json) {
      if (!json.contains("\"error\"")) {
        return null;
      }
      try {
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        var root = JsonObject.of(bytes, Slices.value(bytes));
        if (root == null) {
          return null;
        }
        var error = root.object("error");
        if (error == null) {
          var said = root.text("error");
          return said == null || said.isBlank() ? null : new ProviderError("", said);
        }
        var code = error.text("code");
        var type = error.text("type");
        var message = error.text("message");
        return new ProviderError(
            // The code is more specific than the type (insufficient_quota).
            code != null ? code : type != null ? type : "", message == null ? json : message);
      } catch (NotJson _) {
        return null;
      }
    }
  }
}
