package dev.belay.cli.command;

import dev.belay.access.Gatekeeper;
import dev.belay.access.InvalidTokens;
import dev.belay.cli.clients.Change;
import dev.belay.cli.clients.Client;
import dev.belay.cli.clients.ClientConfig;
import dev.belay.cli.clients.Entry;
import dev.belay.cli.clients.EntryFaults;
import dev.belay.cli.clients.NotUnderstood;
import dev.belay.cli.command.DoctorPage.FileRow;
import dev.belay.cli.command.DoctorPage.ServerRow;
import dev.belay.cli.command.ServerCheck.Checked;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.HealthPage;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.server.FoundBy;
import dev.belay.cli.server.HttpBinding;
import dev.belay.cli.server.ScriptFaults;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Launcher;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay doctor}: looks at clients, their servers, the configuration and this machine. */
final class DoctorCommand implements Subcommand {
  private static final int AT_ONCE = 4;
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
        .customSynopsis("belay doctor [--no-start] [--json] [OPTIONS]")
        .description(
            "",
            "Looks at everything once: the files of clients and what belay import would do to"
                + " them,",
            "each server in them (started, asked for its tools, and ended with all its processes),",
            "the configuration here, a running belay serve, and this machine. Changes nothing.")
        .footer(
            "",
            "CUT is how many tools get shortened in lists (mcp.tools_list.compact); LINT how many",
            "oddities belay tools --lint explains.",
            "",
            "Exit codes: 0 all is well, 1 something is wrong, 2 usage.",
            "",
            "Examples:",
            "  belay doctor",
            "  belay doctor --no-start",
            "  belay doctor --json | jq -r '.wrong[]'");
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
    var facts = new LinkedHashMap<String, String>();
    var page = new DoctorPage(facts);
    machine(facts, page);
    var settings = configuration(said, facts, page, shell);
    var address = address(settings);
    var configs = files(page, shell);
    gateway(address, configs, facts, page, shell);
    boolean starts = !said.hasMatchedOption(NO_START);
    if (starts && shell.errIsTerminal().getAsBoolean()) {
      shell.say("belay: starting each server once…");
    }
    var check = new ServerCheck(here, settings, seconds, shell, time);
    servers(configs, starts ? check : null, address, page, shell);
    shell.print(said.hasMatchedOption("--json") ? page.json() : page.text());
    return page.isWell() ? ExitCode.OK : ExitCode.ERROR;
  }

  private void machine(Map<String, String> facts, DoctorPage page) {
    var program = Launcher.path();
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
    for (var place : Client.places(here, shell.environment())) {
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
    var program = Launcher.path();
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
      if (!health.isReady()) {
        page.wrong("belay serve at " + address + " is not ready; see belay health");
      }
    } catch (GatewayTrouble e) {
      facts.put("belay serve", e.isNobodyThere() ? "none at " + address : e.text());
      boolean isUsed =
          configs.stream()
              .flatMap(config -> config.entries().stream())
              .anyMatch(entry -> isAt(entry, address));
      if (isUsed || !e.isNobodyThere()) {
        page.wrong(e.text());
      }
    }
  }

  private static boolean isAt(Entry entry, URI address) {
    return entry.how() instanceof Entry.How.Url(String url) && url.startsWith(address + "/");
  }

  /** A server, with the clients that have it. */
  private record Known(
      ClientConfig config, Entry entry, boolean canStart, TreeSet<String> clients) {}

  private void servers(
      List<ClientConfig> configs,
      @Nullable ServerCheck check,
      @Nullable URI address,
      DoctorPage page,
      Shell shell)
      throws InterruptedException {
    var known = new LinkedHashMap<List<Object>, Known>();
    int ofOthers = 0;
    for (var config : configs) {
      var names = new HashMap<String, Entry>();
      for (var entry : config.entries()) {
        if (entry.project() != null
            && !Path.of(entry.project()).equals(here.toAbsolutePath().normalize())) {
          ofOthers++;
          continue;
        }
        var place = entry.name() + " (" + config.path() + ")";
        if (names.put(entry.name(), entry) != null) {
          page.wrong(place + ": there are two of that name, and its client takes one");
        }
        boolean canStart = true;
        for (var fault : EntryFaults.of(entry, shell.environment())) {
          var text = place + ": " + fault.text();
          switch (fault.weight()) {
            case STOPS -> {
              canStart = false;
              page.wrong(text);
            }
            case WRONG -> page.wrong(text);
            case ODD -> page.note(text);
          }
        }
        boolean mayStart = canStart;
        List<Object> same = List.of(entry.name(), entry.how(), entry.env());
        known
            .computeIfAbsent(same, _ -> new Known(config, entry, mayStart, new TreeSet<>()))
            .clients()
            .add(config.client().title());
      }
    }
    if (ofOthers > 0) {
      page.note(ofOthers + " servers of other projects are not looked at");
    }
    sameNames(configs, page);
    var rows = check == null ? Map.<Known, Checked>of() : started(known.values(), check, address);
    for (var one : known.values()) {
      var checked = rows.get(one);
      page.server(
          new ServerRow(
              one.entry().name(),
              String.join(", ", one.clients()),
              checked,
              check == null ? "not started" : why(one.entry(), address)));
      if (checked != null && !checked.isCut() && checked.bytes() > 64 * 1024) {
        page.note(
            one.entry().name()
                + ": its tools take "
                + checked.bytes()
                + " bytes of each request; mcp.tools_list.compact: all makes them "
                + checked.shortBytes()
                + ", and shortens "
                + checked.cut());
      }
    }
  }

  /** Says where a client has one name in two of its files, of which it takes one. */
  private static void sameNames(List<ClientConfig> configs, DoctorPage page) {
    for (int at = 0; at < configs.size(); at++) {
      for (var other : configs.subList(at + 1, configs.size())) {
        var one = configs.get(at);
        if (one.client() != other.client()) {
          continue;
        }
        for (var entry : one.entries()) {
          boolean isTwice =
              entry.project() == null
                  && other.entries().stream()
                      .anyMatch(it -> it.project() == null && it.name().equals(entry.name()));
          if (isTwice) {
            page.wrong(
                entry.name()
                    + ": is in "
                    + one.path()
                    + " and in "
                    + other.path()
                    + "; "
                    + one.client().title()
                    + " takes one");
          }
        }
      }
    }
  }

  private static String why(Entry entry, @Nullable URI address) {
    if (entry.isOff()) {
      return "disabled";
    }
    return address != null && isAt(entry, address) ? "is belay serve" : "cannot be started";
  }

  private static Map<Known, Checked> started(
      Iterable<Known> known, ServerCheck check, @Nullable URI address) throws InterruptedException {
    var answers = new LinkedHashMap<Known, CompletableFuture<Checked>>();
    var places = new Semaphore(AT_ONCE);
    var named = Thread.ofVirtual().name("belay-doctor-", 0).factory();
    try (var threads = Executors.newThreadPerTaskExecutor(named)) {
      for (var one : known) {
        var entry = one.entry();
        boolean isOurs = address != null && isAt(entry, address);
        if (entry.isOff() || isOurs || !one.canStart()) {
          continue;
        }
        var answer = new CompletableFuture<Checked>();
        answers.put(one, answer);
        threads.execute(() -> answer.complete(checked(one, check, places)));
      }
    }
    var checked = new HashMap<Known, Checked>();
    answers.forEach((one, answer) -> checked.put(one, answer.join()));
    return checked;
  }

  private static Checked checked(Known one, ServerCheck check, Semaphore places) {
    try {
      places.acquire();
      try {
        return check.of(one.config(), one.entry());
      } finally {
        places.release();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Checked.failed("interrupted");
    }
  }
}
