package dev.belay.config;

import java.util.List;

/**
 * What some principals may call: one of {@code access.rules}.
 *
 * @param principals whom it names
 * @param tools what they may call
 */
public record AccessRule(List<Glob> principals, ToolLists tools) {
  public AccessRule {
    principals = List.copyOf(principals);
  }

  /** {@return whether it is about this principal} */
  public boolean names(String principal) {
    return principals.stream().anyMatch(glob -> glob.matches(principal));
  }
}
