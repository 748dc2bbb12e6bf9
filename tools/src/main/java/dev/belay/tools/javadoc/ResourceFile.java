package dev.belay.tools.javadoc;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import javax.annotation.processing.Filer;
import javax.lang.model.element.TypeElement;
import javax.tools.StandardLocation;

/** Creates the file of a class, in UTF-8 whatever the platform's encoding. */
final class ResourceFile {
  private ResourceFile() {}

  static Writer create(Filer filer, String name, TypeElement type) throws IOException {
    var file =
        filer.createResource(StandardLocation.CLASS_OUTPUT, "", KeptJavadoc.FOLDER + name, type);
    return new OutputStreamWriter(file.openOutputStream(), StandardCharsets.UTF_8);
  }
}
