/** What the frame of the console and its pages are to each other; global, as in gateway.d.ts. */

type App = import('../main/resources/dev/belay/console/app.js').App;

/** A page while it is shown. */
interface Page {
  title?: string;
  element: HTMLElement;
  keys?: Record<string, (event: KeyboardEvent) => unknown>;
  /** What the key `/` goes to. */
  filter?: HTMLElement;
  close(): void;
}
