package dev.belay.tools.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes a parameter of a tool or a component of a record argument. On a constant of an enum
 * only {@link #name} applies: {@code @Arg(name = "utf-8") UTF_8}.
 */
@Documented
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Arg {
  /** {@return the name in JSON; if empty, the Java name in snake case, or a constant's own name} */
  String name() default "";

  /** {@return the description shown to the model (S4-49); the Javadoc's {@code @param} if empty} */
  String description() default "";

  /**
   * {@return whether callers must give a value; a default or an {@code Optional} makes it optional
   * too (S4-45)}
   */
  boolean required() default true;

  /** {@return the value of an absent argument, as JSON or as plain text (S4-46)} */
  String defaultValue() default NONE;

  /**
   * {@return the name of the header, after {@code Mcp-Param-}, in which HTTP clients repeat the
   * value so that proxies can route by it; none if empty. Allowed only for a parameter whose JSON
   * type is string, integer or boolean (MCP 2026-07-28 §x-mcp-header)}
   */
  String header() default "";

  /** Marks the absence of a default value; an empty string is a valid default. */
  String NONE = "\u0000";
}
