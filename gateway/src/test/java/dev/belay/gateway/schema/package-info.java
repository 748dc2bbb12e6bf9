/** The published schemas, and what they are for: to judge what is sent. */
@NullMarked
package dev.belay.gateway.schema;

import org.jspecify.annotations.NullMarked;
