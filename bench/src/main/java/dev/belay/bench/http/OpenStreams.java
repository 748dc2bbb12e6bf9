package dev.belay.bench.http;

import dev.belay.core.time.Time;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Hanging calls of modern clients, each on its own stream, whose closing cancels them. */
final class OpenStreams implements AutoCloseable {
  private static final Time TIME = Time.system();
  private static final Pattern COUNTED = Pattern.compile("\"text\":\"\\d+\"");

  private final RunningGateway gateway;
  private final KeptConnection asking;
  private final List<KeptConnection> hanging = new ArrayList<>();
  private final String meta;

  /**
   * Opens none yet.
   *
   * @param reportsProgress whether calls ask for progress
   */
  OpenStreams(RunningGateway gateway, boolean reportsProgress) throws IOException {
    this.gateway = gateway;
    meta = EchoSession.modernMeta(reportsProgress ? "\"progressToken\":1," : "");
    asking = new KeptConnection(gateway.address());
  }

  /** Opens that many, and returns once the upstream has all of their calls. */
  void open(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      var connection = new KeptConnection(gateway.address());
      hanging.add(connection);
      connection.send(request(connection, "hang", "{}"));
    }
    await("hung", count);
  }

  /** {@return the nanoseconds of each of {@code count} requests for the server's description} */
  long[] health(int count) throws IOException {
    var nanos = new long[count];
    for (int i = 0; i < count; i++) {
      long begun = TIME.nanos();
      var answer = asking.exchange(asking.get());
      nanos[i] = TIME.nanos() - begun;
      if (answer.status() != 200) {
        throw new IOException("asked what it is, it answered with " + answer.status());
      }
    }
    return nanos;
  }

  /**
   * {@return the nanoseconds until the upstream has received the cancellations, when {@code
   * leaving} more clients leave and {@code told} have left in all}
   */
  long leave(int leaving, int told) throws IOException {
    long begun = TIME.nanos();
    for (int i = 0; i < leaving; i++) {
      hanging.removeLast().close();
    }
    await("cancelled", told);
    return TIME.nanos() - begun;
  }

  private void await(String tool, int count) throws IOException {
    var answer = asking.exchange(request(asking, tool, "{\"count\":" + count + "}"));
    // The handle of a job has a result, too, and would pass for the server's answer.
    if (answer.status() != 200 || !COUNTED.matcher(answer.body()).find()) {
      throw new IOException(tool + " was answered with " + answer.status() + ": " + answer.body());
    }
  }

  private byte[] request(KeptConnection connection, String tool, String arguments) {
    return connection.post(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s,%s}}"
            .formatted(tool, arguments, meta),
        EchoSession.modernHeaders(tool));
  }

  @Override
  public void close() throws IOException {
    for (var connection : hanging) {
      connection.close();
    }
    asking.close();
  }
}
