package dev.belay.tools.declare;

import dev.belay.tools.annotation.ApprovalNeed;
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
 * Declares a tool without a method, with the properties and defaults of {@link
 * dev.belay.tools.annotation.Tool}.
 *
 * <p>Checked only when the tools are built. For use by one thread, and for one tool.
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
  private boolean async;
  private @Nullable Duration estimate;
  private @Nullable RuntimeEstimate byArguments;
  private ApprovalNeed approval = ApprovalNeed.NONE;
  private final List<String> needs = new ArrayList<>();
  private final List<Icon> icons = new ArrayList<>();
  private @Nullable String meta;
  private final List<DefinedArgument> arguments = new ArrayList<>();
  private @Nullable JsonSchema inputSchema;
  private @Nullable JsonSchema outputSchema;

  ToolBuilder(String name) {
    this.name = name;
  }

  /** Sets the description shown to the model (S4-52). */
  public ToolBuilder description(String text) {
    description = text;
    return this;
  }

  /** Sets the category (S4-53). */
  public ToolBuilder category(String of) {
    category = of;
    return this;
  }

  /** Sets the title shown to people (S4-54). */
  public ToolBuilder title(String text) {
    title = text;
    return this;
  }

  /** Declares that the tool changes nothing (S4-55). */
  public ToolBuilder readOnly() {
    readOnly = true;
    return this;
  }

  /** Declares that the tool may destroy something (S4-56). */
  public ToolBuilder destructive() {
    destructive = true;
    return this;
  }

  /** Declares that repeating a call has no further effect (S4-57). */
  public ToolBuilder idempotent() {
    idempotent = true;
    return this;
  }

  /** Declares that the tool reaches systems outside this machine (S4-58). */
  public ToolBuilder openWorld() {
    openWorld = true;
    return this;
  }

  /** Adds an icon; there may be several. */
  public ToolBuilder icon(Icon icon) {
    icons.add(icon);
    return this;
  }

  /** Sets the {@code _meta} of the definition, for clients that understand it. */
  public ToolBuilder meta(ObjectNode ofDefinition) {
    meta = ofDefinition.toString();
    return this;
  }

  /**
   * Requires a capability of the client, such as {@code sampling}, {@code roots} or {@code
   * elicitation.url}; a modern client without it gets an error before the tool runs.
   */
  public ToolBuilder needs(String capability) {
    needs.add(capability);
    return this;
  }

  /** Limits the time from start to end; zero is no limit. */
  public ToolBuilder timeout(Duration limit) {
    timeout = limit;
    return this;
  }

  /** Limits the time without a heartbeat; zero is no limit. */
  public ToolBuilder idleTimeout(Duration limit) {
    idleTimeout = limit;
    return this;
  }

  /** Sets the lane of its calls: {@code parallel}, {@code exclusive}, or a key. */
  public ToolBuilder concurrency(String lane) {
    concurrency = lane;
    return this;
  }

  /**
   * Retries a call after these exceptions, up to {@code attempts} attempts in all (S4-62, S4-63).
   */
  @SafeVarargs
  public final ToolBuilder retryOn(int attempts, Class<? extends Throwable>... exceptions) {
    maxAttempts = attempts;
    retryOn.clear();
    for (var exception : exceptions) {
      retryOn.add(exception);
    }
    return this;
  }

  /** Reuses a successful result for that time (S4-64). */
  public ToolBuilder cacheTtl(Duration ttl) {
    cacheTtl = ttl;
    return this;
  }

  /** Has a gateway answer calls at once, and run them as jobs (S2-17). */
  public ToolBuilder async() {
    async = true;
    return this;
  }

  /** Declares how long a call is expected to take (S2-19). */
  public ToolBuilder estimate(Duration expected) {
    estimate = expected;
    return this;
  }

  /** Estimates each call by its arguments, in place of the one of all calls (S2-15). */
  public ToolBuilder estimate(RuntimeEstimate ofCalls) {
    byArguments = ofCalls;
    return this;
  }

  /** Has a gateway ask a person before each call. */
  public ToolBuilder approval(ApprovalNeed need) {
    approval = need;
    return this;
  }

  /** Adds a required argument. */
  public ToolBuilder argument(String argument, Type type, String text) {
    arguments.add(new DefinedArgument(argument, type, text, true, null));
    return this;
  }

  /** Adds an argument with a default, given as JSON or plain text. */
  public ToolBuilder argument(String argument, Type type, String text, String whenAbsent) {
    arguments.add(new DefinedArgument(argument, type, text, false, whenAbsent));
    return this;
  }

  /** Adds an optional argument. */
  public ToolBuilder optional(String argument, Type type, String text) {
    arguments.add(new DefinedArgument(argument, type, text, false, null));
    return this;
  }

  /**
   * Has HTTP clients repeat an argument, added before, in the header {@code Mcp-Param-} with this
   * name, so that proxies can route by it (MCP 2026-07-28 §x-mcp-header).
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

  /** Lists this schema of the arguments unchanged, in place of arguments added one by one. */
  public ToolBuilder inputSchema(JsonSchema schema) {
    inputSchema = schema;
    return this;
  }

  /** Lists this schema of the structured content. */
  public ToolBuilder outputSchema(JsonSchema schema) {
    outputSchema = schema;
    return this;
  }

  /** Sets the type of the result, from which the schema of the structured content is made. */
  public ToolBuilder returns(Type type) {
    outputSchema = OutputSchema.of(type);
    return this;
  }

  /** {@return the tool with this body} */
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
        new ToolOptions(
            timeout,
            idleTimeout,
            concurrency,
            retryOn,
            maxAttempts,
            cacheTtl,
            async,
            estimate,
            byArguments,
            approval),
        new ListedDetails(icons, meta),
        needs,
        specs,
        inputSchema,
        outputSchema,
        body);
  }

  /** An argument declared without a parameter. */
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

    /** Annotations of an argument without a parameter: none. */
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
