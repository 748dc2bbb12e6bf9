package dev.belay.tools.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says more about a parameter of a tool, about a component of a record that is one, or, by {@link
 * #name} alone, about a constant of an enum: {@code @Arg(name = "utf-8") UTF_8}.
 */
@Documented
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Arg {
  /** {@return its name; the Java name in snake case if empty, a constant's as it is} */
  String name() default "";

  /** {@return what it is for, for the model (S4-49); the Javadoc's {@code @param} if empty} */
  String description() default "";

  /** {@return whether it must be given; no default and no {@code Optional} says so too (S4-45)} */
  boolean required() default true;

  /** {@return what it is if not given, as JSON or as plain text (S4-46)} */
  String defaultValue() default NONE;

  /**
   * {@return the header in which clients over HTTP repeat a parameter's value, after {@code
   * Mcp-Param-}, so that proxies can route by it; none if empty. Only of a parameter that is a
   * string, a whole number or a truth value in JSON (MCP 2026-07-28 §x-mcp-header)}
   */
  String header() default "";

  /** No default value, which an empty string would be. */
  String NONE = "\u0000";
}
