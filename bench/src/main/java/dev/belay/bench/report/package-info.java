/** Figures beside their targets, and under which circumstances they were taken. */
@NullMarked
package dev.belay.bench.report;

import org.jspecify.annotations.NullMarked;
