package dev.belay.bench.stall;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A test that ran, or a part of the output of a command.
 *
 * @param failure why it fell; empty if it holds
 */
record Claim(String name, Optional<String> failure, Instant from, Instant to) {
  /** The number of stalls that are shown beside one claim. */
  private static final int SHOWN = 20;

  /** {@return the claim, why it fell, and the stalls that it overlapped, in lines} */
  String told(List<Stall> stalls) {
    var text = new StringBuilder(name);
    failure.ifPresent(why -> text.append("\n  ").append(why));
    var meanwhile = stalls.stream().filter(stall -> stall.overlaps(from, to)).toList();
    text.append("\n  from ").append(from).append(" to ").append(to).append(": ");
    text.append(meanwhile.size()).append(meanwhile.size() == 1 ? " stall" : " stalls");
    if (meanwhile.size() <= SHOWN) {
      meanwhile.forEach(stall -> text.append("\n    ").append(stall.line()));
    }
    return text.toString();
  }
}
