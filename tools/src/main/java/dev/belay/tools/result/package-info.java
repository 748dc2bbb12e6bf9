/** Results of tools, and their contract on the wire (S4-32 … S4-41). */
@NullMarked
package dev.belay.tools.result;

import org.jspecify.annotations.NullMarked;
