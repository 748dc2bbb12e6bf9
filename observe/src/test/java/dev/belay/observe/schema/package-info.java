/** The published schemas, and the validation of messages by them. */
@NullMarked
package dev.belay.observe.schema;

import org.jspecify.annotations.NullMarked;
