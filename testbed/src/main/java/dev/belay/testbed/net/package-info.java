/** Links between a client and a server: a network that fails, and a pipe within one JVM. */
@NullMarked
package dev.belay.testbed.net;

import org.jspecify.annotations.NullMarked;
