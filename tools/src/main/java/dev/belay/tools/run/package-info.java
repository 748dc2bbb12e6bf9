/** Running the calls of native tools: limits, retries, shared results, children, questions. */
@NullMarked
package dev.belay.tools.run;

import org.jspecify.annotations.NullMarked;
