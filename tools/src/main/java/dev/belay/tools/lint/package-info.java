/** What a model or a client will stumble over in the definition of a tool, whoever serves it. */
@NullMarked
package dev.belay.tools.lint;

import org.jspecify.annotations.NullMarked;
