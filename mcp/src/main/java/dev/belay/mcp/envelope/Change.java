package dev.belay.mcp.envelope;

/**
 * What becomes of one member of a message.
 *
 * @param value its new value; an empty array means that it is taken out
 */
@SuppressWarnings("ArrayRecordComponent") // Changes are made, never compared.
record Change(Member member, byte[] value) {
  boolean isRemoval() {
    return value.length == 0;
  }
}
