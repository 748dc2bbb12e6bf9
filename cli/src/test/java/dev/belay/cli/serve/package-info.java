/** End-to-end tests of {@code belay serve}: real server processes, and raw clients. */
@NullMarked
package dev.belay.cli.serve;

import org.jspecify.annotations.NullMarked;
