package dev.belay.tools.declare;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a list says of a tool besides: no call goes by it.
 *
 * @param icons pictures of it
 * @param meta {@code _meta} of its definition, one JSON object; null for none
 */
public record Listing(List<Icon> icons, @Nullable String meta) {
  /** Nothing besides. */
  public static final Listing NONE = new Listing(List.of(), null);

  /** Keeps its own list. */
  public Listing {
    icons = List.copyOf(icons);
  }
}
