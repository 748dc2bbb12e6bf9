package dev.belay.tools.result;

/** Describes content that a client cannot read: the frozen form has texts alone. */
final class Plainly {
  private Plainly() {}

  static String of(Content piece) {
    return switch (piece) {
      case Content.Text(String text) -> text;
      case Content.EmbeddedText(_, _, String text) -> text;
      case Content.Image(Bytes data, String mimeType) -> leftOut("image", mimeType, data);
      case Content.Audio(Bytes data, String mimeType) -> leftOut("sound", mimeType, data);
      case Content.EmbeddedBytes(var uri, _, Bytes data) ->
          leftOut("resource", uri.toString(), data);
      case Content.Noted(Content noted, _, _) -> of(noted);
      case Content.Link link -> link.name() + ": " + link.uri();
    };
  }

  private static String leftOut(String what, String which, Bytes data) {
    return "[%s %s, %,d bytes: not shown, since this client takes text alone]"
        .formatted(what, which, data.size());
  }
}
