/** Native tools as one more server of the catalog, run by the gateway's own governor. */
@NullMarked
package dev.belay.gateway.hosted;

import org.jspecify.annotations.NullMarked;
