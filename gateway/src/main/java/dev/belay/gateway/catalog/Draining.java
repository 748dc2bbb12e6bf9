package dev.belay.gateway.catalog;

import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import dev.belay.process.tree.Grace;
import java.time.Duration;
import java.util.function.Consumer;

/** The end of a server that is no longer served: when its last call has ended, or after a while. */
final class Draining {
  private static final Duration LOOK = Duration.ofMillis(50);

  private final CatalogMember member;
  private final Time time;
  private final Deadline limit;
  private final Consumer<Draining> then;

  Draining(CatalogMember member, Time time, Duration limit, Consumer<Draining> then) {
    this.member = member;
    this.time = time;
    this.limit = Deadline.after(time.nanos(), limit);
    this.then = then;
  }

  CatalogMember member() {
    return member;
  }

  /** Looks a little later: somebody may be on the way there who has read the servers before. */
  void begin() {
    if (limit.isDue(time.nanos())) {
      look();
    } else {
      var _ = time.after(LOOK, this::look);
    }
  }

  private void look() {
    if (!member.backend().isBusy() || limit.isDue(time.nanos())) {
      Thread.ofPlatform().name("belay-drain-" + member.name()).daemon().start(this::end);
    } else {
      var _ = time.after(LOOK, this::look);
    }
  }

  private void end() {
    member.close(Grace.normal());
    then.accept(this);
  }
}
