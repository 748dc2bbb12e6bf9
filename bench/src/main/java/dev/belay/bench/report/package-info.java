/** Figures with their targets and the circumstances of their measurement. */
@NullMarked
package dev.belay.bench.report;

import org.jspecify.annotations.NullMarked;
