package dev.belay.cli.command;

import dev.belay.cli.command.ServerCheck.Checked;
import dev.belay.mcp.envelope.Controls;
import dev.belay.mcp.envelope.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code belay doctor} has found: one page for people, or JSON. */
final class DoctorPage {
  private static final int BYTES_PER_TOKEN = 4;

  /** A file of a client. */
  record FileRow(String client, String path, int servers, String about) {}

  /**
   * A server of a client.
   *
   * @param checked null if it was not started
   * @param about why not
   */
  record ServerRow(String name, String clients, @Nullable Checked checked, String about) {}

  private final Map<String, String> facts;
  private final List<FileRow> files = new ArrayList<>();
  private final List<ServerRow> servers = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** Creates a page with facts about Belay itself, in their order. */
  DoctorPage(Map<String, String> facts) {
    this.facts = facts;
  }

  void file(FileRow row) {
    files.add(row);
  }

  void server(ServerRow row) {
    servers.add(row);
    var checked = row.checked();
    if (checked != null && checked.fault() != null) {
      wrong.add(row.name() + " (" + row.clients() + "): " + checked.fault());
    }
  }

  void wrong(String text) {
    wrong.add(text);
  }

  void note(String text) {
    notes.add(text);
  }

  boolean isWell() {
    return wrong.isEmpty();
  }

  String text() {
    var text = new StringBuilder();
    var table = new Table();
    facts.forEach(table::row);
    text.append(table.text());
    if (!files.isEmpty()) {
      var rows = new Table();
      rows.row("CLIENT", "SERVERS", "FILE", "");
      files.forEach(file ->
          rows.row(file.client(), Integer.toString(file.servers()), file.path(), file.about()));
      text.append('\n').append(rows.text());
    }
    if (!servers.isEmpty()) {
      var rows = new Table();
      rows.row("SERVER", "TOOLS", "BYTES", "~TOKENS", "CUT", "LINT", "CLIENT", "");
      servers.forEach(server -> row(server, rows));
      text.append('\n').append(rows.text());
    }
    list("Wrong", wrong, text);
    list("To know", notes, text);
    text.append('\n')
        .append(
            switch (wrong.size()) {
              case 0 -> "All is well.";
              case 1 -> "1 thing is wrong.";
              default -> wrong.size() + " things are wrong.";
            })
        .append('\n');
    return text.toString();
  }

  private static void row(ServerRow server, Table rows) {
    var checked = server.checked();
    var name = Controls.line(server.name());
    if (checked == null || checked.fault() != null) {
      var about = checked == null ? server.about() : "does not answer";
      rows.row(name, "-", "-", "-", "-", "-", server.clients(), about);
      return;
    }
    rows.row(
        name,
        Integer.toString(checked.tools()),
        Long.toString(checked.bytes()),
        Long.toString(Math.ceilDiv(checked.bytes(), BYTES_PER_TOKEN)),
        checked.isCut() ? Integer.toString(checked.cut()) : "0",
        Integer.toString(checked.lint()),
        server.clients(),
        "in " + checked.took().toMillis() + " ms");
  }

  private static void list(String title, List<String> lines, StringBuilder text) {
    if (!lines.isEmpty()) {
      text.append('\n').append(title).append(":\n");
      lines.forEach(line -> text.append("- ").append(Controls.line(line)).append('\n'));
    }
  }

  String json() {
    var own = new JsonText();
    facts.forEach((name, value) -> own.text(name.replace(' ', '_'), value));
    var body =
        new JsonText()
            .flag("well", isWell())
            .object("belay", own)
            .objects("files", files.stream().map(DoctorPage::json).toList())
            .objects("servers", servers.stream().map(DoctorPage::json).toList())
            .texts("wrong", wrong)
            .texts("notes", notes);
    return new String(body.bytes(), StandardCharsets.UTF_8) + "\n";
  }

  private static JsonText json(FileRow file) {
    return new JsonText()
        .text("client", file.client())
        .text("path", file.path())
        .number("servers", file.servers())
        .text("import", file.about());
  }

  private static JsonText json(ServerRow server) {
    var json = new JsonText().text("name", server.name()).text("clients", server.clients());
    var checked = server.checked();
    if (checked == null) {
      return json.text("not_started", server.about());
    }
    if (checked.fault() != null) {
      return json.text("fault", checked.fault());
    }
    return json.number("tools", checked.tools())
        .number("bytes", checked.bytes())
        .number("bytes_if_compact", checked.shortBytes())
        .number("cut_if_compact", checked.cut())
        .flag("compact", checked.isCut())
        .number("lint", checked.lint())
        .number("took_ms", checked.took().toMillis());
  }
}
