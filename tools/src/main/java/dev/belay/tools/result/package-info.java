/** What a tool gives back, and the contract that it keeps on the wire (S4-32 … S4-41). */
@NullMarked
package dev.belay.tools.result;

import org.jspecify.annotations.NullMarked;
