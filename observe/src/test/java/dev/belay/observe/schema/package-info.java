/** The published schemas, and what they are for: to judge what is sent. */
@NullMarked
package dev.belay.observe.schema;

import org.jspecify.annotations.NullMarked;
