package dev.belay.mcp.envelope;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the members that Belay reads were found in one message. */
final class Located {
  private final Map<Member, Span> spans = new EnumMap<>(Member.class);

  /** Made when it is needed, which in a message without fault is never. */
  private @Nullable Set<Member> repeated;

  /** Notes a member; false if it was there already. */
  boolean put(Member member, Span span) {
    if (spans.putIfAbsent(member, span) == null) {
      return true;
    }
    repeated = repeated == null ? EnumSet.noneOf(Member.class) : repeated;
    repeated.add(member);
    return false;
  }

  boolean has(Member member) {
    return spans.containsKey(member);
  }

  boolean isRepeated(Member member) {
    return repeated != null && repeated.contains(member);
  }

  /** {@return where its value is, or null if it is absent} */
  @Nullable Span get(Member member) {
    return spans.get(member);
  }
}
