package dev.belay.tools.serve;

import dev.belay.mcp.session.StdioClient;
import dev.belay.mcp.stdio.StdioBounds;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.run.Contract;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;

/** Serves tools to the one client at the other end of two pipes, until it leaves. */
public final class StdioToolServer extends ToolServer<StdioToolServer> {
  /** The time to write pending answers once the client has left. */
  private static final Duration FAREWELL = Duration.ofMillis(200);

  StdioToolServer(Tools tools, Contract contract) {
    super(tools, contract);
  }

  @Override
  StdioToolServer self() {
    return this;
  }

  /**
   * Serves the client that started this process until it leaves, and returns once every call and
   * every child process has ended.
   *
   * <p>The standard output belongs to the client: output of tools goes to standard error from now
   * on.
   */
  public void serve() throws InterruptedException {
    System.setOut(StandardError.stream());
    serve(
        new FileInputStream(FileDescriptor.in),
        new FileOutputStream(FileDescriptor.out),
        /* isWholeProgram= */ true);
  }

  /** Serves the client at the other end of these streams, until it leaves. */
  public void serve(InputStream in, OutputStream out) throws InterruptedException {
    serve(in, out, /* isWholeProgram= */ false);
  }

  private void serve(InputStream in, OutputStream out, boolean isWholeProgram)
      throws InterruptedException {
    var served = served();
    var client =
        new StdioClient("client", in, out, StdioBounds.DEFAULT, served.host(), served::report);
    var ending = new Ending(served, () -> served.time().await(client.finish(), FAREWELL));
    Set<Long> before = isWholeProgram ? Ending.threads() : Set.of();
    if (isWholeProgram) {
      ending.atExit();
    }
    client.start();
    try {
      var _ = client.ended().toCompletableFuture().get();
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException("a conversation ends, and nothing else", e);
    } finally {
      ending.end("");
    }
    if (isWholeProgram) {
      ending.reportThreads(before);
    }
  }
}
