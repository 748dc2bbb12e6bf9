package dev.belay.samples.corpus;

/**
 * A piece of a document that a search has found.
 *
 * @param id of the piece in the index
 * @param path of its document, as callers name it
 * @param score how well it fits, within one search
 */
record Passage(int id, String path, String title, String text, float score) {}
