/** Long-running tools by the names and in the envelope of S2, whose calls are jobs. */
@NullMarked
package dev.belay.samples.wks;

import org.jspecify.annotations.NullMarked;
