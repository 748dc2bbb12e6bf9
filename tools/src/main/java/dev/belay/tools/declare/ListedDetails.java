package dev.belay.tools.declare;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a tool's definition that matter to lists alone, not to calls.
 *
 * @param icons of the tool
 * @param meta {@code _meta} of its definition, one JSON object; null for none
 */
public record ListedDetails(List<Icon> icons, @Nullable String meta) {
  /** No further parts. */
  public static final ListedDetails NONE = new ListedDetails(List.of(), null);

  /** Makes a defensive copy. */
  public ListedDetails {
    icons = List.copyOf(icons);
  }
}
