/**
 * Checked JSON into Java values: read by readers that are made once, from the types of parameters.
 *
 * <p>No databind mapper: the set of types is closed, must agree with the schema to the letter, and
 * is read in every call.
 */
@NullMarked
package dev.belay.tools.bind;

import org.jspecify.annotations.NullMarked;
