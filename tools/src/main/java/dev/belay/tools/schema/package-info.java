/** JSON Schema of arguments and results: made from Java types, and checked. */
@NullMarked
package dev.belay.tools.schema;

import org.jspecify.annotations.NullMarked;
