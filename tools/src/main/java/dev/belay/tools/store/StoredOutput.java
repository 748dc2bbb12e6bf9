package dev.belay.tools.store;

import dev.belay.tools.result.Bytes;

/**
 * All of one output.
 *
 * @param principal whose call it was
 * @param data in UTF-8
 */
public record StoredOutput(String principal, String mimeType, Bytes data) {}
