package dev.belay.tools.declare;

import dev.belay.tools.bind.ReaderFactory;
import dev.belay.tools.bind.Slots;
import dev.belay.tools.bind.UnbindableException;
import dev.belay.tools.schema.ArgumentSpec;
import dev.belay.tools.schema.JsonSchema;
import dev.belay.tools.schema.OutputSchema;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Says of a tool what {@link dev.belay.tools.annotation.Tool} says of a method, and has the same
 * defaults.
 *
 * <p>Nothing is checked before the tools are built. For use by one thread, and for one tool.
 */
public final class ToolBuilder {
  private final String name;
  private String description = "";
  private String category = "general";
  private @Nullable String title;
  private boolean readOnly;
  private boolean destructive;
  private boolean idempotent;
  private boolean openWorld;
  private @Nullable Duration timeout;
  private @Nullable Duration idleTimeout;
  private String concurrency = "parallel";
  private final List<Class<? extends Throwable>> retryOn = new ArrayList<>();
  private int maxAttempts = 1;
  private Duration cacheTtl = Duration.ZERO;
  private final List<String> needs = new ArrayList<>();
  private final List<Icon> icons = new ArrayList<>();
  private @Nullable String meta;
  private final List<DefinedArgument> arguments = new ArrayList<>();
  private @Nullable JsonSchema inputSchema;
  private @Nullable JsonSchema outputSchema;

  ToolBuilder(String name) {
    this.name = name;
  }

  /** Says what it does, for the model (S4-52). */
  public ToolBuilder description(String text) {
    description = text;
    return this;
  }

  /** Says what it belongs to (S4-53). */
  public ToolBuilder category(String of) {
    category = of;
    return this;
  }

  /** Gives it a name for people (S4-54). */
  public ToolBuilder title(String text) {
    title = text;
    return this;
  }

  /** Says that it changes nothing (S4-55). */
  public ToolBuilder readOnly() {
    readOnly = true;
    return this;
  }

  /** Says that it may destroy something (S4-56). */
  public ToolBuilder destructive() {
    destructive = true;
    return this;
  }

  /** Says that doing it twice is like doing it once (S4-57). */
  public ToolBuilder idempotent() {
    idempotent = true;
    return this;
  }

  /** Says that it reaches out of this machine (S4-58). */
  public ToolBuilder openWorld() {
    openWorld = true;
    return this;
  }

  /** Gives it a picture, one of perhaps several. */
  public ToolBuilder icon(Icon icon) {
    icons.add(icon);
    return this;
  }

  /** Lists this as the {@code _meta} of its definition, for clients that know what it means. */
  public ToolBuilder meta(ObjectNode ofDefinition) {
    meta = ofDefinition.toString();
    return this;
  }

  /**
   * Says what its client must be able to answer, such as {@code sampling}, {@code roots} or {@code
   * elicitation.url}: a modern client that cannot is told so before anything runs.
   */
  public ToolBuilder needs(String capability) {
    needs.add(capability);
    return this;
  }

  /** Limits it from start to end; zero is no limit. */
  public ToolBuilder timeout(Duration limit) {
    timeout = limit;
    return this;
  }

  /** Limits its silence; zero is no limit. */
  public ToolBuilder idleTimeout(Duration limit) {
    idleTimeout = limit;
    return this;
  }

  /** Says what may run beside it: {@code parallel}, {@code exclusive}, or a key. */
  public ToolBuilder concurrency(String lane) {
    concurrency = lane;
    return this;
  }

  /** Tries again, {@code attempts} times in all, on these exceptions (S4-62, S4-63). */
  @SafeVarargs
  public final ToolBuilder retryOn(int attempts, Class<? extends Throwable>... exceptions) {
    maxAttempts = attempts;
    retryOn.clear();
    for (var exception : exceptions) {
      retryOn.add(exception);
    }
    return this;
  }

  /** Gives a success again for as long as this (S4-64). */
  public ToolBuilder cacheTtl(Duration ttl) {
    cacheTtl = ttl;
    return this;
  }

  /** Adds an argument that must be given. */
  public ToolBuilder argument(String argument, Type type, String text) {
    arguments.add(new DefinedArgument(argument, type, text, true, null));
    return this;
  }

