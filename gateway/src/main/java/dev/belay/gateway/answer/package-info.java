/** Answers that several calls share, and which calls those are (C27). */
@NullMarked
package dev.belay.gateway.answer;

import org.jspecify.annotations.NullMarked;
