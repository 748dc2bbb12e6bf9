package dev.belay.gateway.upstream;

import dev.belay.core.time.Simulation;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Era;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.tree.Grace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Servers, threads and timers of one simulated run. Servers start slowly or not at all, crash, keep
 * silent, refuse, speak one era and then the other, ignore stops, and close their input and live.
 * Threads are sometimes not to be had, and every one may be overtaken wherever it leaves the code
 * under test.
 */
final class SimulatedServers implements Server.Resources, Time {
  private static final byte[] EMPTY = "{}".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] MODERN =
      "{\"supportedVersions\":[\"2026-07-28\"]}".getBytes(StandardCharsets.US_ASCII);

  /** A stop and the thread for it may take that long. */
  private static final Duration LATE = Duration.ofSeconds(10);

  private final Simulation simulation;
  private final Random random;
  private final CannotStart noSuchProgram;
  final List<Running> all = new ArrayList<>();
  final List<Throwable> uncaught = new ArrayList<>();
  final List<String> late = new ArrayList<>();

  /** When the upstream was closed: soon after, no timer of it may be left. */
  long closedAt = Long.MAX_VALUE;

  Era era;

  /** How likely anything goes wrong, in percent of what is usual. */
  private final int trouble;

  SimulatedServers(Simulation simulation, Random random, CannotStart noSuchProgram) {
    this.noSuchProgram = noSuchProgram;
    this.simulation = simulation;
    this.random = random;
    era = random.nextBoolean() ? Era.MODERN : Era.LEGACY;
    trouble = List.of(0, 30, 100, 200).get(random.nextInt(4));
  }

  /** {@return whether it happens that is likely in so many percent where trouble is usual} */
  boolean happens(int percent) {
    return random.nextInt(10_000) < percent * trouble;
  }

  Duration upTo(int millis) {
    return Duration.ofNanos(random.nextLong(millis * 1_000_000L + 1));
  }

  /** Lets others go first, perhaps. */
  void pause() {
    if (Thread.currentThread().isVirtual() && random.nextInt(3) == 0) {
      Thread.yield();
    }
  }

  @Override
  public Transport transport(
      Server server, UpstreamConnection link, UpstreamInbox inbox, Consumer<String> onEnd)
      throws CannotStart {
    pause();
    if (happens(8)) {
      throw noSuchProgram;
    }
    if (happens(2)) {
      throw new IllegalStateException("a defect");
    }
    var running = new Running(link, inbox, onEnd);
    all.add(running);
    return running;
  }

  @Override
  public void thread(String name, Runnable task) {
    pause();
    if (happens(3)) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    start(name, task);
  }

  Thread start(String name, Runnable task) {
    var thread =
        simulation
            .threads()
            .newThread(() -> {
              try {
                task.run();
              } catch (RuntimeException | Error e) {
                uncaught.add(e);
              }
            });
    thread.setName(name);
    thread.start();
    return thread;
  }

  @Override
  public long nanos() {
    pause();
    return simulation.nanos();
  }

  @Override
  public Instant wall() {
    return simulation.wall();
  }

  @Override
  public Timer after(Duration delay, Runnable action) {
    var timer =
        simulation.after(
            delay,
            () -> {
              if (simulation.nanos() - closedAt > LATE.toNanos()) {
                late.add("a timer of " + delay + " went off after the close");
              }
              start("timer", action);
            });
    pause();
    return () -> {
      pause();
      timer.close();
    };
  }

  @Override
  public void sleep(Duration delay) throws InterruptedException {
    simulation.sleep(delay);
  }

  @Override
  public boolean await(CompletionStage<?> stage, Duration limit) throws InterruptedException {
    return simulation.await(stage, limit);
  }

  /** One process, and what Belay says to it. */
  final class Running implements Transport {
    private final UpstreamConnection link;
    private final UpstreamInbox inbox;
    private final Consumer<String> onEnd;
    private final Era speaks = era;
    private final boolean isMute = happens(6);
    private final boolean refuses = happens(6);
    private final boolean diesWhenAsked = happens(10);
    private final boolean obeys = !happens(30);
    private final boolean isAlert = !happens(15);
    private final Duration slowness = upTo(happens(15) ? 4_000 : 20);
    private final Set<RequestId> cancelled = new HashSet<>();
    private boolean alive = true;
    private boolean reads = true;
    boolean stopped;

    Running(UpstreamConnection link, UpstreamInbox inbox, Consumer<String> onEnd) {
      this.link = link;
      this.inbox = inbox;
      this.onEnd = onEnd;
    }

    @Override
    public void start() {
      if (happens(3)) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      if (happens(30)) {
        var _ =
            simulation.after(upTo(20_000), () -> SimulatedServers.this.start("exit", this::crash));
      }
      if (happens(10)) {
        var _ =
            simulation.after(
                upTo(20_000), () -> SimulatedServers.this.start("writer", this::closeInput));
      }
    }

    private void closeInput() {
      reads = false;
      pause();
      link.inputClosed();
    }

    private void crash() {
      if (alive) {
        alive = false;
        onEnd.accept("The server crashed.");
      }
    }

    @Override
    public boolean send(byte[] message) {
      pause();
      if (isBroken()) {
        return false;
      }
      var envelope = parsed(message);
      later(slowness.plus(upTo(20)), () -> handle(envelope));
      return true;
    }

    private void later(Duration delay, Runnable action) {
      var _ =
          simulation.after(
              delay,
              () ->
                  SimulatedServers.this.start(
                      "reader",
                      () -> {
                        if (alive) {
                          action.run();
                        }
                      }));
    }

    private void handle(Envelope message) {
      switch (message.kind()) {
        case REQUEST -> request(message.requireId(), message.method());
        case NOTIFICATION -> cancelled.addAll(cancelledBy(message));
        case RESPONSE, ERROR -> {}
      }
    }

    private Set<RequestId> cancelledBy(Envelope notification) {
      var id = notification.id(Member.PARAMS_REQUEST_ID);
      return id == null || !obeys ? Set.of() : Set.of(id);
    }

    private void request(RequestId id, String method) {
      if (isMute) {
        return;
      }
      switch (method) {
        case "initialize" -> {
          if (refuses || speaks == Era.MODERN) {
            refuse(id);
          } else {
            answer(id, EMPTY);
            perhapsDie();
          }
        }
        case "server/discover" -> {
          if (era == Era.MODERN) {
            answer(id, MODERN);
            perhapsDie();
          } else if (diesWhenAsked) {
            crash();
          } else {
            refuse(id);
          }
        }
        case "ping" -> {
          if (isAlert) {
            answer(id, EMPTY);
          }
        }
        default -> {
          if (speaks != era) {
            inbox.unanswered(id, new Loss(Loss.Kind.UNREAD, "It speaks another era."));
          } else if (!happens(10)) {
            later(upTo(6_000), () -> work(id));
          }
        }
      }
    }

    /** At the very moment at which Belay takes it for one that serves. */
    private void perhapsDie() {
      if (happens(10)) {
        crash();
      }
    }

    private void work(RequestId id) {
      if (cancelled.contains(id)) {
        return;
      }
      if (random.nextBoolean()) {
        var params = "{\"progressToken\":" + id + ",\"progress\":1}";
        take(
            Messages.notification(
                "notifications/progress", params.getBytes(StandardCharsets.US_ASCII)));
      }
      answer(id, EMPTY);
    }

    private void answer(RequestId id, byte[] result) {
      take(Messages.response(id, result));
    }

    private void refuse(RequestId id) {
      take(Messages.error(id, ErrorCode.METHOD_NOT_FOUND, "no such method"));
    }

    private void take(byte[] message) {
      pause();
      if (alive) {
        inbox.take(message, null);
      }
    }

    @Override
    public void answer(byte[] response) {}

    @Override
    public boolean isBroken() {
      return !alive || !reads;
    }

    @Override
    public long fill() {
      return 0;
    }

    @Override
    public boolean stop(Grace grace) throws InterruptedException {
      pause();
      reads = false;
      simulation.sleep(upTo(300));
      alive = false;
      stopped = true;
      return true;
    }

    @Override
    public String toString() {
      return link.restart() + (alive ? " alive" : " ended") + (stopped ? " and stopped" : "");
    }
  }

  private static Envelope parsed(byte[] message) {
    try {
      return Envelope.parse(message, Bounds.DEFAULT);
    } catch (MalformedEnvelope e) {
      throw new AssertionError(e);
    }
  }
}
