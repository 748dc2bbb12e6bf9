/** What Belay says of itself: pages by topic, the man page, and completion for shells. */
@NullMarked
package dev.belay.cli.manual;

import org.jspecify.annotations.NullMarked;
