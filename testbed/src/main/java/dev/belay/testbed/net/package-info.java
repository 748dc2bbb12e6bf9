/** Faulty network between a client and a server. */
@NullMarked
package dev.belay.testbed.net;

import org.jspecify.annotations.NullMarked;
