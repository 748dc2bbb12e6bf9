package dev.belay.cli;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;

/** All classes of {@code belay}, for rules of the whole: every module is visible from here. */
final class Program {
  static final List<String> MODULES =
      List.of(
          "core", "process", "mcp", "http", "tools", "probe", "config", "access", "console",
          "gateway", "agent", "cli");

  static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(
              MODULES.stream().map(module -> "dev.belay." + module).toArray(String[]::new));

  private Program() {}
}
