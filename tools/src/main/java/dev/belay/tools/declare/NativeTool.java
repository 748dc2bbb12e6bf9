package dev.belay.tools.declare;

/** A tool of this program: its declaration and its body. */
public record NativeTool(ToolDeclaration declaration, ToolBody body) {}
