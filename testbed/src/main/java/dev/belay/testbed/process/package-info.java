/** Live processes of the machine, independent of the code under test. */
@NullMarked
package dev.belay.testbed.process;

import org.jspecify.annotations.NullMarked;
