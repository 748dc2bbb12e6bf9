/** Models against stand-ins of their providers. */
@NullMarked
package dev.belay.agent.model.provider;

import org.jspecify.annotations.NullMarked;
