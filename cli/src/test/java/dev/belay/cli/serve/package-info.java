/** Belay serve from end to end: real processes behind it, raw clients before it. */
@NullMarked
package dev.belay.cli.serve;

import org.jspecify.annotations.NullMarked;
