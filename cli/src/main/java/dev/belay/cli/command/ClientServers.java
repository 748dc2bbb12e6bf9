package dev.belay.cli.command;

import dev.belay.cli.clients.ClientConfig;
import dev.belay.cli.clients.EntryFaults;
import dev.belay.cli.clients.KnownClient;
import dev.belay.cli.clients.ServerEntry;
import dev.belay.cli.command.DoctorPage.ServerRow;
import dev.belay.cli.command.ServerCheck.Checked;
import dev.belay.core.time.Time;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The servers in the files of clients, each once: finds what is wrong in their entries, has them
 * checked, and reports all of it. For one thread.
 */
final class ClientServers {
  private static final int AT_ONCE = 4;
  private static final int HEAVY_BYTES = 64 * 1024;

  private final Path here;
  private final @Nullable URI address;
  private final Map<String, String> environment;
  private final DoctorPage page;
  private final Set<Path> placesOfUser;
  private final Map<List<Object>, ListedServer> servers = new LinkedHashMap<>();
  private final Map<List<Object>, Place> names = new HashMap<>();

  /**
   * Creates it without a server.
   *
   * @param here the directory of the project
   * @param address where {@code belay serve} is; null if that is not known
   * @param page takes what is found
   */
  ClientServers(
      Path here, @Nullable URI address, Map<String, String> environment, DoctorPage page) {
    this.here = here;
    this.address = address;
    this.environment = environment;
    this.page = page;
    // Of another folder, only the places of the user are the same.
    placesOfUser =
        KnownClient.places(here.resolve("elsewhere"), environment).stream()
            .map(KnownClient.Place::path)
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Starts a server, and asks for its tools. */
  @FunctionalInterface
  interface Check {
    /** {@return what a server of that file answered} */
    Checked of(ClientConfig config, ServerEntry entry) throws InterruptedException;
  }

  private record Place(ClientConfig config, ServerEntry entry) {}

  /**
   * A server, with the clients that have it.
   *
   * @param isOfFolder whether only files of the project have it, which may be another person's
   */
  private record ListedServer(
      ClientConfig config,
      ServerEntry entry,
      boolean canStart,
      boolean isOfFolder,
      TreeSet<String> clients) {
    ListedServer and(ListedServer other) {
      clients.addAll(other.clients);
      var more = isOfFolder ? other : this;
      return new ListedServer(
          more.config, more.entry, more.canStart, isOfFolder && other.isOfFolder, clients);
    }
  }

  /** {@return whether an entry is that of the gateway itself} */
  static boolean isAt(ServerEntry entry, @Nullable URI address) {
    return address != null
        && entry.how() instanceof ServerEntry.How.Url(String url)
        && url.startsWith(address + "/");
  }

  /** Adds the servers of files, and reports what is wrong with their entries. */
  void add(List<ClientConfig> configs) {
    int ofOthers = 0;
    for (var config : configs) {
      for (var entry : config.entries()) {
        if (entry.project() == null
            || Path.of(entry.project()).equals(here.toAbsolutePath().normalize())) {
          add(config, entry);
        } else {
          ofOthers++;
        }
      }
    }
    if (ofOthers > 0) {
      page.note(
          ofOthers == 1
              ? "1 server of another project is not looked at"
              : ofOthers + " servers of other projects are not looked at");
    }
  }

  private void add(ClientConfig config, ServerEntry entry) {
    var first = names.putIfAbsent(List.of(config.client(), entry.name()), new Place(config, entry));
    if (first != null) {
      sameName(first, config, entry);
    }
    boolean canStart = true;
    for (var fault : EntryFaults.of(entry, environment)) {
      var text = entry.name() + " (" + config.path() + "): " + fault.text();
      switch (fault.weight()) {
        case STOPS -> {
          canStart = false;
          page.wrong(text);
        }
        case WRONG -> page.wrong(text);
        case ODD -> page.note(text);
      }
    }
    var clients = new TreeSet<>(Set.of(config.client().title()));
    boolean isOfFolder = !placesOfUser.contains(config.path());
    servers.merge(
        List.of(entry.name(), entry.how(), entry.env()),
        new ListedServer(config, entry, canStart, isOfFolder, clients),
        ListedServer::and);
  }

  /** Says where a client has one name twice, of which it takes one. */
  private void sameName(Place first, ClientConfig config, ServerEntry entry) {
    boolean isOneFile = first.config().path().equals(config.path());
    if (isOneFile && Objects.equals(first.entry().project(), entry.project())) {
      page.wrong(
          entry.name()
              + " ("
              + config.path()
              + "): there are two of that name, and its client takes one");
      return;
    }
    boolean isSame =
        first.entry().how().equals(entry.how()) && first.entry().env().equals(entry.env());
    if (!isSame && !(isAt(first.entry(), address) && isAt(entry, address))) {
      page.note(
          entry.name()
              + ": is in "
              + first.config().path()
              + (isOneFile ? " twice" : " and in " + config.path())
              + "; "
              + config.client().title()
              + " takes one");
    }
  }

  /** {@return how many servers only the project's files have, of those that can be started} */
  int ofFolder() {
    return (int)
        servers.values().stream().filter(one -> isStartable(one) && one.isOfFolder()).count();
  }

  private boolean isStartable(ListedServer one) {
    return one.canStart() && !one.entry().isOff() && !isAt(one.entry(), address);
  }

  /**
   * Has the servers checked, and reports the answers.
   *
   * @param withFolder whether those that only the project's files have are started, too
   * @param most how long one may take
   */
  void check(Check check, boolean withFolder, Duration most, Time time)
      throws InterruptedException {
    var chosen =
        servers.values().stream()
            .filter(one -> isStartable(one) && (withFolder || !one.isOfFolder()))
            .toList();
    var answers = started(chosen, check, most, time);
    var left = new ArrayList<String>();
    for (var one : servers.values()) {
      var checked = answers.get(one);
      boolean isLeft = checked == null && isStartable(one);
      if (isLeft) {
        left.add(one.entry().name());
      }
      report(one, checked, isLeft ? "not started: of this folder" : why(one.entry()));
    }
    if (!left.isEmpty()) {
      page.note(
          "not started, since files of this folder name them: "
              + String.join(", ", left)
              + "; if you trust those, start them with: belay doctor --start");
    }
  }

  /** Reports the servers without starting any. */
  void list() {
    servers.values().forEach(one -> report(one, null, "not started"));
  }

  private void report(ListedServer one, @Nullable Checked checked, String about) {
    var name = one.entry().name();
    page.server(new ServerRow(name, String.join(", ", one.clients()), checked, about));
    if (checked != null && !checked.isCut() && checked.bytes() > HEAVY_BYTES) {
      page.note(
          name
              + ": its tools take "
              + checked.bytes()
              + " bytes of each request; mcp.tools_list.compact: all makes them "
              + checked.shortBytes()
              + ", and shortens "
              + checked.cut());
    }
  }

  private String why(ServerEntry entry) {
    if (entry.isOff()) {
      return "disabled";
    }
    return isAt(entry, address) ? "is belay serve" : "cannot be started";
  }

  private static Map<ListedServer, Checked> started(
      List<ListedServer> chosen, Check check, Duration most, Time time)
      throws InterruptedException {
    var answers = new HashMap<ListedServer, CompletableFuture<Checked>>();
    var places = new Semaphore(AT_ONCE);
    var named = Thread.ofVirtual().name("belay-doctor-", 0).factory();
    // Not closed: that would wait for a check that hangs.
    var threads = Executors.newThreadPerTaskExecutor(named);
    try {
      for (var one : chosen) {
        answers.put(
            one,
            CompletableFuture.supplyAsync(() -> checked(one, check, places), threads)
                .exceptionally(e -> Checked.failed("cannot be checked: " + reason(e))));
      }
      var all = CompletableFuture.allOf(answers.values().toArray(CompletableFuture<?>[]::new));
      var _ = time.await(all, most.multipliedBy(Math.ceilDiv(chosen.size(), AT_ONCE)));
      var late = Checked.failed("its check did not end within " + most.toSeconds() + " s");
      var checked = new HashMap<ListedServer, Checked>();
      answers.forEach((one, answer) -> checked.put(one, answer.getNow(late)));
      return checked;
    } finally {
      threads.shutdownNow();
    }
  }

  private static String reason(Throwable e) {
    return String.valueOf(e.getCause() == null ? e : e.getCause());
  }

  private static Checked checked(ListedServer one, Check check, Semaphore places) {
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
