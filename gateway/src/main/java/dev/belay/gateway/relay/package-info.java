/** One client before Belay: its calls are governed, all else passes both ways. */
@NullMarked
package dev.belay.gateway.relay;

import org.jspecify.annotations.NullMarked;
