package dev.belay.probe.report;

import dev.belay.probe.peer.ProbeRequest;
import dev.belay.probe.sweep.SweepPlan.Mode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes report files, and has their default names. */
public final class ReportFiles {
  private static final Path DIRECTORY = Path.of(".run", "reports");
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  private ReportFiles() {}

  /** {@return the file of the baseline with that name} */
  public static Path baseline(String name) {
    return Path.of(".run", "baselines", plain(name) + ".json");
  }

  /**
   * {@return the file of a sweep's report (S4-28)}
   *
   * @param place host and port, or the name of a command
   * @param ending such as {@code json}
   */
  public static Path sweep(String place, ProbeRequest request, Mode mode, String ending) {
    var tool = request.tool();
    var asked = tool == null ? request.method().replace('/', '-') : "tools-call-" + plain(tool);
    var load = mode == Mode.CLOSED ? "concurrency" : "rate";
    return DIRECTORY.resolve(
        "mcp-" + asked + "-observability-" + place + "-" + load + "-sweep." + ending);
  }

  /** {@return the short name of a sweep's report in a folder that a person has named} */
  public static String brief(ProbeRequest request, Mode mode, String ending) {
    var tool = request.tool();
    var asked = tool == null ? request.method().replace('/', '-') : plain(tool);
    return asked + "-" + (mode == Mode.CLOSED ? "concurrency" : "rate") + "." + ending;
  }

  /** {@return host and port of an address, such as {@code 127_0_0_1-3002}} */
  public static String place(URI url) {
    int port = url.getPort();
    int usual = "https".equalsIgnoreCase(url.getScheme()) ? HTTPS : HTTP;
    return plain(String.valueOf(url.getHost())) + "-" + (port < 0 ? usual : port);
  }

  /** {@return the place of a started server, from the name of its program} */
  public static String place(String name) {
    return "stdio-" + plain(name);
  }

  /** Writes a report atomically, and creates its directories if needed. */
  public static void write(Path path, String text) throws IOException {
    var directory = path.toAbsolutePath().normalize().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    var part = path.resolveSibling(path.getFileName() + ".part");
    Files.writeString(part, text);
    Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String plain(String name) {
    return name.replaceAll("[^A-Za-z0-9-]", "_");
  }

  /** Thrown when a file does not exist or is not a report; the message is for a person. */
  public static final class UnreadableReport extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates an exception whose message names the problem and the file. */
    public UnreadableReport(String message) {
      super(message);
    }

    /** {@return the problem, with the file's name} */
    public String text() {
      return String.valueOf(getMessage());
    }
  }
}
