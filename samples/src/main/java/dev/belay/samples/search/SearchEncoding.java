package dev.belay.samples.search;

import dev.belay.tools.annotation.Arg;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** How the files of a search are encoded (S4-47). */
public enum SearchEncoding {
  /** As most are. */
  @Arg(name = "utf-8")
  UTF_8,
  /** As many Chinese ones are. */
  @Arg(name = "gbk")
  GBK;

  Charset charset() {
    return switch (this) {
      case UTF_8 -> StandardCharsets.UTF_8;
      case GBK -> Charset.forName("GBK");
    };
  }
}
