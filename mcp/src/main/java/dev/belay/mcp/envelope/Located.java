package dev.belay.mcp.envelope;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the members that Belay reads were found in one message. */
final class Located {
  private final Map<Member, Span> spans = new EnumMap<>(Member.class);
  private final Set<Member> repeated = EnumSet.noneOf(Member.class);

  /** Notes a member; false if it was there already. */
  boolean put(Member member, Span span) {
    if (spans.putIfAbsent(member, span) == null) {
      return true;
    }
    repeated.add(member);
    return false;
  }

  boolean has(Member member) {
    return spans.containsKey(member);
  }

  boolean isRepeated(Member member) {
    return repeated.contains(member);
  }

  /** {@return where its value is, or null if it is absent} */
  @Nullable Span get(Member member) {
    return spans.get(member);
  }
}
