/** Which processes of the machine are alive, seen without the code under test. */
@NullMarked
package dev.belay.testbed.process;

import org.jspecify.annotations.NullMarked;
