package dev.belay.cli.command;

import dev.belay.cli.client.LocalClient;
import dev.belay.cli.client.LocalClient.RequestFailed;
import dev.belay.cli.client.LocalConversation;
import dev.belay.cli.client.ToolDefinition;
import dev.belay.cli.clients.ClientConfig;
import dev.belay.cli.clients.NotUnderstood;
import dev.belay.cli.clients.ServerEntry;
import dev.belay.cli.clients.ServersYaml;
import dev.belay.cli.server.GovernedServer;
import dev.belay.cli.server.PersonAtTerminal;
import dev.belay.cli.server.ServerOption;
import dev.belay.cli.shell.Interrupted;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.Version;
import dev.belay.config.Config;
import dev.belay.config.ListingSettings.Compaction;
import dev.belay.config.Loaded;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.Sources;
import dev.belay.core.time.Time;
import dev.belay.gateway.listing.CatalogLint;
import dev.belay.gateway.listing.ToolView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Starts a server of a client once, asks for its tools, and ends it with all that it started.
 *
 * @param settings the limits and lists of this machine's configuration
 * @param timeout seconds, for the start and for the list
 */
record ServerCheck(Path here, Settings settings, String timeout, Shell shell, Time time) {
  /**
   * What a server answered.
   *
   * @param tools how many it has; -1 if it did not answer
   * @param bytes the size of their definitions
   * @param shortBytes their size where {@code mcp.tools_list.compact} is {@code all}
   * @param cut how many are shortened then
   * @param isCut whether they are, by this machine's configuration
   * @param lint how many oddities they have
   * @param took from the start to the list
   * @param fault why it did not answer; null if it did
   */
  record Checked(
      int tools,
      long bytes,
      long shortBytes,
      int cut,
      boolean isCut,
      int lint,
      Duration took,
      @Nullable String fault) {
    static Checked failed(String fault) {
      return new Checked(-1, 0, 0, 0, false, 0, Duration.ZERO, fault);
    }
  }

  Checked of(ClientConfig config, ServerEntry entry) throws InterruptedException {
    try {
      var servers = new ServersYaml(here, Set.of());
      var fault = servers.take(config, entry);
      if (fault != null) {
        return Checked.failed("not started: " + fault);
      }
      return loaded(servers.in("", new ArrayList<>()));
    } catch (NotUnderstood e) {
      return Checked.failed(e.text());
    } catch (IOException e) {
      return Checked.failed(String.valueOf(e.getMessage()));
    }
  }

  private Checked loaded(String yaml) throws IOException, InterruptedException {
    var file = Files.createTempFile("belay", ".yaml");
    Loaded loaded;
    try {
      Files.writeString(file, yaml);
      var flags = List.of(ServerOption.STARTUP_TIMEOUT.ofAll(timeout));
      loaded = Config.load(new Sources(here, file, List.of(), shell.environment(), flags, null));
    } finally {
      Files.delete(file);
    }
    return switch (loaded) {
      case Loaded.Good(Settings own, var _) -> started(own.servers().values().iterator().next());
      case Loaded.Bad(var errors, var _) ->
          Checked.failed("not started: " + errors.getFirst().text());
    };
  }

  private Checked started(ServerSettings spec) throws InterruptedException {
    var begin = time.nanos();
    var said = new StartFault();
    var server =
        new GovernedServer(
            settings.with(spec),
            spec,
            ChosenServer.environment(spec, true, shell),
            /* hasJobs= */ false,
            null,
            PersonAtTerminal.NOBODY,
            said::add,
            _ -> {});
    try {
      server.closeAtExit();
      return asked(server, spec, begin);
    } catch (RequestFailed e) {
      return Checked.failed(said.or(e.text()));
    } catch (Interrupted _) {
      return Checked.failed("interrupted");
    } finally {
      server.close();
    }
  }

  private Checked asked(GovernedServer server, ServerSettings spec, long begin)
      throws RequestFailed, Interrupted, InterruptedException {
    var client = LocalClient.of(server, Version.NUMBER, settings.mcp().maxLineBytes(), _ -> {});
    try {
      var conversation = new LocalConversation(client, time, spec, new CompletableFuture<>());
      conversation.open();
      var tools = conversation.tools();
      return measured(tools, Duration.ofNanos(time.nanos() - begin));
    } finally {
      client.close();
    }
  }

  /** The first thing that was said of a server, which tells most. */
  private static final class StartFault {
    private volatile @Nullable String first;

    void add(String line) {
      if (first == null && line.contains("cannot start")) {
        first = line;
      }
    }

    String or(String otherwise) {
      var said = first;
      return said == null ? otherwise : said;
    }
  }

  private Checked measured(List<ToolDefinition> tools, Duration took) {
    var lists = settings.listing().lists();
    var view = new ToolView(lists.descriptionMaxChars());
    var lint = new CatalogLint(tools.stream().map(ToolDefinition::json).toList());
    long bytes = 0;
    long shortBytes = 0;
    int cut = 0;
    int odd = 0;
    for (var tool : tools) {
      int shortened = view.of(tool.json(), tool.name()).length;
      bytes += tool.bytes();
      shortBytes += shortened;
      cut += shortened < tool.bytes() ? 1 : 0;
      odd += lint.of(tool.json()).size();
    }
    return new Checked(
        tools.size(), bytes, shortBytes, cut, lists.compact() == Compaction.ALL, odd, took, null);
  }
}
