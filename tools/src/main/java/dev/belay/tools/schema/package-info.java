/** Makes JSON Schema of arguments and results from Java types, and checks it. */
@NullMarked
package dev.belay.tools.schema;

import org.jspecify.annotations.NullMarked;
