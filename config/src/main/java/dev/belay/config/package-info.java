/** belay.yaml, mcpServers files, flags and environment, merged into records with their origin. */
@NullMarked
package dev.belay.config;

import org.jspecify.annotations.NullMarked;
