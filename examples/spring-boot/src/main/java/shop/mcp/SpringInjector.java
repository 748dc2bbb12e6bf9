package shop.mcp;

import dev.belay.tools.inject.InjectionPoint;
import dev.belay.tools.inject.Injector;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.annotation.ParameterResolutionDelegate;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;

/**
 * Has Spring fill the parameters of tools that ask for it, by {@code @Autowired},
 * {@code @Qualifier} or {@code @Value}. All others are the model's: that there is a bean of their
 * type, such as the environment for a map, does not take them away from it.
 */
record SpringInjector(AutowireCapableBeanFactory beans) implements Injector {
  @Override
  public Optional<Source> source(InjectionPoint point) {
    var parameter = point.parameter();
    var method = parameter.getDeclaringExecutable();
    int index = List.of(method.getParameters()).indexOf(parameter);
    if (!ParameterResolutionDelegate.isAutowirable(parameter, index)) {
      return Optional.empty();
    }
    Source bean =
        _ ->
            ParameterResolutionDelegate.resolveDependency(
                parameter, index, method.getDeclaringClass(), beans);
    return Optional.of(bean);
  }
}