  /** Adds an argument that is {@code whenAbsent}, JSON or plain text, if it is not given. */
  public ToolBuilder argument(String argument, Type type, String text, String whenAbsent) {
    arguments.add(new DefinedArgument(argument, type, text, false, whenAbsent));
    return this;
  }

  /** Adds an argument that need not be given. */
  public ToolBuilder optional(String argument, Type type, String text) {
    arguments.add(new DefinedArgument(argument, type, text, false, null));
    return this;
  }

  /**
   * Has clients over HTTP repeat an argument that was added before in the header {@code Mcp-Param-}
   * and this name, so that proxies can route by it (MCP 2026-07-28 §x-mcp-header).
   *
   * @throws IllegalArgumentException if there is no such argument
   */
  public ToolBuilder header(String argument, String as) {
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i).name().equals(argument)) {
        arguments.set(i, arguments.get(i).in(as));
        return this;
      }
    }
    throw new IllegalArgumentException("there is no argument " + argument + " before its header");
  }

  /** Lists this schema of the arguments to the letter, in place of any added one by one. */
  public ToolBuilder inputSchema(JsonSchema schema) {
    inputSchema = schema;
    return this;
  }

  /** Lists this schema of the structured content. */
  public ToolBuilder outputSchema(JsonSchema schema) {
    outputSchema = schema;
    return this;
  }

  /** Says what it returns, of which the schema of the structured content is made. */
  public ToolBuilder returns(Type type) {
    outputSchema = OutputSchema.of(type);
    return this;
  }

  /** {@return the tool, which does this} */
  public DefinedTool handle(ToolBody body) {
    return new DefinedTool(this, body);
  }

  Draft draft(ToolBody body, ReaderFactory readers, Problems problems) {
    var where = "Tools.define(\"" + name + "\")";
    if (inputSchema != null && !arguments.isEmpty()) {
      problems.add(where, "it has both arguments and an inputSchema: keep one of them");
    }
    var specs = new ArrayList<ArgumentSpec>();
    arguments.stream()
        .map(argument -> argument.check(where, readers, problems))
        .flatMap(Optional::stream)
        .forEach(specs::add);
    return new Draft(
        where,
        name,
        description,
        category,
        new Hints(title, readOnly, destructive, idempotent, openWorld),
        new Terms(timeout, idleTimeout, concurrency, retryOn, maxAttempts, cacheTtl),
        new Listing(icons, meta),
        needs,
        specs,
        inputSchema,
        outputSchema,
        body);
  }

  /** An argument that was declared without a parameter. */
  record DefinedArgument(
      String name,
      Type type,
      String description,
      boolean required,
      @Nullable String whenAbsent,
      @Nullable String header) {
    DefinedArgument(
        String name, Type type, String description, boolean required, @Nullable String whenAbsent) {
      this(name, type, description, required, whenAbsent, null);
    }

    DefinedArgument in(String as) {
      return new DefinedArgument(name, type, description, required, whenAbsent, as);
    }

    Optional<ArgumentSpec> check(String where, ReaderFactory readers, Problems problems) {
      try {
        var slot = Slots.of(name, type, required, whenAbsent, readers);
        var json = slot.whenAbsent() == null ? null : slot.whenAbsent().json();
        return Optional.of(
            new ArgumentSpec(
                name,
                type,
                Unannotated.ELEMENT,
                description.isEmpty() ? null : description,
                slot.required(),
                json,
                header));
      } catch (UnbindableException e) {
        problems.add(where + ", argument " + name, String.valueOf(e.getMessage()));
        return Optional.empty();
      }
    }

    /** What bears the annotations of an argument that no parameter stands for: nothing. */
    private enum Unannotated implements AnnotatedElement {
      ELEMENT;

      @Override
      public <T extends Annotation> @Nullable T getAnnotation(Class<T> annotation) {
        return null;
      }

      @Override
      public Annotation[] getAnnotations() {
        return new Annotation[0];
      }

      @Override
      public Annotation[] getDeclaredAnnotations() {
        return new Annotation[0];
      }
    }
  }
}
