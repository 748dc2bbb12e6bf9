package dev.belay.gateway.audit;

import dev.belay.config.AuditArguments;
import dev.belay.core.call.Call;
import dev.belay.core.call.Payload;
import dev.belay.mcp.envelope.JsonText;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import dev.belay.tools.run.ToolRunner;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a line says of a call's arguments. */
record Arguments(AuditArguments mode, SecretMarks marks) {
  /** Longer ones are told by their hash alone: a line is to be read by people. */
  private static final int LONGEST = 64 * 1024;

  void addTo(JsonText line, Call call) {
    var asked = call.request().arguments();
    var request = asked.bytes();
    var at = mode == AuditArguments.NONE ? null : find(asked);
    if (at == null) {
      return;
    }
    line.text("arguments_sha256", Sha256.hex(Arrays.copyOfRange(request, at.offset(), at.end())));
    var secret = marks.of(call.info().upstream(), call.info().tool());
    // A tool that nobody has listed may have marks that nobody knows: then its hash must do.
    if (mode == AuditArguments.REDACTED && secret != null && at.length() <= LONGEST) {
      line.raw("arguments", new Secrets(secret).redact(request, at));
    }
  }

  private static @Nullable Span find(Payload asked) {
    var bytes = asked.bytes();
    try {
      var whole = Slices.value(bytes);
      // A tool of this program is asked with its arguments, a server with the whole message.
      return asked.dialect().equals(ToolRunner.DIALECT)
          ? whole
          : Slices.find(bytes, whole, "params", "arguments");
    } catch (NotJson _) {
      return null;
    }
  }
}
