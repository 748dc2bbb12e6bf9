package dev.belay.core.cancel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CancellationTest {
  private static final Stop STOP = new Stop.Cancelled(Cause.USER, "console");

  private final Cancellation cancellation = Cancellation.root();
  private final List<String> ran = new ArrayList<>();

  private Cancellation.Registration hook(Cancellation on, String name) {
    return on.onCancel(_ -> ran.add(name));
  }

  @Test
  void manyHooksRunOnceInTheOrderTheyCame() {
    var _ = hook(cancellation, "one");
    var _ = hook(cancellation, "two");
    cancellation.cancel(STOP);
    cancellation.cancel(STOP);
    assertThat(ran).containsExactly("one", "two");
  }

  @Test
  void aLateHookRunsAtOnceAndIsToldWhy() {
    cancellation.cancel(STOP);
    var why = new ArrayList<Stop>();
    try (var _ = cancellation.onCancel(why::add)) {
      assertThat(why).containsExactly(STOP);
    }
  }

  @Test
  void closingAHookTakesItBack() {
    var hook = hook(cancellation, "taken back");
    var _ = hook(cancellation, "kept");
    hook.close();
    hook.close();
    cancellation.cancel(STOP);
    assertThat(ran).containsExactly("kept");
  }

  @Test
  void twoHooksOfOneActionAreTwo() {
    Consumer<Stop> action = _ -> ran.add("ran");
    var first = cancellation.onCancel(action);
    var _ = cancellation.onCancel(action);
    first.close();
    cancellation.cancel(STOP);
    assertThat(ran).containsExactly("ran");
  }

  @Test
  void aFailingHookStopsNoOther() {
    var _ =
        cancellation.onCancel(_ -> {
          throw new IllegalStateException("expected in this test");
        });
    var _ = hook(cancellation, "next");
    cancellation.cancel(STOP);
    assertThat(ran).containsExactly("next");
  }

  @Test
  @DisplayName("P1: the first stop wins")
  void theFirstStopWins() {
    assertThat(cancellation.cancel(STOP)).isTrue();
    assertThat(cancellation.cancel(new Stop.LimitReached("total timeout"))).isFalse();
    assertThat(cancellation.stop()).contains(STOP);
  }

  @Test
  @DisplayName("P5: a stop reaches all descendants, flags before hooks, and says where it began")
  void aStopReachesAllDescendants() {
    var child = cancellation.child();
    var grandchild = child.child();
    var flagged = new ArrayList<Boolean>();
    var _ = cancellation.onCancel(_ -> flagged.add(grandchild.isCancelled()));
    var _ = hook(child, "child");
    var _ = hook(grandchild, "grandchild");
    cancellation.cancel(STOP);
    assertThat(flagged).containsExactly(true);
    assertThat(ran).containsExactly("child", "grandchild");
    assertThat(grandchild.stop())
        .contains(new Stop.Cancelled(Cause.PARENT, "Cancelled (user: console)"));
    assertThatThrownBy(grandchild::throwIfCancelled)
        .isInstanceOf(StoppedException.class)
        .hasMessage("Cancelled (parent: Cancelled (user: console))");
  }

  @Test
  void aChildStopsNeitherItsParentNorItsSiblings() {
    var child = cancellation.child();
    var sibling = cancellation.child();
    child.cancel(STOP);
    assertThat(cancellation.isCancelled()).isFalse();
    assertThat(sibling.isCancelled()).isFalse();
  }

  @Test
  void aChildOfAStoppedParentIsStoppedFromTheStart() {
    cancellation.cancel(STOP);
    assertThat(cancellation.child().isCancelled()).isTrue();
  }

  @Test
  void whatIsClosedIsNeverStopped() {
    var child = cancellation.child();
    var _ = hook(child, "never");
    child.close();
    cancellation.cancel(STOP);
    assertThat(ran).isEmpty();
    assertThat(child.cancel(STOP)).isFalse();
  }

  @Test
  void whoseParentIsClosedMovesUp() {
    var child = cancellation.child();
    var before = child.child();
    child.close();
    var after = child.child();
    cancellation.cancel(STOP);
    assertThat(before.isCancelled()).isTrue();
    assertThat(after.isCancelled()).isTrue();
  }

  @Test
  void whatItToldOfACauseIsPinned() {
    assertThat(STOP.text()).isEqualTo("Cancelled (user: console)");
    assertThat(new Stop.Cancelled(Cause.CLIENT_GONE, "").text())
        .isEqualTo("Cancelled (client gone)");
    assertThat(new Stop.LimitReached("idle timeout").text()).isEqualTo("Timed out (idle timeout)");
  }
}
