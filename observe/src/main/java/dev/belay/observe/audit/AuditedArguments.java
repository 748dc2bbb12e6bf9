package dev.belay.observe.audit;

import dev.belay.config.AuditSettings.AuditArguments;
import dev.belay.core.call.Call;
import dev.belay.core.call.Payload;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.mcp.envelope.JsonText;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import dev.belay.tools.run.ToolRunner;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Arguments of a call as an audit line shows them. */
record AuditedArguments(AuditArguments mode, Function<String, ToolIndex> tools) {
  /** Longer arguments are shown as their hash alone: people read the lines. */
  static final int LONGEST = 64 * 1024;

  void addTo(JsonText line, Call call) {
    var asked = call.request().arguments();
    var request = asked.bytes();
    var at = mode == AuditArguments.NONE ? null : find(asked);
    if (at == null) {
      return;
    }
    line.text("arguments_sha256", Sha256.hex(Arrays.copyOfRange(request, at.offset(), at.end())));
    var secret = secrets(tools, call.info().upstream(), call.info().tool());
    // The marks of an unlisted tool are unknown: then the hash must do.
    if (mode == AuditArguments.REDACTED && secret != null && at.length() <= LONGEST) {
      line.raw("arguments", new Secrets(secret).redact(request, at));
    }
  }

  /** {@return the names of the arguments that the tool marks as secret; null if unknown} */
  static @Nullable Set<String> secrets(
      Function<String, ToolIndex> tools, @Nullable String upstream, String tool) {
    if (upstream == null) {
      return Set.of();
    }
    var listed = tools.apply(upstream).of(tool);
    return listed == null ? null : listed.secrets();
  }

  /** {@return where the arguments are in a payload; null if there are none} */
  static @Nullable Span find(Payload asked) {
    var bytes = asked.bytes();
    try {
      var whole = Slices.value(bytes);
      // A tool of this program gets its arguments alone, a server the whole message.
      return asked.dialect().equals(ToolRunner.DIALECT)
          ? whole
          : Slices.find(bytes, whole, "params", "arguments");
    } catch (NotJson _) {
      return null;
    }
  }
}
