package dev.belay.testkit.tool;

import dev.belay.tools.declare.Tools;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test a {@link ToolTester} of its own, and checks at the test's end that nothing is
 * left running. By {@link TestTools}, or with tools that a test makes itself:
 *
 * {@snippet :
 * @RegisterExtension
 * static final ToolTesterExtension TOOLS =
 *     ToolTesterExtension.of(() -> Tools.of(new MyTools(corpus)));
 * }
 *
 * <p>Safe for tests that run beside each other.
 */
public final class ToolTesterExtension implements ParameterResolver, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(ToolTesterExtension.class);

  private final @Nullable Supplier<Tools> tools;

  /** For JUnit: the tools are those of {@link TestTools}. */
  public ToolTesterExtension() {
    this(null);
  }

  private ToolTesterExtension(@Nullable Supplier<Tools> tools) {
    this.tools = tools;
  }

  /** {@return an extension that makes the tools of its testers anew for each test} */
  public static ToolTesterExtension of(Supplier<Tools> tools) {
    return new ToolTesterExtension(tools);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == ToolTester.class
        && test.getTestMethod().isPresent();
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return test.getStore(NAMESPACE)
        .computeIfAbsent(
            ToolTester.class,
            _ -> ToolTester.of(tools == null ? annotated(test) : tools.get()),
            ToolTester.class);
  }

  private static Tools annotated(ExtensionContext test) {
    // The method first, then its class, then the enclosing classes.
    var said =
        Stream.iterate(
                Optional.of(test),
                Optional::isPresent,
                one -> one.flatMap(ExtensionContext::getParent))
            .flatMap(one -> one.flatMap(ExtensionContext::getElement).stream())
            .flatMap(element -> Stream.ofNullable(element.getAnnotation(TestTools.class)))
            .findFirst()
            .orElseThrow(() ->
                new ParameterResolutionException(
                    "Say which tools are tested: @TestTools(MyTools.class)"));
    var declared = new ArrayList<Object>();
    for (var type : said.value()) {
      try {
        var constructor = type.getDeclaredConstructor();
        // If it cannot be opened, its call says why.
        var _ = constructor.trySetAccessible();
        declared.add(constructor.newInstance());
      } catch (ReflectiveOperationException e) {
        throw new ParameterResolutionException(
            type.getName()
                + " cannot be made: it needs a constructor without parameters that this module may"
                + " call; else make it yourself, with ToolTesterExtension.of",
            e);
      }
    }
    return Tools.of(declared.toArray());
  }

  @Override
  public void afterEach(ExtensionContext test) {
    var tester = test.getStore(NAMESPACE).remove(ToolTester.class, ToolTester.class);
    if (tester != null) {
      tester.close();
    }
  }
}
