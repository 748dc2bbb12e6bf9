package dev.belay.tools.declare;

import dev.belay.tools.annotation.Tool;
import dev.belay.tools.bind.Invoker;
import dev.belay.tools.bind.ReaderFactory;
import dev.belay.tools.bind.UnbindableException;
import dev.belay.tools.call.ToolCall;
import dev.belay.tools.inject.Surroundings;
import dev.belay.tools.javadoc.KeptJavadoc;
import dev.belay.tools.schema.ArgumentSpec;
import dev.belay.tools.schema.OutputSchema;
import dev.belay.tools.schema.WireNames;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes a draft from an annotated method. */
final class MethodDraft {
  /** Seconds beyond which a limit is refused anyway. */
  private static final double TOO_LONG = 2e9;

  private final Object target;
  private final Method method;
  private final Tool tool;
  private final Problems problems;

  MethodDraft(Object target, Method method, Problems problems) {
    this.target = target;
    this.method = method;
    this.tool = method.getAnnotation(Tool.class);
    this.problems = problems;
  }

  Draft make(Surroundings surroundings, ReaderFactory readers) {
    var parameters = new Fillings(method, name(), surroundings, readers, problems).all();
    return new Draft(
        where(method),
        name(),
        description(),
        tool.category(),
        new Hints(
            tool.title().isEmpty() ? null : tool.title(),
            tool.readOnly(),
            tool.destructive(),
            tool.idempotent(),
            tool.openWorld()),
        terms(),
        new ListedDetails(icons(), null),
        List.of(tool.needs()),
        visible(parameters),
        null,
        OutputSchema.of(method),
        body(parameters));
  }

  static String where(Method method) {
    return method.getDeclaringClass().getName() + "." + method.getName();
  }

  private String name() {
    return tool.name().isEmpty() ? WireNames.snakeCase(method.getName()) : tool.name();
  }

  private static List<ArgumentSpec> visible(List<Filling> parameters) {
    var specs = new ArrayList<ArgumentSpec>();
    for (var parameter : parameters) {
      if (parameter instanceof Filling.Argument argument) {
        specs.add(argument.spec());
      }
    }
    return specs;
  }

  private String description() {
    return tool.description().isEmpty() ? KeptJavadoc.of(method).orElse("") : tool.description();
  }

  private ToolOptions terms() {
    return new ToolOptions(
        seconds(tool.timeout()),
        seconds(tool.idleTimeout()),
        tool.concurrency(),
        List.of(tool.retryOn()),
        tool.maxAttempts(),
        Optional.ofNullable(seconds(tool.cacheTtl())).orElse(Duration.ZERO),
        tool.async(),
        seconds(tool.estimate()),
        target instanceof RuntimeEstimate ofCalls ? ofCalls : null,
        tool.approval());
  }

  private List<Icon> icons() {
    var icons = new ArrayList<Icon>();
    for (var src : tool.icons()) {
      try {
        icons.add(Icon.of(new URI(src)));
      } catch (URISyntaxException e) {
        problems.add(where(method), "an icon has no URI: " + e.getMessage());
      }
    }
    return icons;
  }

  private static @Nullable Duration seconds(double said) {
    if (Double.isNaN(said)) {
      return null;
    }
    return Duration.ofNanos((long) (Math.clamp(said, -TOO_LONG, TOO_LONG) * 1e9));
  }

  private @Nullable ToolBody body(List<Filling> parameters) {
    if (Modifier.isPrivate(method.getModifiers())) {
      problems.add(where(method), "it is private: a tool must be seen outside its class");
      return null;
    }
    try {
      return new MethodBody(Invoker.of(method, target), parameters);
    } catch (UnbindableException e) {
      problems.add(where(method), String.valueOf(e.getMessage()));
      return null;
    }
  }

  /** Runs an annotated method: fills its parameters, and calls it. */
  static final class MethodBody implements ToolBody {
    private final Invoker method;
    private final Filling[] parameters;

    MethodBody(Invoker method, List<Filling> parameters) {
      this.method = method;
      this.parameters = parameters.toArray(Filling[]::new);
    }

    @Override
    public @Nullable Object run(ToolCall call) throws Exception {
      var values = new @Nullable Object[parameters.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = parameters[i].value(call);
      }
      try {
        return method.invoke(values);
      } catch (Exception | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new ToolThrewException(e);
      }
    }

    /** Wraps a throwable that is neither an exception nor an error. */
    static final class ToolThrewException extends Exception {
      private static final long serialVersionUID = 1L;

      ToolThrewException(Throwable cause) {
        super(cause.getMessage(), cause);
      }
    }
  }
}
