# What EarlyLinks.java makes of a jar does the same as before, and links nothing at run time.

links_say_the_same() {
  mkdir classes
  cat >Links.java <<'EOF'
import java.util.List;

public class Links {
  sealed interface Shape {}
  record Circle(double radius, float scale) implements Shape {}
  record Box(int width, long height, boolean solid, byte b, char c, short s) implements Shape {}
  record Named(String name, Object inner) implements Shape {}
  record None() implements Shape {}

  interface Asked {
    private static String kind(Object what) {
      return switch (what) {
        case null -> "null";
        case Integer i when i > 3 -> "big";
        case Integer i -> "small " + i;
        case CharSequence text -> "text " + text.length();
        default -> "other";
      };
    }

    static String of(Object what) {
      return kind(what);
    }
  }

  static String of(Shape shape) {
    return switch (shape) {
      case Circle(double radius, float _) when radius > 1 -> "wide circle";
      case Circle _ -> "circle";
      case Box(int width, long _, boolean _, byte _, char _, short _) -> "box " + width;
      case Named(String name, Box(int w, long h, boolean _, byte _, char _, short _)) -> name + w + h;
      case Named(String name, Object _) -> name;
      case None() -> "none";
    };
  }

  public static void main(String[] arguments) {
    var shapes =
        List.of(
            new Circle(2, 1), new Circle(0.5, Float.NaN), new Circle(-0.0, 0), new Circle(0.0, 0), new None(),
            new Box(1, 2L << 40, true, (byte) -3, 'c', (short) 9), new Box(1, 2L << 40, true, (byte) -3, 'c', (short) 8),
            new Named("n", new Box(3, 4, false, (byte) 0, 'x', (short) 0)), new Named(null, null), new Named("m", "s"));
    for (var one : shapes) {
      System.out.println(of(one) + " " + one.hashCode() + " " + one.equals("x") + one.equals(null));
      for (var other : shapes) {
        System.out.print(one.equals(other) ? "=" : ".");
      }
      System.out.println();
    }
    System.out.println(new Circle(0.5, Float.NaN).equals(new Circle(0.5, Float.NaN)) + " " + new None().equals(new None()));
    System.out.println(new Named("a", List.of(1)).equals(new Named("a", List.of(1))));
    for (var what : new Object[] {null, 2, 4, "word", 'c'}) {
      System.out.println(Asked.of(what));
    }
    try {
      of(null);
    } catch (NullPointerException e) {
      System.out.println("no shape");
    }
  }
}
EOF
  # A class with nothing to link, and a jar that is not Belay's.
  echo 'class Plain { public static void main(String[] a) { Runnable r = () -> System.out.println(a.length); r.run(); } }' >Plain.java
  "$jdk/bin/javac" -J-XX:TieredStopAtLevel=1 -d classes Links.java Plain.java
  "$jdk/bin/jar" --create --file belay-links.jar -C classes .
  cp belay-links.jar other.jar
  cp belay-links.jar before.jar
  "$jdk/bin/java" -Xlog:class+load:file=late -cp belay-links.jar Links >expected
  "$jdk/bin/java" -XX:TieredStopAtLevel=1 "$root/launcher/EarlyLinks.java" belay-links.jar other.jar
  "$jdk/bin/java" -Xlog:class+load:file=early -cp belay-links.jar Links >actual
  equals "$(cat expected)" "$(cat actual)"
  grep -q 'TypeSwitch' late
  grep -q 'ObjectMethods' late
  if grep -e 'TypeSwitch' -e 'ObjectMethods' early; then return 1; fi
  cmp other.jar before.jar
  mkdir linked
  (cd linked && "$jdk/bin/jar" --extract --file ../belay-links.jar Plain.class)
  cmp classes/Plain.class linked/Plain.class
}

claim "pattern switches and records that are linked early say the same, and nothing else is touched" links_say_the_same
