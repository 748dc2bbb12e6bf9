/** What every client of these tests is made of, whichever gateway it stands before. */
@NullMarked
package dev.belay.gateway.client;

import org.jspecify.annotations.NullMarked;
