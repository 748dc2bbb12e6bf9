package shop.mcp;

import dev.belay.tools.declare.Tools;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes tools of all beans that are {@link ToolBean}, and serves them. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ToolServerProperties.class)
class ToolServerConfiguration {
  @Bean
  Tools tools(ApplicationContext context) {
    var tools =
        Tools.builder().injector(new SpringInjector(context.getAutowireCapableBeanFactory()));
    for (var bean : context.getBeansWithAnnotation(ToolBean.class).values()) {
      // A bean with transactions or security is a proxy: only the class behind it has @Tool.
      tools.add(bean, AopUtils.getTargetClass(bean));
    }
    return tools.build();
  }

  @Bean
  ToolServerLifecycle toolServer(Tools tools, ToolServerProperties properties) {
    return new ToolServerLifecycle(tools, properties);
  }
}
