package dev.belay.peers;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;

/** The parts that every page of the console has, by what they are for. */
final class ConsolePage {
  private ConsolePage() {}

  /** Waits until the page has signed in and follows what happens. */
  static void awaitLive(Page page) {
    page.getByText("Live", new Page.GetByTextOptions().setExact(true)).waitFor();
  }

  /** The rows of what has not ended. */
  static Locator rows(Page page) {
    return page.locator("tr[data-key]:not(.ended)");
  }

  static Locator button(Locator within, String name) {
    return within.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name));
  }

  static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  static Locator region(Page page, String name) {
    return page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName(name));
  }

  /** Goes to a page by {@code g} and its key, which counts only soon after the first. */
  static void goByKey(Page page, String key, String url) {
    page.waitForCondition(() -> {
      page.keyboard().press("g");
      page.keyboard().press(key);
      return page.url().equals(url);
    });
  }

  static Locator with(Locator all, String text) {
    return all.filter(new Locator.FilterOptions().setHasText(text));
  }
}
