package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.belay.testkit.tool.ToolTester;
import dev.belay.tools.declare.Tools;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import shop.mcp.ToolBean;

/** The tools as Spring made them, without a server between. */
@SpringBootTest(properties = "tools.server.port=0")
class StockToolsTest {
  private static final List<String> SEEN = new CopyOnWriteArrayList<>();

  @TestConfiguration
  static class AtNoon {
    @Bean
    @Primary
    Clock noon() {
      return Clock.fixed(Instant.parse("2026-12-24T12:00:00Z"), ZoneOffset.UTC);
    }

    /** Stands before the tools as transactions or security would. */
    @Bean
    static BeanPostProcessor proxies() {
      MethodInterceptor notes =
          call -> {
            SEEN.add(call.getMethod().getName());
            return call.proceed();
          };
      return new BeanPostProcessor() {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
          if (!bean.getClass().isAnnotationPresent(ToolBean.class)) {
            return bean;
          }
          var proxy = new ProxyFactory(bean);
          proxy.setProxyTargetClass(true);
          proxy.addAdvice(notes);
          return proxy.getProxy();
        }
      };
    }
  }

  private ToolTester tester;

  @BeforeEach
  void begin(@Autowired Tools tools) {
    tester = ToolTester.of(tools);
  }

  @AfterEach
  void end() {
    tester.close();
  }

  @Test
  @DisplayName("Beans and properties are injected, and the model sees nothing of them")
  void injects() {
    tester.schema("reserve").hasOnly("article", "pieces").requires("article", "pieces");
    tester
        .call("reserve", Map.of("article", "rope", "pieces", 2))
        .succeeded()
        .gave(new StockTools.Reservation("rope", 2, Instant.parse("2026-12-24T14:00:00Z")));
  }

  @Test
  @DisplayName("What is not there cannot be reserved, and the model is told how much is")
  void refuses() {
    tester
        .call("reserve", Map.of("article", "carabiner", "pieces", 41))
        .failed()
        .said("There are only 40 of carabiner.");
  }

  @Test
  @DisplayName("A call goes through whatever Spring has put before the bean")
  void goesThroughProxies() {
    SEEN.clear();
    tester.call("in_stock", Map.of("article", "carabiner")).succeeded();
    assertEquals(List.of("inStock"), SEEN);
  }
}
