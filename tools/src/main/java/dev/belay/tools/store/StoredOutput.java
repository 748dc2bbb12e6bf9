package dev.belay.tools.store;

import dev.belay.tools.result.Bytes;

/**
 * The whole of one output.
 *
 * @param principal of its call
 * @param data in UTF-8
 */
public record StoredOutput(String principal, String mimeType, Bytes data) {}
