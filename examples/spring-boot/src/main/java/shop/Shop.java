package shop;

import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A shop whose stock a model may look at. */
@SpringBootApplication
public class Shop {
  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }

  static void main(String... arguments) {
    SpringApplication.run(Shop.class, arguments);
  }
}
