import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Links in jars, once and for all, what Java would link in each process at its first use, and what the AOT cache of JDK 25
 * does not keep: the choice of a case in a pattern {@code switch}, and the {@code equals} and {@code hashCode} of records.
 *
 * <p>Each such place makes a class of its own at run time, some milliseconds each on the way to a first answer. Here it becomes
 * a private method that does as {@code SwitchBootstraps} and {@code ObjectMethods} are documented to do.
 *
 * <p>Started from source, for assemble.sh: {@code EarlyLinks.java JAR...} rewrites those in place.
 */
final class EarlyLinks {
  private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");

  /** A place that is linked here, and the method that takes its place. */
  private record Link(String name, MethodTypeDesc type, Consumer<CodeBuilder> body) {}

  private final ClassModel model;
  private final List<Link> links = new ArrayList<>();

  private EarlyLinks(ClassModel model) {
    this.model = model;
  }

  public static void main(String[] jars) throws IOException {
    var urls = new URL[jars.length];
    for (int i = 0; i < jars.length; i++) {
      urls[i] = url(jars[i]);
    }
    try (var classes = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      var hierarchy =
          ClassHierarchyResolver.ofResourceParsing(classes)
              .orElse(ClassHierarchyResolver.defaultResolver());
      var classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy));
      for (var jar : jars) {
        if (Path.of(jar).getFileName().toString().startsWith("belay-")) {
          rewrite(Path.of(jar), classFile);
        }
      }
    }
  }

  private static URL url(String jar) throws MalformedURLException {
    return Path.of(jar).toUri().toURL();
  }

  private static void rewrite(Path jar, ClassFile classFile) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var in = new ZipInputStream(Files.newInputStream(jar));
        var out = new ZipOutputStream(bytes)) {
      for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        var linked = new ZipEntry(entry.getName());
        linked.setTime(entry.getTime());
        out.putNextEntry(linked);
        var content = in.readAllBytes();
        boolean isClass =
            entry.getName().endsWith(".class") && !entry.getName().endsWith("module-info.class");
        out.write(isClass ? linked(content, classFile) : content);
      }
    }
    var made = jar.resolveSibling("." + jar.getFileName());
    Files.write(made, bytes.toByteArray());
    Files.move(made, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] linked(byte[] content, ClassFile classFile) {
    var model = classFile.parse(content);
    var linked = new EarlyLinks(model);
    var result = classFile.transformClass(model, linked.transform());
    return linked.links.isEmpty() ? content : result;
  }

  private ClassTransform transform() {
    return ClassTransform.transformingMethodBodies(
            (code, element) -> {
              var link = element instanceof InvokeDynamicInstruction late ? link(late) : null;
              if (link == null) {
                code.with(element);
              } else {
                links.add(link);
                code.invokestatic(
                    owner(), link.name, link.type, model.flags().has(AccessFlag.INTERFACE));
              }
            })
        .andThen(
            ClassTransform.endHandler(
                type ->
                    links.forEach(
                        link ->
                            type.withMethodBody(
                                link.name,
                                link.type,
                                ClassFile.ACC_PRIVATE
                                    | ClassFile.ACC_STATIC
                                    | ClassFile.ACC_SYNTHETIC,
                                link.body))));
  }

  private ClassDesc owner() {
    return model.thisClass().asSymbol();
  }

  /** Returns how that place is linked; null if that is left to the JVM. */
  private Link link(InvokeDynamicInstruction late) {
    var name = "linked$" + links.size();
    var type = late.typeSymbol();
    var args = late.bootstrapArgs();
    return switch (late.bootstrapMethod().owner().descriptorString()
        + late.bootstrapMethod().methodName()) {
      case "Ljava/lang/runtime/SwitchBootstraps;typeSwitch" ->
          args.stream().allMatch(ClassDesc.class::isInstance)
              ? new Link(name, type, code -> choice(code, args))
              : null;
      case "Ljava/lang/runtime/ObjectMethods;bootstrap" ->
          switch (late.name().stringValue()) {
            case "equals" -> new Link(name, type, code -> equal(code, fields(args)));
            case "hashCode" -> new Link(name, type, code -> hash(code, fields(args)));
            default -> null;
          };
      default -> null;
    };
  }

  /** The index of the first label from the second argument on that fits; −1 for null. */
  private static void choice(CodeBuilder code, List<ConstantDesc> labels) {
    code.aload(0).ifThen(java.lang.classfile.Opcode.IFNULL, none -> none.loadConstant(-1).ireturn());
    for (int i = 0; i < labels.size(); i++) {
      int index = i;
      var label = (ClassDesc) labels.get(i);
      var next = code.newLabel();
      code.iload(1).loadConstant(index).if_icmpgt(next);
      code.aload(0).instanceOf(label).ifeq(next);
      code.loadConstant(index).ireturn();
      code.labelBinding(next);
    }
    code.loadConstant(labels.size()).ireturn();
  }

  /** What follows the record's class and the names of its components. */
  private static List<DirectMethodHandleDesc> fields(List<ConstantDesc> args) {
    return args.stream().skip(2).map(DirectMethodHandleDesc.class::cast).toList();
  }

  private void equal(CodeBuilder code, List<DirectMethodHandleDesc> fields) {
    var differs = code.newLabel();
    code.aload(1).instanceOf(owner()).ifeq(differs);
    for (var field : fields) {
      var type = field.invocationType().returnType();
      code.aload(0).getfield(owner(), field.methodName(), type);
      code.aload(1).checkcast(owner()).getfield(owner(), field.methodName(), type);
      switch (TypeKind.from(type)) {
        case BOOLEAN, BYTE, CHAR, SHORT, INT -> code.if_icmpne(differs);
        case LONG -> code.lcmp().ifne(differs);
        case FLOAT, DOUBLE -> {
          var compare = MethodTypeDesc.of(ConstantDescs.CD_int, type, type);
          code.invokestatic(boxed(type), "compare", compare).ifne(differs);
        }
        case REFERENCE, VOID -> {
          var two = MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object);
          code.invokestatic(OBJECTS, "equals", two).ifeq(differs);
        }
      }
    }
    code.loadConstant(1).ireturn().labelBinding(differs).loadConstant(0).ireturn();
  }

  private void hash(CodeBuilder code, List<DirectMethodHandleDesc> fields) {
    code.loadConstant(0);
    for (var field : fields) {
      var type = field.invocationType().returnType();
      code.loadConstant(31).imul();
      code.aload(0).getfield(owner(), field.methodName(), type);
      boolean isObject = !type.isPrimitive();
      code.invokestatic(
          isObject ? OBJECTS : boxed(type),
          "hashCode",
          MethodTypeDesc.of(ConstantDescs.CD_int, isObject ? ConstantDescs.CD_Object : type));
      code.iadd();
    }
    code.ireturn();
  }

  private static ClassDesc boxed(ClassDesc primitive) {
    return switch (TypeKind.from(primitive)) {
      case BOOLEAN -> ConstantDescs.CD_Boolean;
      case BYTE -> ConstantDescs.CD_Byte;
      case CHAR -> ConstantDescs.CD_Character;
      case SHORT -> ConstantDescs.CD_Short;
      case INT -> ConstantDescs.CD_Integer;
      case LONG -> ConstantDescs.CD_Long;
      case FLOAT -> ConstantDescs.CD_Float;
      case DOUBLE -> ConstantDescs.CD_Double;
      case REFERENCE, VOID -> throw new IllegalArgumentException(primitive.displayName());
    };
  }
}
