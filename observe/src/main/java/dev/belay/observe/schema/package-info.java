/** Machine-readable description of the HTTP API: JSON Schemas and OpenAPI. */
@NullMarked
package dev.belay.observe.schema;

import org.jspecify.annotations.NullMarked;
