/** What it costs to keep jobs. */
@NullMarked
package dev.belay.bench.jobs;

import org.jspecify.annotations.NullMarked;
