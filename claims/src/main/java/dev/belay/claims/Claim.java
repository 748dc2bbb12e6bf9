package dev.belay.claims;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/**
 * The claims that a test method proves, by their numbers in the pages {@code docs/*-proofs.md}. On
 * a class, each of its test methods proves them.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Claim {
  /** {@return numbers of claims, such as {@code S4-36}} */
  String[] value();
}
