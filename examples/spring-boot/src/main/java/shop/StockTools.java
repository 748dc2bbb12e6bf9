package shop;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import shop.mcp.ToolBean;

/** What a model may do with the stock: a bean like any other. */
@ToolBean
class StockTools {
  private final Stock stock;

  StockTools(Stock stock) {
    this.stock = stock;
  }

  record Reservation(String article, int pieces, Instant until) {}

  @Tool(description = "Tells how many pieces of an article are in stock.", readOnly = true)
  String inStock(@Arg(description = "Such as rope") String article) {
    return stock.pieces(article) + " of " + article;
  }

  /** The last two parameters are Spring's to fill: the model does not see them. */
  @Tool(description = "Sets pieces of an article aside.")
  Reservation reserve(
      @Arg(description = "Such as rope") String article,
      @Arg(description = "How many") int pieces,
      @Autowired Clock clock,
      @Value("${shop.reserved-for}") Duration reservedFor) {
    stock.take(article, pieces);
    return new Reservation(article, pieces, clock.instant().plus(reservedFor));
  }
}
