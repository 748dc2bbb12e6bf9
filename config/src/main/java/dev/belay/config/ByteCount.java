package dev.belay.config;

import java.util.regex.Pattern;

/** Sizes as users write them: plain bytes, or a number with {@code KiB} or {@code MiB}. */
final class ByteCount {
  private static final Pattern FORM = Pattern.compile("(\\d{1,10}) ?(KiB|MiB)?");
  private static final int SMALLEST = 1024;
  private static final int LARGEST = 1 << 30;

  private ByteCount() {}

  static Reading<Integer> read(String text) {
    var form = FORM.matcher(text.strip());
    if (!form.matches()) {
      return new Reading.Wrong<>("expected bytes, such as 10485760 or 10 MiB");
    }
    var unit = form.group(2);
    var factor = unit == null ? 1L : unit.equals("KiB") ? 1L << 10 : 1L << 20;
    var bytes = Long.parseLong(form.group(1)) * factor;
    return bytes < SMALLEST || bytes > LARGEST
        ? new Reading.Wrong<>("expected between 1 KiB and 1024 MiB")
        : new Reading.Good<>((int) bytes);
  }
}
