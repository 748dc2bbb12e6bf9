package dev.belay.gateway.upstream;

import dev.belay.config.Start;
import dev.belay.mcp.stdio.StdioBounds;
import dev.belay.mcp.stdio.StdioConnection;
import dev.belay.mcp.stdio.StdioEnd;
import dev.belay.mcp.stdio.StdioHandler;
import dev.belay.process.spawn.Exit;
import dev.belay.process.tree.Grace;
import dev.belay.testbed.fault.FaultyPuppet;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Transport to a faulty server in this JVM: that of a process, without the process. */
final class PuppetTransport implements Transport, StdioHandler {
  private final Server server;
  private final UpstreamConnection link;
  private final UpstreamInbox inbox;
  private final Consumer<String> onEnd;
  private final FaultyPuppet puppet;
  private final StdioConnection connection;

  PuppetTransport(
      Server server,
      Start.Command command,
      UpstreamConnection link,
      UpstreamInbox inbox,
      Consumer<String> onEnd) {
    this.server = server;
    this.link = link;
    this.inbox = inbox;
    this.onEnd = onEnd;
    puppet = FaultyPuppet.start(server.time(), server.environment(), command.args());
    connection =
        new StdioConnection(
            "upstream-" + server.name(),
            puppet.stdout(),
            puppet.stdin(),
            new StdioBounds(server.maxLineBytes(), 20_000, 64 * 1024 * 1024),
            this);
  }

  @Override
  public void start() {
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
  public boolean isBroken() {
    return connection.isClosed();
  }

  @Override
  public long fill() {
    return connection.fill();
  }

  @Override
  public boolean stop(Grace grace) {
    puppet.kill();
    var _ = connection.abandonOutput();
    return true;
  }

  @Override
  public List<String> lastErrorLines() {
    return puppet.errorLines();
  }

  @Override
  public void onMessage(byte[] line) {
    inbox.take(line, null);
  }

  @Override
  public void onOversized(String start) {
    inbox.oversized(start);
  }

  @Override
  public void onCrowdedOut(String start) {
    inbox.crowdedOut(start);
  }

  @Override
  public void onEnd(StdioEnd ending) {
    if (ending instanceof StdioEnd.HandlerFailed(Throwable cause)) {
      server.report().say("A defect in Belay cut off " + server.name() + ": " + cause);
      puppet.kill();
    }
    var _ =
        puppet
            .exited()
            .thenAccept(code -> {
              onUnwritten(connection.abandonOutput());
              onEnd.accept(server.endText(puppet.errorLines(), new Exit(code)));
            });
  }

  @Override
  public void onUnwritten(List<byte[]> messages) {
    messages.forEach(inbox::unwritten);
  }

  @Override
  public void onWriteFailed(IOException cause) {
    link.inputClosed();
  }
}
