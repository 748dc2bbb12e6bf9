package dev.belay.probe.peer;

import dev.belay.core.time.Time;
import dev.belay.mcp.stdio.StdioBounds;
import dev.belay.mcp.stdio.StdioConnection;
import dev.belay.mcp.stdio.StdioEnd;
import dev.belay.mcp.stdio.StdioHandler;
import dev.belay.probe.peer.McpTarget.Wire;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.spawn.Child;
import dev.belay.process.spawn.Launch;
import dev.belay.process.spawn.Spawner;
import dev.belay.process.tree.Grace;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Connection to a server process, which is ended with all its descendants. */
final class StdioWire implements Wire, StdioHandler {
  private static final int LONGEST_MESSAGE = 64 * 1024 * 1024;
  private static final int QUEUED_BYTES = 64 * 1024 * 1024;

  private final ProbeInbox inbox;
  private final Spawner spawner;
  private final Child child;
  private final StdioConnection connection;
  private final AtomicBoolean isLeft = new AtomicBoolean();

  StdioWire(Launch launch, ConnectionLimits limits, Time time, ProbeInbox inbox)
      throws MeasurementFailed {
    this.inbox = inbox;
    spawner = Spawner.open(time);
    try {
      child = spawner.start(launch);
    } catch (CannotStart e) {
      spawner.close();
      throw new MeasurementFailed(String.valueOf(e.getMessage()));
    }
    var bounds = new StdioBounds(LONGEST_MESSAGE, limits.messages(), QUEUED_BYTES);
    connection = new StdioConnection("probe", child.stdout(), child.stdin(), bounds, this);
    connection.start();
  }

  @Override
  public boolean send(byte[] message) {
    return connection.send(message);
  }

  @Override
  public void answer(byte[] response) {
    connection.answer(response);
  }

  @Override
  public void close() {
    inbox.end("it was left before it had answered");
    connection.closeOutput();
    var _ = child.stop(Grace.brisk());
    if (isLeft.compareAndSet(false, true)) {
      spawner.close();
    }
  }

  @Override
  public void onMessage(byte[] line) {
    var answer = inbox.take(line);
    if (answer != null) {
      answer(answer);
    }
  }

  @Override
  public void onOversized(String start) {
    inbox.end("the server wrote a line that is too long, which began: " + start);
  }

  @Override
  public void onEnd(StdioEnd end) {
    var _ =
        child
            .exited()
            .whenComplete((exit, _) ->
                inbox.end("the server ended" + (exit == null ? "" : ": " + exit.describe())));
  }

  @Override
  public void onWriteFailed(IOException cause) {
    // It has closed its input: its end shows in its output or silence.
  }
}
