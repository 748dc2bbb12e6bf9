package dev.belay.testkit.tool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives the tests of a class, or one test, a {@link ToolTester} of these tools as a parameter, and
 * fails a test that leaves something running.
 *
 * {@snippet :
 * @TestTools(MyTools.class)
 * final class MyToolsTest {
 *   @Test
 *   void finds(ToolTester tester) {
 *     tester.call("search_code", Map.of("query", "x")).succeeded();
 *   }
 * }
 * }
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ToolTesterExtension.class)
public @interface TestTools {
  /** {@return classes with {@code @Tool}s and a constructor without parameters} */
  Class<?>[] value();
}
