package dev.belay.cli.command;

import dev.belay.access.Gatekeeper;
import dev.belay.access.InvalidTokens;
import dev.belay.cli.clients.Change;
import dev.belay.cli.clients.ClientConfig;
import dev.belay.cli.clients.KnownClient;
import dev.belay.cli.clients.NotUnderstood;
import dev.belay.cli.command.DoctorPage.FileRow;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.HealthPage;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.server.FoundBy;
import dev.belay.cli.server.HttpBinding;
import dev.belay.cli.server.ScriptFaults;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.OwnCommand;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.cli.shell.Version;
import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.Settings;
import dev.belay.config.Sources;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay doctor}: looks at clients, their servers, the configuration and this machine. */
final class DoctorCommand implements Subcommand {
  /** How long the processes of a server may take to end. */
  private static final Duration FAREWELL = Duration.ofSeconds(10);

  private static final String START = "--start";
  private static final String NO_START = "--no-start";
  private static final String TIMEOUT = "--timeout";
  private static final String CONFIG = "--config";

  private final Path here;
  private final Time time;

  /** Creates the command for the project in a directory. */
  DoctorCommand(Path here, Time time) {
    this.here = here;
    this.time = time;
  }

  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("doctor");
    spec.usageMessage()
        .customSynopsis("belay doctor [--start | --no-start] [--json] [OPTIONS]")
        .description(
            "",
            "Looks at everything once: the files of clients and what belay import would do to"
                + " them,",
            "each server in them (started, asked for its tools, and ended with all its processes),",
            "the configuration here, a running belay serve, and this machine. Changes nothing.",
            "",
            "The servers of this folder's own files (.mcp.json, .cursor/mcp.json,"
                + " .vscode/mcp.json,",
            ".gemini/settings.json) are started only if you agree: a folder may come from others.")
        .footer(
            "",
            "CUT is how many tools get shortened in lists (mcp.tools_list.compact); LINT how many",
            "oddities belay tools --lint explains.",
            "",
            "Exit codes: 0 all is well, 1 something is wrong, 2 usage.",
            "",
            "Examples:",
            "  belay doctor",
            "  belay doctor --start",
            "  belay doctor --no-start",
            "  belay doctor --json | jq -r '.wrong[]'");
    spec.addOption(ServerSpec.flag(START, "start the servers of this folder's files unasked"));
    spec.addOption(ServerSpec.flag(NO_START, "start no server"));
    spec.addOption(
        ServerSpec.text(TIMEOUT, "S", "how long a server may take to start, and to answer (20)")
            .build());
    spec.addOption(ServerSpec.flag("--json", "print JSON"));
    spec.addOption(ServerSpec.text(CONFIG, "FILE", "the configuration (belay.yaml here)").build());
    return spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("show this help").build());
  }

  @Override
  public ExitCode run(ParseResult said, List<String> server, Shell shell)
      throws UsageException, IOException, InterruptedException {
    String seconds = said.matchedOptionValue(TIMEOUT, "20");
    if (!seconds.matches("[1-9][0-9]{0,3}")) {
      throw new UsageException("option " + TIMEOUT + ": expected seconds, found '" + seconds + "'");
    }
    if (said.hasMatchedOption(START) && said.hasMatchedOption(NO_START)) {
      throw new UsageException(START + " and " + NO_START + " do not go together");
    }
    var facts = new LinkedHashMap<String, String>();
    var page = new DoctorPage(facts);
    machine(facts, page);
    var settings = configuration(said, facts, page, shell);
    var address = address(settings);
    var configs = files(page, shell);
    gateway(address, configs, facts, page, shell);
    var servers = new ClientServers(here, address, shell.environment(), page);
    servers.add(configs);
    if (said.hasMatchedOption(NO_START)) {
      servers.list();
    } else {
      boolean withFolder = said.hasMatchedOption(START) || agrees(servers.ofFolder(), shell);
      if (shell.errIsTerminal().getAsBoolean()) {
        shell.say("belay: starting each server once…");
      }
      var check = new ServerCheck(here, settings, seconds, shell, time);
      servers.check(check::of, withFolder, most(seconds), time);
    }
    shell.print(said.hasMatchedOption("--json") ? page.json() : page.text());
    return page.isWell() ? ExitCode.OK : ExitCode.ERROR;
  }

  /** {@return whether a person wants servers started that a cloned folder may have brought} */
  private static boolean agrees(int ofFolder, Shell shell) throws IOException {
    if (ofFolder == 0
        || !shell.inIsTerminal().getAsBoolean()
        || !shell.errIsTerminal().getAsBoolean()) {
      return false;
    }
    return shell.agrees(
        ofFolder == 1
            ? "Start the server of this folder's files? [y/N] "
            : "Start the " + ofFolder + " servers of this folder's files? [y/N] ");
  }

  /** {@return how long one check may take: a start, a list, and the end} */
  private static Duration most(String seconds) {
    return Duration.ofSeconds(Long.parseLong(seconds)).multipliedBy(2).plus(FAREWELL);
  }

  private void machine(Map<String, String> facts, DoctorPage page) {
    var program = OwnCommand.path();
    facts.put("belay", Version.NUMBER + (program == null ? "" : ", " + program));
    facts.put("java", Runtime.version() + ", " + System.getProperty("java.home"));
    facts.put("heap", (Runtime.getRuntime().maxMemory() >> 20) + " MiB");
    facts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
    int files = openFiles();
    if (files >= 0) {
      facts.put("open files", Integer.toString(files));
      if (files < 1024) {
        page.wrong("a process may open " + files + " files only; raise it: ulimit -n 4096");
      }
    }
    var means = FoundBy.probe(time);
    facts.put("processes held by", means);
    if (means.startsWith("none")) {
      page.wrong("no process can be started and held here: " + means);
    }
  }

  /** {@return how many files a process may have open; -1 where the system does not tell} */
  private static int openFiles() {
    try {
      for (var line : Files.readAllLines(Path.of("/proc/self/limits"))) {
        var words = line.strip().split("\\s+", -1);
        if (line.startsWith("Max open files") && words.length > 3) {
          return words[3].equals("unlimited") ? Integer.MAX_VALUE : Integer.parseInt(words[3]);
        }
      }
    } catch (IOException | NumberFormatException _) {
      // Not Linux, or not readable.
    }
    return -1;
  }

  private Settings configuration(
      ParseResult said, Map<String, String> facts, DoctorPage page, Shell shell) {
    String given = said.matchedOptionValue(CONFIG, null);
    var path = EditedConfig.path(here, given);
    boolean isThere = given != null || Files.exists(path);
    var sources =
        new Sources(here, isThere ? path : null, List.of(), shell.environment(), List.of(), null);
    var loaded = Config.load(sources);
    loaded.warnings().forEach(warning -> page.note(warning.toString()));
    switch (loaded) {
      case Loaded.Good(Settings settings, var _) -> {
        facts.put("configuration", isThere ? path + ": valid" : "none here");
        HttpBinding.warning(settings).ifPresent(page::note);
        ScriptFaults.of(settings).forEach(page::wrong);
        try {
          Gatekeeper.check(settings.auth(), shell.environment(), page::note);
        } catch (InvalidTokens e) {
          page.wrong(String.valueOf(e.getMessage()));
        }
        return settings;
      }
      case Loaded.Bad(var errors, var _) -> {
        facts.put("configuration", path + ": not valid");
        errors.forEach(error -> page.wrong(error.toString()));
        return Settings.defaults();
      }
    }
  }

  private static @Nullable URI address(Settings settings) {
    try {
      return GatewayOptions.address(settings.http());
    } catch (UsageException _) {
      return null;
    }
  }

  private List<ClientConfig> files(DoctorPage page, Shell shell) {
    var configs = new ArrayList<ClientConfig>();
    var seen = new HashSet<Path>();
    for (var place : KnownClient.places(here, shell.environment())) {
      try {
        var config = ClientConfig.read(place.client(), place.path());
        if (config != null && !config.entries().isEmpty() && seen.add(config.file().target())) {
          configs.add(config);
          page.file(row(config));
        }
      } catch (IOException e) {
        page.wrong(String.valueOf(e.getMessage()));
      } catch (NotUnderstood e) {
        page.wrong(place.path() + ": " + e.text());
      }
    }
    if (configs.isEmpty()) {
      page.note("no client's file with servers was found here or at home");
    }
    return configs;
  }

  private static FileRow row(ClientConfig config) {
    var program = OwnCommand.path();
    var change = Change.wrapping(config, program == null ? "belay" : program.toString());
    long wrapped =
        change.notes().stream().filter(note -> note.fate() == Change.Fate.WRAPPED).count();
    return new FileRow(
        config.client().title(),
        config.path().toString(),
        config.entries().size(),
        wrapped == 0 ? "belay import changes nothing" : "belay import wraps " + wrapped);
  }

  private static void gateway(
      @Nullable URI address,
      List<ClientConfig> configs,
      Map<String, String> facts,
      DoctorPage page,
      Shell shell)
      throws InterruptedException {
    if (address == null) {
      facts.put("belay serve", "at any port (http.port: 0)");
      return;
    }
    try (var gateway = RunningGateway.configured(address, shell.environment())) {
      var health = HealthPage.of(gateway.health());
      facts.put("belay serve", address + ", " + String.join("; ", health.summary()));
      health.down().forEach(line -> page.wrong("behind belay serve " + line));
      if (!health.isReady()) {
        page.wrong("belay serve at " + address + " is not ready; see belay health");
      }
    } catch (GatewayTrouble e) {
      facts.put("belay serve", e.isNobodyThere() ? "none at " + address : e.text());
      boolean isUsed =
          configs.stream()
              .flatMap(config -> config.entries().stream())
              .anyMatch(entry -> ClientServers.isAt(entry, address));
      if (isUsed || !e.isNobodyThere()) {
        page.wrong(e.text());
      }
    }
  }
}
