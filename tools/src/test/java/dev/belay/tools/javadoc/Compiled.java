package dev.belay.tools.javadoc;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import javax.annotation.processing.Processor;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Sources that a test compiles itself, as an author does. */
public final class Compiled implements AutoCloseable {
  private final String said;
  private final URLClassLoader loader;

  private Compiled(String said, URLClassLoader loader) {
    this.said = said;
    this.loader = loader;
  }

  /** Compiles one class into {@code folder}, and stores its Javadoc. */
  public static Compiled with(Path folder, String name, String source, String... options)
      throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var said = new StringWriter();
    var classPath = System.getProperty("java.class.path");
    var modulePath = System.getProperty("jdk.module.path");
    var all =
        new java.util.ArrayList<>(
            List.of(
                "-d",
                folder.toString(),
                "-cp",
                modulePath == null
                    ? classPath
                    : classPath + java.io.File.pathSeparator + modulePath));
    all.addAll(List.of(options));
    var task = compiler.getTask(said, null, null, all, null, List.of(new Source(name, source)));
    task.setProcessors(List.<Processor>of(new JavadocProcessor()));
    if (!task.call()) {
      throw new IllegalArgumentException(said.toString());
    }
    return new Compiled(
        said.toString(),
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, Compiled.class.getClassLoader()));
  }

  /** {@return the compiler's warnings} */
  public String said() {
    return said;
  }

  /** {@return the class of that name} */
  public Class<?> type(String name) throws ClassNotFoundException {
    return loader.loadClass(name);
  }

  /** {@return an object of the class of that name} */
  public Object object(String name) throws ReflectiveOperationException {
    return type(name).getConstructor().newInstance();
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(
          URI.create("string:///" + name.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
