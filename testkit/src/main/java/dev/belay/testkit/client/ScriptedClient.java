package dev.belay.testkit.client;

import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import dev.belay.testkit.json.Json;
import dev.belay.testkit.json.NotJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An MCP client on stdio that sends what a test tells it, valid or not.
 *
 * <p>Each wait fails after {@link #LIMIT} with an {@link AssertionError} that shows what arrived
 * instead. Safe for use by many threads.
 */
public final class ScriptedClient implements AutoCloseable {
  /** The longest wait of a test, far above the needs of a healthy machine. */
  public static final Duration LIMIT = Patience.LIMIT;

  private final ReentrantLock turn = new ReentrantLock();
  private final AtomicInteger lastId = new AtomicInteger();
  private final OutputStream toServer;
  private final Inbox fromServer;
  private final @Nullable Inbox stderr;
  private final @Nullable Process process;

  private ScriptedClient(InputStream in, OutputStream out, @Nullable Process process) {
    this.toServer = out;
    this.fromServer = new Inbox("stdout", in);
    this.process = process;
    this.stderr = process == null ? null : new Inbox("stderr", process.getErrorStream());
  }

  /** {@return a client that reads from and writes to these streams, and closes them} */
  public static ScriptedClient over(InputStream fromServer, OutputStream toServer) {
    return new ScriptedClient(fromServer, toServer, null);
  }

  /** {@return a client of a new process} Closing it kills the process. */
  public static ScriptedClient start(List<String> command) throws IOException {
    return start(new ProcessBuilder(command));
  }

  /** {@return a client of a new process, configured by the caller} Closing it kills the process. */
  public static ScriptedClient start(ProcessBuilder builder) throws IOException {
    var process = builder.start();
    return new ScriptedClient(process.getInputStream(), process.getOutputStream(), process);
  }

  /** {@return the process that this client started} */
  public Process process() {
    if (process == null) {
      throw new IllegalStateException("this client talks over streams of its caller");
    }
    return process;
  }

  /** Sends {@code line} and a line feed, as UTF-8. */
  public void send(String line) {
    sendBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Sends bytes, not necessarily lines or text. */
  public void sendBytes(byte[] bytes) {
    turn.lock();
    try {
      toServer.write(bytes);
      toServer.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      turn.unlock();
    }
  }

  /** Sends a request with {@code id} and params as JSON. */
  public void request(String id, String method, String params) {
    send(Messages.request(id, method, params));
  }

  /** Sends a notification with params as JSON. */
  public void notify(String method, String params) {
    send(Messages.notification(method, params));
  }

  /** Cancels the request {@code id}, given as JSON. */
  public void cancel(String id) {
    notify("notifications/cancelled", "{\"requestId\":" + id + "}");
  }

  /** Sends a request under a new id. Returns its response. */
  public Json ask(String method, String params) throws InterruptedException {
    var id = "\"ask-" + lastId.incrementAndGet() + "\"";
    request(id, method, params);
    return awaitResponse(id);
  }

  /** Calls a tool under a new id. Returns its response. */
  public Json call(String tool, String arguments) throws InterruptedException {
    return ask("tools/call", toolCall(tool, arguments));
  }

  /** {@return the params of a tool call with arguments as JSON} */
  public static String toolCall(String tool, String arguments) {
    return "{\"name\":" + Json.quote(tool) + ",\"arguments\":" + arguments + "}";
  }

  /** Opens a legacy session, without capabilities. Returns the server's answer. */
  public Json initialize(String revision) throws InterruptedException {
    return initialize(revision, "{}");
  }

  /** Opens a legacy session with these capabilities. Returns the server's answer. */
  public Json initialize(String revision, String capabilities) throws InterruptedException {
    var answer = ask("initialize", Messages.greeting(revision, capabilities));
    notify("notifications/initialized", "{}");
    return answer;
  }

  /** {@return the response under {@code id}, given as JSON, once it has arrived} */
  public Json awaitResponse(String id) throws InterruptedException {
    return Json.parse(
        fromServer.await(
            // Looked for as text first: parsing every line again for each response is quadratic.
            line -> line.contains(id) && matches(line, message -> isResponse(message, id)),
            LIMIT));
  }

  private static boolean isResponse(Json message, String id) {
    return message.at("id").raw().equals(id) && !message.at("method").present();
  }

  /** {@return the first notification or request, past or future, with this method} */
  public Json awaitMethod(String method) throws InterruptedException {
    return await(message -> message.at("method").text().equals(method));
  }

  /** {@return the first message, past or future, that matches} Skips lines that are not JSON. */
  public Json await(Predicate<Json> wanted) throws InterruptedException {
    return Json.parse(fromServer.await(line -> matches(line, wanted), LIMIT));
  }

  /** {@return the first line, past or future, with this beginning, JSON or not} */
  public String awaitLine(String start) throws InterruptedException {
    return fromServer.await(line -> line.startsWith(start), LIMIT);
  }

  /** {@return the line after the first {@code count}, past or future} */
  public String awaitLine(int count) throws InterruptedException {
    return fromServer.awaitAfter(count, LIMIT);
  }

  /** {@return all lines so far} */
  public List<String> received() {
    return fromServer.lines();
  }

  /** {@return all messages so far that match} */
  public List<Json> received(Predicate<Json> wanted) {
    return received().stream().filter(line -> matches(line, wanted)).map(Json::parse).toList();
  }

  /** {@return the lines of the process's stderr so far} */
  public List<String> stderr() {
    return stderr == null ? List.of() : stderr.lines();
  }

  /** {@return the first line on stderr, past or future, that contains {@code part}} */
  public String awaitStderr(String part) throws InterruptedException {
    if (stderr == null) {
      throw new IllegalStateException("this client talks over streams of its caller");
    }
    return stderr.await(line -> line.contains(part), LIMIT);
  }

  /** Sends SIGTERM, and leaves the streams open, unlike {@link Process#destroy}. */
  public void terminate() {
    process().toHandle().destroy();
  }

  /** Ends the server's stdin. */
  public void closeStdin() throws IOException {
    toServer.close();
  }

  /** Waits until the server's stdout has ended. */
  public void awaitEnd() throws InterruptedException {
    fromServer.awaitEnd(LIMIT);
  }

  /** {@return the exit code of the process, once it has ended} */
  public int awaitExit() throws InterruptedException {
    var exit = process().onExit();
    if (!Time.system().await(exit, LIMIT)) {
      throw new AssertionError("the process did not end");
    }
    return process().exitValue();
  }

  /** Closes the streams, and kills the process if there is one. */
  @Override
  public void close() throws IOException {
    if (process != null) {
      process.destroyForcibly();
      process.onExit().join();
    }
    try {
      toServer.close();
    } catch (IOException _) {
      // Data buffered for a process that is gone cannot be written.
    }
  }

  private static boolean matches(String line, Predicate<Json> wanted) {
    try {
      return wanted.test(Json.parse(line));
    } catch (NotJson _) {
      return false;
    }
  }
}
