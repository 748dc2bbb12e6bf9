package dev.belay.tools.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method a tool (S4-51 … S4-64).
 *
 * <p>What a method may return: nothing or null (the text is empty), a string (as it is), {@code
 * Content} or a list or stream of it, a {@code ToolResult} (as it is), or any other value, which
 * becomes structured content and its JSON text. What it throws becomes a result with {@code
 * isError}.
 *
 * <p>Limits are in seconds; {@link #NOT_SAID} leaves them to configuration, and 0 is no such limit.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Tool {
  /** No limit is said here, so that configuration decides; a negative one is a mistake. */
  double NOT_SAID = Double.NaN;

  /** {@return its name (S4-51); the method's, in snake case, if empty} */
  String name() default "";

  /** {@return a name for people (S4-54, S4-65); none if empty} */
  String title() default "";

  /** {@return what it does, for the model (S4-52); the Javadoc's first sentence if empty} */
  String description() default "";

  /** {@return what it belongs to (S4-53); the name is then {@code category.name} as an alias} */
  String category() default "general";

  /** {@return whether it changes nothing (S4-55, S4-66)} */
  boolean readOnly() default false;

  /** {@return whether it may destroy something, so that a person is asked first (S4-56, S4-67)} */
  boolean destructive() default false;

  /** {@return whether doing it twice is like doing it once (S4-57, S4-68)} */
  boolean idempotent() default false;

  /** {@return whether it reaches out of this machine (S4-58, S4-69)} */
  boolean openWorld() default false;

  /** {@return where pictures of it are, for people: {@code https:} or {@code data:}} */
  String[] icons() default {};

  /**
   * {@return what its client must be able to answer, such as {@code sampling}, {@code roots} or
   * {@code elicitation.url}: a modern client that cannot is told so before anything runs}
   */
  String[] needs() default {};

  /** {@return seconds from start to end} */
  double timeout() default NOT_SAID;

  /** {@return seconds without a heartbeat} */
  double idleTimeout() default NOT_SAID;

  /**
   * {@return what may run beside it within a turn: {@code parallel}, {@code exclusive}, or a key}
   */
  String concurrency() default "parallel";

  /**
   * {@return which exceptions are worth another try (S4-62); only read-only or idempotent tools}
   */
  Class<? extends Throwable>[] retryOn() default {};

  /** {@return how often it is tried in all (S4-63)} */
  int maxAttempts() default 1;

  /** {@return for how many seconds a success may be given again (S4-64); 0 is not at all} */
  double cacheTtl() default 0;

  /** {@return whether {@code projectRoot} is the project's root, and no argument (S4-59, S4-76)} */
  boolean injectRoot() default false;

  /**
   * {@return the keys of the settings that it sees (S4-60): each fills the parameter of its name,
   * {@code api.key} the parameter {@code apiKey}, or is found in {@code Settings}, which then has
   * no others}
   */
  String[] injectSettings() default {};

  /**
   * {@return whether {@code Settings}, {@code ProjectPaths} and what injectors know are injected
   * (S4-61); the call itself always is}
   */
  boolean autowire() default true;
}
