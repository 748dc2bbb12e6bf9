/** Jobs at the doors: when a call becomes one, and how clients ask for it afterwards. */
@NullMarked
package dev.belay.gateway.job;

import org.jspecify.annotations.NullMarked;
