package dev.belay.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.http.route.Access;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Where rules say who may know of which tool, no page names them to everybody")
class WhereRuledTest {
  private final AtomicBoolean rules = new AtomicBoolean();

  private String decided(Access.Decision inner) throws InterruptedException {
    return Asked.decided(new WhereRuled(_ -> inner, rules::get), Asked.with());
  }

  @Test
  void withoutRulesNobodyIsAsked() throws InterruptedException {
    assertThat(decided(new Challenge(null, List.of()).nothing())).isEqualTo("local");
  }

  @Test
  @DisplayName("With rules, also such that came while it ran, it needs the scope admin")
  void withRules() throws InterruptedException {
    rules.set(true);
    assertThat(decided(new Challenge(null, List.of()).nothing())).startsWith("401 ");
    assertThat(decided(new Access.Known("ann", Set.of()))).startsWith("403 ");
    assertThat(decided(Access.Known.OWNER)).isEqualTo("local (admin)");
  }
}
