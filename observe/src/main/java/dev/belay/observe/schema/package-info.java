/** What is sent and taken over HTTP, written down for programs: JSON Schemas, and OpenAPI. */
@NullMarked
package dev.belay.observe.schema;

import org.jspecify.annotations.NullMarked;
