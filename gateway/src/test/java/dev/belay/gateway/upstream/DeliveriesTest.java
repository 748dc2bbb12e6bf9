package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.process.spawn.CannotStart;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("What is for a server waits in order until one is there, and is told where none comes")
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class DeliveriesTest {
  private final Deliveries deliveries = new Deliveries();
  private final Processes processes = new Processes();
  private final List<String> told = new ArrayList<>();

  @AfterEach
  void closeProcesses() throws InterruptedException {
    processes.close();
  }

  @Test
  void whatWaitedIsHandedOverFirstAndInOrder() throws CannotStart {
    deliveries.add(note("1"));
    deliveries.add(note("2"));
    assertThat(told).isEmpty();
    deliveries.open(processes.start());
    deliveries.add(note("3"));
    assertThat(told).containsExactly("to 1", "to 2", "to 3");
  }

  @Test
  void newcomersQueueBehindWhatIsBeingHandedOver()
      throws CannotStart, InterruptedException, ExecutionException {
    var reached = new CountDownLatch(1);
    var goOn = new CompletableFuture<Boolean>();
    deliveries.add(
        note(
            "1",
            () -> {
              reached.countDown();
              goOn.join();
            }));
    deliveries.add(note("2"));
    var link = processes.start();
    var opening = CompletableFuture.runAsync(() -> deliveries.open(link));
    reached.await();
    deliveries.add(note("3"));
    goOn.complete(true);
    opening.get();
    assertThat(told).containsExactly("to 1", "to 2", "to 3");
  }

  @Test
  void afterHoldThingsWaitForTheSuccessor() throws CannotStart {
    deliveries.open(processes.start());
    deliveries.hold();
    deliveries.add(note("1"));
    assertThat(told).isEmpty();
    deliveries.open(processes.start());
    assertThat(told).containsExactly("to 1");
  }

  @Test
  void afterRefuseEverythingHearsWhyAndMayComeBack() throws CannotStart {
    deliveries.add(note("1"));
    deliveries.refuse("down");
    deliveries.add(note("2"));
    assertThat(told).containsExactly("no 1: down", "no 2: down");
    deliveries.open(processes.start());
    deliveries.add(note("3"));
    assertThat(told).last().isEqualTo("to 3");
  }

  @Test
  void afterCloseTheAnswerStaysNo() throws CannotStart {
    deliveries.close("over");
    deliveries.hold();
    deliveries.open(processes.start());
    deliveries.add(note("1"));
    assertThat(told).containsExactly("no 1: over");
  }

  @Test
  @DisplayName("A process that is lost while it is handed things serves nobody after that")
  void aProcessLostDuringTheHandOverIsNotReady() throws CannotStart {
    var link = processes.start();
    deliveries.add(
        note(
            "1",
            () -> {
              link.lose(new Loss(Loss.Kind.CRASHED, "gone"));
              deliveries.hold();
            }));
    deliveries.open(link);
    deliveries.add(note("2"));
    assertThat(told).containsExactly("to 1");
    deliveries.open(processes.start());
    assertThat(told).containsExactly("to 1", "to 2");
  }

  @Test
  @DisplayName("C34: nor is one that began to retire meanwhile")
  void aRetiringOneIsNotReady() throws CannotStart {
    var link = processes.start();
    deliveries.add(
        note(
            "1",
            () -> {
              link.retire("it went on with a stopped call");
              deliveries.hold();
            }));
    deliveries.open(link);
    deliveries.add(note("2"));
    assertThat(told).containsExactly("to 1");
  }

  @Test
  @DisplayName("What nobody waits for any more takes no place in the line")
  void whatIsTakenBackMakesRoom() {
    for (int i = 0; i < 20_000; i++) {
      var given = note("x");
      deliveries.add(given);
      deliveries.remove(given);
    }
    assertThat(told).isEmpty();
  }

  @Test
  void tooManyAreRefused() {
    for (int i = 0; i < 10_000; i++) {
      deliveries.add(note("x"));
    }
    assertThat(told).isEmpty();
    deliveries.add(note("one too many"));
    assertThat(told).singleElement().asString().startsWith("no one too many: More than 10000");
  }

  private Delivery note(String name) {
    return note(name, () -> {});
  }

  private Delivery note(String name, Runnable then) {
    return new Delivery() {
      @Override
      public void to(ServerLink link) {
        told.add("to " + name);
        then.run();
      }

      @Override
      public void unavailable(String why) {
        told.add("no " + name + ": " + why);
      }
    };
  }
}
