package dev.belay.tools.bind;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * Calls one method or constructor with an array of arguments, through a method handle that is made
 * at its first use so that a server's start does not pay for it.
 *
 * <p>Safe for use by many threads: two first callers at once make two equal handles.
 */
public final class Invoker {
  private static final MethodType SHAPE = MethodType.methodType(Object.class, Object[].class);

  private final AccessibleObject member;
  private final @Nullable Object target;
  private volatile @Nullable MethodHandle handle;

  private Invoker(AccessibleObject member, @Nullable Object target) {
    this.member = member;
    this.target = target;
  }

  /**
   * Returns an invoker of {@code method} on {@code target}.
   *
   * @throws UnbindableException if the method is not accessible to this module
   */
  public static Invoker of(Method method, Object target) {
    open(method, method.getDeclaringClass());
    return new Invoker(method, Modifier.isStatic(method.getModifiers()) ? null : target);
  }

  /**
   * Returns an invoker of {@code constructor}.
   *
   * @throws UnbindableException if the constructor is not accessible to this module
   */
  static Invoker of(Constructor<?> constructor) {
    open(constructor, constructor.getDeclaringClass());
    return new Invoker(constructor, null);
  }

  /** Returns the member's result, null for {@code void}, and throws the member's own exceptions. */
  public @Nullable Object invoke(@Nullable Object[] arguments) throws Throwable {
    var prepared = handle;
    if (prepared == null) {
      prepared = prepare();
      handle = prepared;
    }
    return (Object) prepared.invokeExact(arguments);
  }

  private MethodHandle prepare() throws IllegalAccessException {
    var lookup = MethodHandles.lookup();
    var direct =
        member instanceof Constructor<?> constructor
            ? lookup.unreflectConstructor(constructor)
            : lookup.unreflect((Method) member);
    var bound = (target == null ? direct : direct.bindTo(target)).asFixedArity();
    return bound.asSpreader(Object[].class, bound.type().parameterCount()).asType(SHAPE);
  }

  private static void open(AccessibleObject member, Class<?> owner) {
    if (!member.trySetAccessible()) {
      var us = Invoker.class.getModule();
      throw new UnbindableException(
          "module "
              + owner.getModule().getName()
              + " keeps it closed: write \"opens "
              + owner.getPackageName()
              + (us.isNamed() ? " to " + us.getName() : "")
              + ";\" in its module-info.java, or make class and member public and export the"
              + " package");
    }
  }
}
