/** Reports for people and programs: JSON, Markdown, and a page with curves. */
@NullMarked
package dev.belay.probe.report;

import org.jspecify.annotations.NullMarked;
