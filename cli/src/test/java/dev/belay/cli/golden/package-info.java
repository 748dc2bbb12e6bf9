/** Golden files of what people and programs see of {@code belay}. */
@NullMarked
package dev.belay.cli.golden;

import org.jspecify.annotations.NullMarked;
