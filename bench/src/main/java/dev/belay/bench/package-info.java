/** Entry point: selects the figures to measure, and their destination. */
@NullMarked
package dev.belay.bench;

import org.jspecify.annotations.NullMarked;
