package dev.belay.tools.declare;

/** A tool of this program: what it says of itself, and what it does. */
public record NativeTool(ToolDeclaration declaration, ToolBody body) {}
