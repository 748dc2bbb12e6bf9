@NullMarked
package dev.belay.core.turn;

import org.jspecify.annotations.NullMarked;
