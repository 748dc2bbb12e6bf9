package dev.belay.cli.command;

import dev.belay.testkit.json.Json;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * An MCP server with one tool per page, on a number of pages, or on endless ones if there is only
 * one tool.
 */
public final class PagingServer {
  private PagingServer() {}

  static List<String> command(int pages) {
    return command(pages, "null");
  }

  /** Sets the description of each tool, as JSON. */
  static List<String> command(int pages, String description) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path")
            + ":"
            + System.getProperty("jdk.module.path", "")
            + ":target/test-classes",
        PagingServer.class.getName(),
        Integer.toString(pages),
        description);
  }

  public static void main(String... args) throws IOException {
    int pages = Integer.parseInt(args[0]);
    var in =
        new BufferedReader(
            new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
    var out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      var message = Json.parse(line);
      if (message.at("id").present()) {
        out.println(
            "{\"jsonrpc\":\"2.0\",\"id\":"
                + message.at("id").raw()
                + ",\"result\":"
                + (message.at("method").text().equals("tools/list")
                    ? page(message.at("params", "cursor").text("0"), pages, args[1])
                    : "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{}}")
                + "}");
      }
    }
  }

  private static String page(String cursor, int pages, String description) {
    int number = Integer.parseInt(cursor);
    int next = pages == 1 ? 7 : number + 1;
    return "{\"tools\":[{\"name\":\"tool_%d\",\"description\":%s}]%s}"
        .formatted(
            number,
            description,
            pages == 1 || next < pages ? ",\"nextCursor\":\"" + next + "\"" : "");
  }
}
