package dev.belay.peers;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;

/** The parts of the page Chat, by what they are for. */
final class ChatPage {
  private ChatPage() {}

  /** The same conversation in another tab. */
  static Page again(BrowserContext context, Page page) {
    var other = context.newPage();
    other.navigate(page.url());
    field(other).waitFor();
    return other;
  }

  static Locator field(Page page) {
    return page.getByRole(AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Message"));
  }

  static Locator log(Page page) {
    return page.getByRole(AriaRole.LOG);
  }

  static Locator card(Page page, String tool) {
    return page.locator(".tool").filter(new Locator.FilterOptions().setHasText(tool)).last();
  }

  static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  static Locator cancelTurn(Page page) {
    return button(page, "✕ Cancel Turn");
  }

  /** Says something once no turn runs there: what is sent during a turn stays in its field. */
  static void say(Page page, String message) {
    assertThat(cancelTurn(page)).isHidden();
    field(page).fill(message);
    field(page).press("Enter");
  }
}
