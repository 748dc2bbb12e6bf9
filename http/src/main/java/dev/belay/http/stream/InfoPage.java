package dev.belay.http.stream;

import dev.belay.http.info.ServerInfo;
import dev.belay.http.route.Response;

/** What a person or a script gets that just looks at the URL (S4-1, C25). */
final class InfoPage {
  private final byte[] json;

  InfoPage(ServerInfo info) {
    this.json = info.json();
  }

  void send(Response response) {
    response.send(200, Wire.JSON, json);
  }
}
