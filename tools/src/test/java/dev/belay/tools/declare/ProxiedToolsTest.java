package dev.belay.tools.declare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.tools.annotation.Tool;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A container's proxy is a tool of the class that it stands for")
final class ProxiedToolsTest {
  static class Orders {
    @Tool
    String place() {
      return "placed";
    }
  }

  /**
   * A proxy as containers make it: a subclass that overrides all methods without their annotations.
   */
  static final class Watched extends Orders {
    final List<String> seen = new ArrayList<>();

    @Override
    String place() {
      seen.add("place");
      return super.place();
    }
  }

  @Test
  @DisplayName("its annotations are the class's, its calls go through the proxy")
  void throughTheProxy() throws Exception {
    var proxy = new Watched();
    var tools = Tools.builder().add(proxy, Orders.class).build();

    assertThat(tools.named("place").orElseThrow().body().run(JsonCall.of("{}")))
        .isEqualTo("placed");
    assertThat(proxy.seen).containsExactly("place");
  }

  @Test
  @DisplayName("one that does not extend the class is told")
  void proxyOfAnInterface() {
    var proxy =
        Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Runnable.class}, (_, _, _) -> null);

    assertThatThrownBy(() -> Tools.builder().add(proxy, Orders.class).build())
        .isInstanceOf(InvalidToolsException.class)
        .hasMessageContaining("Orders: what was added is no object of it, but a ")
        .hasMessageContaining("a proxy must extend the class that it stands for");
  }
}
