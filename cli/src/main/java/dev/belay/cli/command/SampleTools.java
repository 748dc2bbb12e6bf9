package dev.belay.cli.command;

import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.cli.shell.Version;
import dev.belay.config.Loaded;
import dev.belay.config.Loaded.Finding;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.Start;
import dev.belay.samples.SampleFolders;
import dev.belay.samples.Samples;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.inject.ProjectPaths;
import dev.belay.tools.inject.ProtectedFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The sample tools of {@code belay serve}: served if there is no other server, and beside others on
 * request.
 *
 * @param roots the folders that they may use; empty for the working directory alone
 */
record SampleTools(Which which, List<Path> roots) {
  /** The name of the sample tools among other servers. */
  static final String NAME = "samples";

  static final String SAMPLES = "--samples";
  static final String ROOT = "--root";

  private static final String MCP_CONFIG = "--mcp-config";

  /** Which sample tools are served. */
  enum Which {
    /** Not chosen: the harmless ones, if there is no other server. */
    UNSAID,
    NONE,
    BASIC,
    ALL
  }

  /** {@return the sample tools that the command line asks for} */
  static SampleTools of(Said said) throws UsageException {
    var which = which(said);
    var roots = said.values(ROOT).stream().map(Path::of).toList();
    for (var root : roots) {
      if (!Files.isDirectory(root)) {
        throw new UsageException("option " + ROOT + ": there is no folder " + root);
      }
    }
    return new SampleTools(which, roots);
  }

  private static Which which(Said said) throws UsageException {
    var word = said.value(SAMPLES);
    if (word == null) {
      // A client's file is given for the servers in it.
      return said.has(MCP_CONFIG) ? Which.NONE : Which.UNSAID;
    }
    return switch (word) {
      case "none" -> Which.NONE;
      case "basic" -> Which.BASIC;
      case "all" -> Which.ALL;
      default ->
          throw new UsageException(
              "option " + SAMPLES + ": expected none, basic or all, not '" + word + "'");
    };
  }

  /** {@return {@code loaded}, with these tools as one more server if they are to be served} */
  Loaded in(Loaded loaded) {
    if (!(loaded instanceof Loaded.Good(Settings settings, var warnings))
        || !isServedBeside(settings)) {
      return loaded;
    }
    return settings.servers().containsKey(NAME)
        ? new Loaded.Bad(List.of(taken(settings)), warnings)
        : new Loaded.Good(settings.with(server(settings)), warnings);
  }

  private boolean isServedBeside(Settings settings) {
    return switch (which) {
      case UNSAID -> settings.servers().isEmpty();
      case NONE -> false;
      case BASIC, ALL -> true;
    };
  }

  private static ServerSettings server(Settings settings) {
    return ServerSettings.ofProgram(NAME, "belay " + Version.NUMBER, settings.mcp().cancelGrace());
  }

  private static Finding taken(Settings settings) {
    var key = "mcpServers." + NAME;
    return new Finding(
        settings.origins().of(key + ".command"),
        key,
        "is the name of the sample tools; give the server another name, or leave out " + SAMPLES);
  }

  /** {@return whether the server stands for the sample tools} */
  static boolean isMeantBy(ServerSettings server) {
    return server.start() instanceof Start.Native;
  }

  /** Rejects {@code --root} if the sample tools are not served. */
  void requireUse(List<ServerSettings> servers) throws UsageException {
    if (!roots.isEmpty() && servers.stream().noneMatch(SampleTools::isMeantBy)) {
      throw new UsageException(
          "option " + ROOT + " is for the sample tools: " + SAMPLES + " basic");
    }
  }

  /** Says on standard error that sample tools are served, and how to serve other ones. */
  void announce(Shell shell) {
    shell.say(
        "belay: serving sample tools, which may "
            + reach()
            + ". Your own: belay serve -- CMD, --url URL, or mcpServers in belay.yaml.");
  }

  /** {@return what they may do, and where} */
  String reach() {
    return (which == Which.ALL ? "run programs, and read and delete files" : "read files")
        + " below "
        + folders(new ProtectedFiles()).roots().stream()
            .map(Path::toString)
            .collect(Collectors.joining(", "));
  }

  /**
   * {@return the sample tools}
   *
   * @param withheld files that the tools do not use
   */
  Tools tools(ProtectedFiles withheld) {
    var folders = folders(withheld);
    return which == Which.ALL ? Samples.all(folders) : Samples.basic(folders);
  }

  private SampleFolders folders(ProtectedFiles withheld) {
    var used = roots.isEmpty() ? List.of(Path.of("")) : roots;
    var own = ProjectPaths.of(used.getFirst()).cache().resolve(NAME);
    return new SampleFolders(used, own, withheld);
  }
}
