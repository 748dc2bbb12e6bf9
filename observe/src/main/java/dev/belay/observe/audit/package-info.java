/** Audit log of calls and decisions, one line each, chained and without secrets. */
@NullMarked
package dev.belay.observe.audit;

import org.jspecify.annotations.NullMarked;
