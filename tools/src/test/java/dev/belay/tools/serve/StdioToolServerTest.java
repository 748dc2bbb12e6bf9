package dev.belay.tools.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A program serves its tools to the one client that started it")
@Tag("process")
final class StdioToolServerTest {
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}";

  @TempDir Path directory;

  /** A running program, and its client's ends of the pipes. */
  private static final class Program implements AutoCloseable {
    final Process process;
    final BufferedReader out;
    final BufferedReader err;
    final Writer in;

    Program(List<String> options) throws IOException {
      var builder = new ProcessBuilder(StdioMain.command(options));
      // A JVM reports on standard error that it has read this variable.
      builder.environment().remove("JAVA_TOOL_OPTIONS");
      process = builder.start();
      out = reader(process.getInputStream());
      err = reader(process.getErrorStream());
      in = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    }

    private static BufferedReader reader(java.io.InputStream in) {
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    String ask(String line) throws IOException {
      say(line);
      return out.readLine();
    }

    void say(String line) throws IOException {
      in.write(line + "\n");
      in.flush();
    }

    String call(int id, String tool) throws IOException {
      return ask(request(id, tool));
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  private static String request(int id, String tool) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\"tools/call\",\"params\":{\"name\":\""
        + tool
        + "\",\"arguments\":{}}}";
  }

  private Program opened() throws IOException {
    var program = new Program(List.of());
    assertThat(program.ask(INITIALIZE)).contains("\"serverInfo\":{\"name\":\"ill-mannered\"");
    return program;
  }

  @Test
  @DisplayName("what a tool prints goes to standard error, and the protocol stays whole")
  void prints() throws IOException {
    try (var program = opened()) {
      assertThat(program.call(1, "prints")).contains("\"text\":\"printed\"");
      assertThat(program.err.readLine()).isEqualTo("this is no message");
    }
  }

  @Test
  @DisplayName("the client leaves: calls end, and so does the program, in order")
  void leaves() throws IOException, InterruptedException {
    try (var program = opened()) {
      program.say(request(1, "waits"));
      assertThat(program.call(2, "prints")).contains("printed");
      program.in.close();

      assertThat(program.process.waitFor()).isZero();
      assertThat(program.out.readLine()).isNull();
    }
  }

  @Test
  @DisplayName("TERM: what runs is answered, and the exit code is the signal's")
  void terminated() throws IOException, InterruptedException {
    try (var program = opened()) {
      program.say(request(1, "waits"));
      assertThat(program.call(2, "prints")).contains("printed");
      var _ = program.err.readLine();
      // Through its handle, since the process itself would close its streams.
      program.process.toHandle().destroy();

      assertThat(program.out.readLine())
          .contains("\"id\":1", "[CANCELLED] Belay is shutting down.", "\"isError\":true");
      assertThat(program.err.readLine())
          .isEqualTo("belay: this program is ending while calls ran of waits; they are cancelled.");
      assertThat(program.process.waitFor()).isEqualTo(143);
    }
  }

  @Test
  @Claim("B11")
  @DisplayName(
      "a tool calls System.exit: it is named with its line, all calls are answered, the status is"
          + " kept")
  void exits() throws IOException, InterruptedException {
    try (var program = opened()) {
      program.say(request(1, "waits"));
      assertThat(program.call(2, "prints")).contains("printed");
      var _ = program.err.readLine();
      program.say(request(3, "exits"));

      assertThat(List.of(program.out.readLine(), program.out.readLine()))
          .allSatisfy(line ->
              assertThat(line)
                  .contains(
                      "[CANCELLED] The tool \\\"exits\\\", by System.exit at ",
                      "ended the server."))
          .anySatisfy(line -> assertThat(line).contains("\"id\":1"))
          .anySatisfy(line -> assertThat(line).contains("\"id\":3"));
      assertThat(program.err.readLine())
          .startsWith("belay: The tool \"exits\", by System.exit at ")
          .contains("StdioMain")
          .endsWith(", ended this program while calls ran of exits, waits; they are cancelled.");
      assertThat(program.process.waitFor()).isEqualTo(7);
    }
  }

  @Test
  @Claim("B13")
  @DisplayName("threads that a tool left behind are named once the client has left")
  void leaks() throws IOException {
    try (var program = opened()) {
      assertThat(program.call(1, "leaks")).contains("leaked");
      program.in.close();

      assertThat(program.err.readLine())
          .isEqualTo(
              "belay: the client has left, but threads that a tool began keep this program alive:"
                  + " leaked. Make them daemons, or end them with the call.");
    }
  }

  @Test
  @DisplayName(
      "initialize is answered without what only listing and calling need, and before anything is"
          + " linked that no AOT cache keeps")
  void startPath() throws IOException {
    var log = directory.resolve("classes");
    try (var program = new Program(List.of("-Xshare:off", "-Xlog:class+load:file=" + log))) {
      assertThat(program.ask(INITIALIZE)).contains("serverInfo");
      assertThat(Files.readAllLines(log))
          .noneMatch(line ->
              line.contains("$$TypeSwitch")
                  || line.contains("java.lang.runtime.SwitchBootstraps")
                  || line.contains("java.lang.runtime.ObjectMethods")
                  || line.contains("java.util.Comparator$$Lambda")
                  || line.contains("java.lang.System$Logger "));
      assertThat(program.ask("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"))
          .contains("result");
      assertThat(Files.readAllLines(log))
          .noneMatch(line ->
              line.contains("tools.jackson.databind.")
                  || line.contains("victools")
                  || line.contains("networknt")
                  || line.contains("caffeine")
                  || line.contains("org.slf4j.")
                  || line.contains("io.netty.")
                  || line.contains("javax.crypto.")
                  || line.contains("dev.belay.process.")
                  || line.contains("dev.belay.http."));
    }
  }
}
