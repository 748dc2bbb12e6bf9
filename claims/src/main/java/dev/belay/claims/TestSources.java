package dev.belay.claims;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/** The tests of one source file, as the compiler's parser reads it. */
final class TestSources {
  private static final Pattern MODULE = Pattern.compile("<module>(.+?)</module>");
  private static final Set<String> TESTS =
      Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory");

  /** A literal, which stays as it is, or in group 1 what means nothing. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "\"\"\"(?s:\\\\.|.)*?\"\"\"|\"(?:\\\\.|[^\"\\\\])*+\"|'(?:\\\\.|[^'\\\\])*+'"
              + "|(//[^\\n]*+|/\\*(?s:.)*?\\*/|\\s++)");

  /** Annotations that change nothing of what a test proves. */
  private static final Pattern WORDS =
      Pattern.compile("@(?:Claim|DisplayName)\\((?:\"(?:\\\\.|[^\"\\\\])*+\"|[^\")])*+\\)");

  private static final Pattern NAME = Pattern.compile("\\w+");
  private static final Pattern ASSERTION = Pattern.compile("\\b(?:assert\\w*|fail)\\(");
  private static final Pattern NUMBER = Pattern.compile("\"(.+?)\"");

  private final String module;
  private final CompilationUnitTree unit;
  private final SourcePositions positions;
  private final String text;

  /** The text of each method, without comments. */
  private final Map<MethodTree, String> methods = new LinkedHashMap<>();

  private TestSources(String module, CompilationUnitTree unit, SourcePositions positions)
      throws IOException {
    this.module = module;
    this.unit = unit;
    this.positions = positions;
    this.text = unit.getSourceFile().getCharContent(true).toString();
  }

  /** {@return the modules of a checkout, from the bottom up} */
  static List<String> modules(Path root) throws IOException {
    return MODULE
        .matcher(Files.readString(root.resolve("pom.xml")))
        .results()
        .map(module -> module.group(1))
        .toList();
  }

  /** Reads the tests of all modules that carry {@link Claim}. */
  static List<Proof> proofs(Path root) throws IOException {
    var proofs = new ArrayList<Proof>();
    var compiler = ToolProvider.getSystemJavaCompiler();
    for (var module : modules(root)) {
      try (var manager = compiler.getStandardFileManager(null, null, null)) {
        var files = manager.getJavaFileObjectsFromPaths(claiming(root.resolve(module)));
        if (files.iterator().hasNext()) {
          var task =
              (JavacTask)
                  compiler.getTask(null, manager, _ -> {}, List.of("-proc:none"), null, files);
          var positions = Trees.instance(task).getSourcePositions();
          for (var unit : task.parse()) {
            var source = new TestSources(module, unit, positions);
            unit.getTypeDecls().forEach(source::read);
            for (var type : unit.getTypeDecls()) {
              source.collect(type, unit.getPackageName() + ".", Set.of(), proofs);
            }
          }
        }
      }
    }
    return proofs;
  }

  private static List<Path> claiming(Path module) throws IOException {
    var found = new ArrayList<Path>();
    var folder = module.resolve("src/test/java");
    if (Files.isDirectory(folder)) {
      try (var files = Files.walk(folder)) {
        for (var file : files.filter(each -> each.toString().endsWith(".java")).sorted().toList()) {
          if (Files.readString(file).contains("@Claim(")) {
            found.add(file);
          }
        }
      }
    }
    return found;
  }

  private void read(Tree tree) {
    if (tree instanceof ClassTree type) {
      type.getMembers().forEach(this::read);
    } else if (tree instanceof MethodTree method) {
      var whole =
          text.substring(
              (int) positions.getStartPosition(unit, method),
              (int) positions.getEndPosition(unit, method));
      methods.put(method, spaced(whole, " "));
    }
  }

  /** {@return a text with a gap for each run of spaces and each comment outside of literals} */
  private static String spaced(String text, String gap) {
    return TOKEN.matcher(text).replaceAll(each -> each.group(1) == null ? "$0" : gap);
  }

  private void collect(Tree tree, String outer, Set<String> inherited, List<Proof> proofs) {
    if (tree instanceof ClassTree type) {
      var claims = new TreeSet<>(inherited);
      claims.addAll(claims(type.getModifiers()));
      for (var member : type.getMembers()) {
        var owner = outer + type.getSimpleName();
        if (member instanceof MethodTree method) {
          add(method, owner, claims, proofs);
        } else {
          collect(member, owner + "$", claims, proofs);
        }
      }
    }
  }

  private void add(MethodTree method, String owner, Set<String> ofClass, List<Proof> proofs) {
    var claims = claims(method.getModifiers());
    var isTest =
        method.getModifiers().getAnnotations().stream()
            .map(TestSources::name)
            .anyMatch(TESTS::contains);
    if (!claims.isEmpty() || (isTest && !ofClass.isEmpty())) {
      var name = method.getName().toString();
      var file = Path.of(unit.getSourceFile().toUri());
      proofs.add(new Proof(module, owner, name, claims, ofClass, digest(method), file));
    }
  }

  private static Set<String> claims(ModifiersTree modifiers) {
    var claims = new TreeSet<String>();
    for (var annotation : modifiers.getAnnotations()) {
      if (name(annotation).equals("Claim")) {
        NUMBER.matcher(annotation.toString()).results().forEach(each -> claims.add(each.group(1)));
      }
    }
    return claims;
  }

  private static String name(AnnotationTree annotation) {
    return annotation.getAnnotationType().toString();
  }

  /** {@return a digest of a test and of the methods of its file that assert something for it} */
  private String digest(MethodTree test) {
    var reached = new LinkedHashSet<MethodTree>();
    reach(test, reached);
    var asserted = new StringBuilder();
    methods.forEach((method, body) -> {
      if (method.equals(test) || (reached.contains(method) && ASSERTION.matcher(body).find())) {
        asserted.append(spaced(WORDS.matcher(body).replaceAll(""), "")).append('\n');
      }
    });
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(asserted.toString().getBytes(UTF_8)), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  private void reach(MethodTree from, Set<MethodTree> reached) {
    var names = new TreeSet<String>();
    NAME.matcher(methods.getOrDefault(from, "")).results().forEach(name -> names.add(name.group()));
    for (var method : methods.keySet()) {
      if (names.contains(method.getName().toString()) && reached.add(method)) {
        reach(method, reached);
      }
    }
  }
}
