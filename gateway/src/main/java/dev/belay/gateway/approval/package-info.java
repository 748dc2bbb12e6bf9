/** Which calls wait for people's decisions, and what people are shown. */
@NullMarked
package dev.belay.gateway.approval;

import org.jspecify.annotations.NullMarked;
