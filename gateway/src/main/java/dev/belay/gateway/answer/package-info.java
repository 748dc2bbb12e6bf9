/** Answers that several calls share: of one that runs, or of one that has ended of late (C27). */
@NullMarked
package dev.belay.gateway.answer;

import org.jspecify.annotations.NullMarked;
