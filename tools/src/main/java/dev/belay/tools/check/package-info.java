/** Arguments of a call, checked against the tool's schema before it runs. */
@NullMarked
package dev.belay.tools.check;

import org.jspecify.annotations.NullMarked;
