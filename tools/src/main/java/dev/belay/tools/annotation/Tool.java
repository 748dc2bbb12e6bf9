package dev.belay.tools.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a method as a tool (S4-51 … S4-64).
 *
 * <p>The method may return nothing or null (an empty text), a string (as it is), {@code Content} or
 * a list or stream of it, a {@code ToolResult} (as it is), or any other value, which becomes
 * structured content with its JSON as text. An exception becomes a result with {@code isError}.
 *
 * <p>Limits are in seconds; {@link #NOT_SAID} leaves a limit to configuration, and 0 disables it.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Tool {
  /** Leaves a limit to configuration; a negative number is a mistake. */
  double NOT_SAID = Double.NaN;

  /** {@return the name of the tool (S4-51); the method's name in snake case if empty} */
  String name() default "";

  /** {@return the title shown to people (S4-54, S4-65); none if empty} */
  String title() default "";

  /** {@return the description shown to the model (S4-52); the Javadoc's first sentence if empty} */
  String description() default "";

  /** {@return the category (S4-53), which makes {@code category.name} an alias of the tool} */
  String category() default "general";

  /** {@return whether the tool changes nothing (S4-55, S4-66)} */
  boolean readOnly() default false;

  /**
   * {@return whether the tool may destroy something, so that a person is asked first (S4-56,
   * S4-67)}
   */
  boolean destructive() default false;

  /** {@return whether repeating a call has no further effect (S4-57, S4-68)} */
  boolean idempotent() default false;

  /** {@return whether the tool reaches systems outside this machine (S4-58, S4-69)} */
  boolean openWorld() default false;

  /** {@return the addresses of the tool's icons: {@code https:} or {@code data:}} */
  String[] icons() default {};

  /**
   * {@return capabilities that the client must declare, such as {@code sampling}, {@code roots} or
   * {@code elicitation.url}; a modern client without one gets an error before the tool runs}
   */
  String[] needs() default {};

  /** {@return the longest time from start to end, in seconds} */
  double timeout() default NOT_SAID;

  /** {@return the longest time without a heartbeat, in seconds} */
  double idleTimeout() default NOT_SAID;

  /**
   * {@return the lane of its calls within a turn: {@code parallel}, {@code exclusive}, or a key}
   */
  String concurrency() default "parallel";

  /**
   * {@return the exceptions after which a call is retried (S4-62); only for read-only or idempotent
   * tools}
   */
  Class<? extends Throwable>[] retryOn() default {};

  /** {@return the number of attempts, the first included (S4-63)} */
  int maxAttempts() default 1;

  /** {@return for how many seconds a successful result is reused (S4-64); 0 disables reuse} */
  double cacheTtl() default 0;

  /**
   * {@return whether a gateway answers calls at once and runs them as jobs (S2-17); in a server of
   * the tool alone, which has no jobs, a call is answered with its result}
   */
  boolean async() default false;

  /**
   * {@return how long a call is expected to take, in seconds (S2-3, S2-19); an object of tools that
   * is a {@link dev.belay.tools.declare.RuntimeEstimate} says it for each call}
   */
  double estimate() default NOT_SAID;

  /**
   * {@return whether a gateway asks a person before each call; configuration can lift that by the
   * name of the tool. In a server of the tool alone, calls run as they come}
   */
  ApprovalNeed approval() default ApprovalNeed.NONE;

  /**
   * {@return whether the parameter {@code projectRoot} gets the project's root and is not an
   * argument (S4-59, S4-76)}
   */
  boolean injectRoot() default false;

  /**
   * {@return keys of the settings visible to the tool (S4-60). Each fills the parameter of its
   * name, {@code api.key} the parameter {@code apiKey}, or is found in {@code Settings}, which then
   * holds only these keys}
   */
  String[] injectSettings() default {};

  /**
   * {@return whether {@code Settings}, {@code ProjectPaths} and values known to injectors are
   * injected (S4-61); the call itself always is}
   */
  boolean autowire() default true;
}
