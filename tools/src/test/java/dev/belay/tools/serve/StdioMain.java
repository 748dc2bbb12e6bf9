package dev.belay.tools.serve;

import dev.belay.tools.annotation.Tool;
import dev.belay.tools.declare.Tools;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/** A program that serves a few ill-mannered tools on its standard streams. */
final class StdioMain {
  private StdioMain() {}

  public static void main(String[] arguments) throws InterruptedException {
    ToolServer.stdio(Tools.of(new IllMannered())).named("ill-mannered", "1").serve();
  }

  /** {@return the command that starts it} */
  static List<String> command(List<String> options) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(), StdioMain.class.getName()));
    return command;
  }

  /** Under test our own classes are on the module path, or on the class path in an IDE. */
  private static String classPath() {
    Set<String> paths = new LinkedHashSet<>();
    for (var property : List.of("java.class.path", "jdk.module.path")) {
      paths.addAll(List.of(System.getProperty(property, "").split(":", -1)));
    }
    for (var type : List.of(StdioMain.class, ToolServer.class)) {
      paths.add(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }
    paths.add(Path.of("target", "test-classes").toString());
    paths.remove("");
    return String.join(":", paths);
  }

  /** Misbehaviour that a server must survive. */
  static final class IllMannered {
    /** Prints to the protocol's own stream. */
    @Tool(description = "Is called by a test.")
    @SuppressWarnings("SystemOut") // Printing is what is tested.
    public String prints() {
      System.out.println("this is no message");
      return "printed";
    }

    /** Exits the program. */
    @Tool(description = "Is called by a test.")
    public String exits() {
      System.exit(7);
      return "";
    }

    /** Waits for ever. */
    @Tool(description = "Is called by a test.")
    public String waits() throws InterruptedException {
      new CountDownLatch(1).await();
      return "";
    }

    /** Starts a thread that never ends. */
    @Tool(description = "Is called by a test.")
    public String leaks() {
      Thread.ofPlatform()
          .name("leaked")
          .daemon(false)
          .start(() -> {
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException _) {
              // Never counted down.
            }
          });
      return "leaked";
    }
  }
}
