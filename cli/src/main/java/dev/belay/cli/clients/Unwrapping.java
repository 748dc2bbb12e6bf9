package dev.belay.cli.clients;

import dev.belay.cli.clients.ServerEntry.How;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes Belay out of a file that was changed after its import: what the client itself or a person
 * has written since stays.
 */
public final class Unwrapping {
  private Unwrapping() {}

  /**
   * {@return the file in which each server that Belay wraps has its command and arguments as they
   * were written before; null if none of them was there before}
   *
   * @param backup the file as it was before the import
   */
  public static byte @Nullable [] of(KnownClient client, Backup backup, Path file)
      throws IOException, NotUnderstood {
    var now = ClientConfig.read(client, file);
    var before = ClientConfig.read(client, backup.path());
    if (now == null || before == null || !backup.wasThere()) {
      return null;
    }
    var splices = new Splices(now.text());
    for (var entry : now.entries()) {
      var earlier = earlier(before, entry);
      if (entry.how() instanceof How.Command command && command.isWrapped() && earlier != null) {
        put("command", entry, earlier, before.text(), splices);
        put("args", entry, earlier, before.text(), splices);
      }
    }
    return splices.isEmpty() ? null : splices.after().getBytes(StandardCharsets.UTF_8);
  }

  private static @Nullable ServerEntry earlier(ClientConfig before, ServerEntry entry) {
    return before.entries().stream()
        .filter(one ->
            one.name().equals(entry.name()) && Objects.equals(one.project(), entry.project()))
        .filter(one -> one.how() instanceof How.Command command && !command.isWrapped())
        .findFirst()
        .orElse(null);
  }

  private static void put(
      String member, ServerEntry now, ServerEntry earlier, String before, Splices splices) {
    var present = Objects.requireNonNull(now.body()).value(member);
    var old = Objects.requireNonNull(earlier.body()).value(member);
    if (present != null) {
      var text = old == null ? "[]" : before.substring(old.start(), old.end());
      splices.replace(present.start(), present.end(), text);
    }
  }
}
