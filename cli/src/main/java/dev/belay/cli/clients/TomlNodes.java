package dev.belay.cli.clients;

import dev.belay.cli.clients.Node.Items;
import dev.belay.cli.clients.Node.Member;
import dev.belay.cli.clients.Node.Members;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads TOML, with the place of each value: tables, arrays of tables, dotted and quoted keys, every
 * form of string and inline tables.
 */
final class TomlNodes {
  private static final int DEEPEST = 100;

  /**
   * A line, or several, with a header or a key.
   *
   * @param path the table of a header, or the key with its table
   * @param start the index of the beginning of its line
   * @param end the index after its line break, or of the end of the text
   */
  record Statement(List<String> path, boolean isHeader, int start, int end) {
    Statement {
      path = List.copyOf(path);
    }

    boolean isIn(List<String> table) {
      return path.size() >= table.size() && path.subList(0, table.size()).equals(table);
    }
  }

  /** A whole text. */
  record Document(Members root, List<Statement> statements) {
    Document {
      statements = List.copyOf(statements);
    }
  }

  /** A table while it is read: its own values in order, and tables below it. */
  private static final class Table {
    final Map<String, Object> members = new LinkedHashMap<>();
    int start = Integer.MAX_VALUE;
    int end;

    void spans(int from, int to) {
      start = Math.min(start, from);
      end = Math.max(end, to);
    }

    Members frozen() {
      var all = new ArrayList<Member>();
      members.forEach((name, value) -> {
        if (value instanceof Member member) {
          all.add(member);
        } else if (value instanceof Table table) {
          var inner = table.frozen();
          all.add(new Member(name, inner.start(), "", inner));
        }
      });
      return new Members(all, false, start, end);
    }
  }

  private final TomlScanner scanner;
  private final Table root = new Table();
  private final List<Statement> statements = new ArrayList<>();
  private Table current = root;
  private List<String> header = List.of();

  private TomlNodes(String text) {
    scanner = new TomlScanner(text);
  }

  static Document read(String text) throws NotUnderstood {
    var reader = new TomlNodes(text);
    reader.lines();
    return new Document(reader.root.frozen(), reader.statements);
  }

  private void lines() throws NotUnderstood {
    scanner.skipBlankLines();
    while (!scanner.isAtEnd()) {
      int line = scanner.startOfLine();
      if (scanner.isAt('[')) {
        header(line);
      } else {
        key(line);
      }
      scanner.skipBlankLines();
    }
  }

  private void header(int line) throws NotUnderstood {
    int start = scanner.at();
    boolean isOfMany = scanner.take("[[");
    if (!isOfMany) {
      scanner.require('[');
    }
    scanner.skipSpaces();
    header = keys(null);
    scanner.require(']');
    if (isOfMany) {
      scanner.require(']');
    }
    int end = scanner.at();
    // Tables of an array have no names, and no server of a client is in one.
    current = isOfMany ? new Table() : table(root, header, start, end);
    scanner.endOfLine();
    statements.add(new Statement(header, true, line, scanner.at()));
  }

  private void key(int line) throws NotUnderstood {
    int start = scanner.at();
    var prefix = new StringBuilder();
    var path = keys(prefix);
    scanner.require('=');
    scanner.skipSpaces();
    var value = value(0);
    var owner = table(current, path.subList(0, path.size() - 1), start, value.end());
    var name = path.getLast();
    if (owner.members.put(name, new Member(name, start, prefix.toString(), value)) != null) {
      throw scanner.wrong("the key " + name + " is there twice");
    }
    current.spans(start, value.end());
    scanner.endOfLine();
    var whole = new ArrayList<>(header);
    whole.addAll(path);
    statements.add(new Statement(whole, false, line, scanner.at()));
  }

  private Table table(Table from, List<String> path, int start, int end) throws NotUnderstood {
    var table = from;
    for (var name : path) {
      if (table.members.get(name) instanceof Member) {
        throw scanner.wrong("the key " + name + " is a value and a table");
      }
      table = (Table) Objects.requireNonNull(table.members.computeIfAbsent(name, _ -> new Table()));
      table.spans(start, end);
    }
    return table;
  }

  /**
   * Reads a key with its dots.
   *
   * @param prefix takes what is written before the last part; null if that is not asked for
   */
  private List<String> keys(@Nullable StringBuilder prefix) throws NotUnderstood {
    var path = new ArrayList<String>();
    int start = scanner.at();
    int last = start;
    do {
      scanner.skipSpaces();
      last = scanner.at();
      path.add(scanner.key());
      if (path.size() > DEEPEST) {
        throw scanner.wrong("too many parts in a key");
      }
      scanner.skipSpaces();
    } while (scanner.take("."));
    if (prefix != null) {
      prefix.append(scanner.written(start, last));
    }
    return path;
  }

  private Node value(int depth) throws NotUnderstood {
    if (depth > DEEPEST) {
      throw scanner.wrong("is nested too deeply");
    }
    if (scanner.isAt('"') || scanner.isAt('\'')) {
      return scanner.string();
    }
    if (scanner.isAt('[')) {
      return items(depth);
    }
    return scanner.isAt('{') ? inline(depth) : scanner.other();
  }

  private Items items(int depth) throws NotUnderstood {
    int start = scanner.at();
    scanner.require('[');
    var all = new ArrayList<Node>();
    scanner.skipBlankLines();
    while (!scanner.take("]")) {
      all.add(value(depth + 1));
      scanner.skipBlankLines();
      if (!scanner.take(",") && !scanner.isAt(']')) {
        throw scanner.wrong("expected , or ]");
      }
      scanner.skipBlankLines();
    }
    return new Items(all, start, scanner.at());
  }

  private Members inline(int depth) throws NotUnderstood {
    int start = scanner.at();
    scanner.require('{');
    var all = new ArrayList<Member>();
    scanner.skipBlankLines();
    while (!scanner.take("}")) {
      int key = scanner.at();
      var path = keys(null);
      if (path.size() > 1) {
        throw scanner.wrong("a key with dots in braces");
      }
      scanner.require('=');
      scanner.skipSpaces();
      all.add(new Member(path.getFirst(), key, "", value(depth + 1)));
      scanner.skipBlankLines();
      if (!scanner.take(",") && !scanner.isAt('}')) {
        throw scanner.wrong("expected , or }");
      }
      scanner.skipBlankLines();
    }
    return new Members(all, true, start, scanner.at());
  }
}
