/** Values that a tool gets apart from its arguments, hidden from its schema. */
@NullMarked
package dev.belay.tools.inject;

import org.jspecify.annotations.NullMarked;
