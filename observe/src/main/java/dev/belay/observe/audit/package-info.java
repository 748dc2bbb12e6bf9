/** One line for every call and decision, for those who ask later: chained, and without secrets. */
@NullMarked
package dev.belay.observe.audit;

import org.jspecify.annotations.NullMarked;
