package dev.belay.gateway.upstream;

import dev.belay.mcp.stdio.StdioBounds;
import dev.belay.mcp.stdio.StdioConnection;
import dev.belay.mcp.stdio.StdioEnd;
import dev.belay.mcp.stdio.StdioHandler;
import dev.belay.process.spawn.Child;
import dev.belay.process.spawn.Exit;
import dev.belay.process.tree.Birth;
import dev.belay.process.tree.Grace;
import dev.belay.process.tree.TreeMember;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Transport to a server process over its two pipes. */
final class ProcessTransport implements Transport, StdioHandler {
  /** Enough for a client's burst while the server reads; more means that it does not. */
  private static final int QUEUED_MESSAGES = 20_000;

  private static final int QUEUED_BYTES = 64 * 1024 * 1024;

  private final Server server;
  private final Child child;
  private final UpstreamConnection link;
  private final UpstreamInbox inbox;
  private final ProcessEnd end;
  private final StdioConnection connection;

  /**
   * Takes over a started process.
   *
   * @param onEnd called once, with a text about the end
   */
  ProcessTransport(
      Server server,
      Child child,
      UpstreamConnection link,
      UpstreamInbox inbox,
      Consumer<String> onEnd) {
    this.server = server;
    this.child = child;
    this.link = link;
    this.inbox = inbox;
    end = new ProcessEnd(server.time(), child, exit -> ended(exit, onEnd));
    var bounds = new StdioBounds(server.maxLineBytes(), QUEUED_MESSAGES, QUEUED_BYTES);
    connection =
        new StdioConnection(
            "upstream-" + server.name(), child.stdout(), child.stdin(), bounds, this);
  }

  private void ended(@Nullable Exit exit, Consumer<String> onEnd) {
    if (exit != null) {
      onUnwritten(connection.abandonOutput());
    }
    onEnd.accept(server.endText(child.lastErrorLines(), exit));
  }

  Child child() {
    return child;
  }

  @Override
  public long pid() {
    return child.pid();
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
  public boolean stop(Grace grace) throws InterruptedException {
    try {
      return child.stop(grace).abandoned().isEmpty();
    } finally {
      var _ = connection.abandonOutput();
    }
  }

  @Override
  public List<Birth> births() {
    return child.births();
  }

  @Override
  public List<Birth> tree() {
    return child.tree();
  }

  @Override
  public List<String> lastErrorLines() {
    return child.lastErrorLines();
  }

  @Override
  public boolean isAlive(TreeMember process) {
    return child.isAlive(process);
  }

  @Override
  public void kill(Function<List<Birth>, Set<TreeMember>> choose) {
    var _ = child.kill(choose);
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
    switch (ending) {
      case StdioEnd.Closed _, StdioEnd.Broken _ -> {}
      case StdioEnd.Unfinished(long bytes, String start) ->
          server
              .report()
              .say(server.name() + " ended within a line, after " + bytes + " bytes: " + start);
      case StdioEnd.HandlerFailed(Throwable cause) ->
          server.report().say("A defect in Belay cut off " + server.name() + ": " + cause);
    }
    end.outputEnded();
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
