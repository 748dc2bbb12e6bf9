/**
 * Converts checked JSON into Java values, with readers made once from the types of parameters.
 *
 * <p>Without a databind mapper: the set of types is closed, must agree exactly with the schema, and
 * is read in every call.
 */
@NullMarked
package dev.belay.tools.bind;

import org.jspecify.annotations.NullMarked;
