package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What calls were asked is remembered after their ends, within bounds")
final class EndedRequestsTest {
  @AutoClose private final Governor governor = new Governor(GovernorOptions.of(new HandTime()));

  private CallId ended(int bytes) throws InterruptedException {
    var call =
        governor.start(
            CallRequest.of("t", new Payload("test", new byte[bytes])), _ -> Payload.EMPTY);
    call.join();
    return call.id();
  }

  private List<Integer> remembered(List<CallId> ids) {
    return ids.stream()
        .flatMap(id -> governor.directory().arguments(id).stream())
        .map(asked -> asked.bytes().length)
        .toList();
  }

  @Test
  @DisplayName("Of a call that ended, and of none whose arguments are long")
  void kept() throws InterruptedException {
    var ids = List.of(ended(3), ended(EndedRequests.LONGEST), ended(EndedRequests.LONGEST + 1));
    assertThat(remembered(ids)).containsExactly(3, EndedRequests.LONGEST);
  }

  @Test
  @DisplayName("The oldest go where there are too many, or too many bytes")
  void bounded() throws InterruptedException {
    var first = ended(1);
    var ids = new ArrayList<CallId>();
    for (int i = 0; i < EndedRequests.MOST_BYTES / EndedRequests.LONGEST; i++) {
      ids.add(ended(EndedRequests.LONGEST));
    }
    assertThat(remembered(List.of(first))).isEmpty();
    assertThat(remembered(ids)).hasSize(ids.size());
    for (int i = 0; i < EndedRequests.MOST; i++) {
      ended(0);
    }
    assertThat(remembered(ids)).isEmpty();
  }
}
