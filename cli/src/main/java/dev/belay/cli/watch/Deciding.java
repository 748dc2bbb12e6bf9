package dev.belay.cli.watch;

import dev.belay.cli.remote.GatewayApprovals;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.watch.WholeScreen.Press;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;

/**
 * Runs {@code belay approvals -i} on a terminal, also as a part of {@code belay watch}. For one
 * thread.
 */
public final class Deciding implements WholeScreen.Page, AutoCloseable {
  /** The bell rings for many calls at once, and not for each of a flood. */
  private static final Duration BETWEEN_BELLS = Duration.ofSeconds(2);

  private final Desk desk;
  private final Poll poll;
  private final Time time;
  private DecisionPage page = DecisionPage.EMPTY;
  private long heard;
  private long rang;

  private Deciding(Desk desk, Poll poll, Time time) {
    this.desk = desk;
    this.poll = poll;
    this.time = time;
    rang = time.nanos() - BETWEEN_BELLS.toNanos();
  }

  /**
   * Decides until a key or a signal ends it.
   *
   * @param onStop takes what the first INT, TERM or HUP runs
   * @param say takes, once the screen is restored, what became of a decision on its way
   * @return false if there is no suitable terminal
   */
  public static boolean run(RunningGateway gateway, Consumer<Runnable> onStop, Consumer<String> say)
      throws IOException, InterruptedException {
    try (var deciding = begin(gateway)) {
      boolean isTerminal = WholeScreen.run(deciding, onStop);
      deciding.end(say);
      return isTerminal;
    }
  }

  /**
   * Decides on the terminal until a key ends it, and leaves the terminal open.
   *
   * @param say as above
   */
  public static void on(Terminal terminal, RunningGateway gateway, Consumer<String> say)
      throws InterruptedException {
    try (var deciding = begin(gateway)) {
      WholeScreen.on(terminal, deciding);
      deciding.end(say);
    }
  }

  /** {@return the page, which asks the gateway until it is closed} */
  static Deciding begin(RunningGateway gateway) {
    var desk = new Desk(new GatewayApprovals(gateway));
    return new Deciding(desk, Poll.begin(desk, Time.system()), Time.system());
  }

  /** {@return whether all calls are shown, and not one} */
  boolean isList() {
    return page.isList();
  }

  /** Says what became of a decision on its way, after a short wait for it. */
  void end(Consumer<String> say) throws InterruptedException {
    if (page.isDeciding()) {
      say.accept(desk.outcome(time));
    }
  }

  @Override
  public List<AttributedString> lines(int columns, int rows) {
    for (var news = desk.news(); news != null; news = desk.news()) {
      page = page.told(news);
    }
    page = page.sized(columns, rows);
    return page.lines(columns, rows, time.wall());
  }

  @Override
  public boolean rings() {
    long now = time.nanos();
    if (page.arrivals() == heard || now - rang < BETWEEN_BELLS.toNanos()) {
      return false;
    }
    heard = page.arrivals();
    rang = now;
    return true;
  }

  @Override
  public boolean pressed(Press press) {
    var step = page.pressed(press, time.nanos());
    page = step.page();
    var wish = step.wish();
    if (wish != null) {
      desk.take(wish);
      poll.wake();
    }
    return !step.quits();
  }

  @Override
  public void close() {
    poll.close();
  }
}
