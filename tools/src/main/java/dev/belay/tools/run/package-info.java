/** Runs the calls of native tools: limits, retries, shared results, child processes, questions. */
@NullMarked
package dev.belay.tools.run;

import org.jspecify.annotations.NullMarked;
