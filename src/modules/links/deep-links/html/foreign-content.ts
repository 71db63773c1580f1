import { OpenNames } from './open-names.ts';
import type { Tag } from './read-tag.ts';

/** Start tags that end SVG or MathML content (HTML standard, 13.2.6.5). */
const LEAVING = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s ' +
    'small span strong strike sub sup table tt u ul var'
  ).split(' '),
);

/** Elements of SVG and MathML that may contain HTML. */
const HTML_INSIDE_SVG = new Set(['foreignobject', 'desc', 'title']);
const HTML_INSIDE_MATH = new Set(['mi', 'mo', 'mn', 'ms', 'mtext']);

/** Shared by elements that contain no HTML. */
const NONE = new OpenNames();

interface OpenElement {
  name: string;
  isSvg: boolean;
  takesHtml: boolean;
  /** The HTML elements that are open directly in it, if it may contain HTML. */
  html: OpenNames;
  run: Run;
}

/** Nested elements of SVG and MathML without an HTML element between them. */
interface Run {
  /** Number of open SVG and MathML elements below the first of these. */
  start: number;
  /** Number of open elements by name. */
  counts: Map<string, number>;
}

/**
 * Tracks whether the parser is inside SVG or MathML, where `<style>` and `<title>` contain markup and CDATA sections
 * exist. It keeps the open SVG and MathML elements and the open HTML elements around and inside them. Like browsers,
 * it ignores an end tag that matches no open element. Each step takes time in proportion to the elements that it
 * closes.
 */
export class ForeignContent {
  readonly #open: OpenElement[] = [];
  readonly #html = new OpenNames();

  /** Whether the next token is parsed as SVG or MathML. */
  get isInside(): boolean {
    return this.#open.length > 0 && !this.#open.at(-1)!.takesHtml;
  }

  /** Processes a start tag. @returns whether the element belongs to SVG or MathML */
  start(tag: Tag): boolean {
    const isRoot = tag.name === 'svg' || tag.name === 'math';
    if (this.isInside && leaves(tag)) this.#leave();
    const around = this.#open.at(-1);
    if (!this.isInside && !isRoot) {
      this.#htmlOf(around).start(tag.name);
      return false;
    }
    const isSvg = this.isInside ? around!.isSvg : tag.name === 'svg';
    const takesHtml = (isSvg ? HTML_INSIDE_SVG : HTML_INSIDE_MATH).has(tag.name);
    if (tag.selfClosing) return true;
    const run = around?.html.isEmpty ? around.run : { start: this.#open.length, counts: new Map() };
    run.counts.set(tag.name, (run.counts.get(tag.name) ?? 0) + 1);
    this.#open.push({ name: tag.name, isSvg, takesHtml, html: takesHtml ? new OpenNames() : NONE, run });
    return true;
  }

  /** Processes an end tag. @returns whether it closed an SVG or MathML element */
  end(name: string): boolean {
    const around = this.#open.at(-1);
    if (around === undefined || !around.html.isEmpty) return this.#endAmongHtml(name);
    if (name === 'p' || name === 'br') {
      this.#leave();
      this.#htmlOf(this.#open.at(-1)).end(name);
      return false;
    }
    const { run, takesHtml } = around;
    if ((run.counts.get(name) ?? 0) > 0) {
      while (this.#pop().name !== name);
      return true;
    }
    // An element that may contain HTML is a boundary: an end tag in it closes no HTML element around it.
    if (!takesHtml && this.#htmlOf(this.#open[run.start - 1]).end(name))
      while (this.#open.length > run.start) this.#pop();
    return false;
  }

  #endAmongHtml(name: string): boolean {
    const around = this.#open.at(-1);
    if (this.#htmlOf(around).end(name) || around?.name !== name) return false;
    this.#pop();
    return true;
  }

  #htmlOf(element: OpenElement | undefined): OpenNames {
    return element === undefined ? this.#html : element.html;
  }

  #leave(): void {
    while (this.isInside) this.#pop();
  }

  #pop(): OpenElement {
    const element = this.#open.pop()!;
    element.run.counts.set(element.name, element.run.counts.get(element.name)! - 1);
    return element;
  }
}

function leaves({ name, attributes }: Tag): boolean {
  return LEAVING.has(name) || (name === 'font' && attributes.length > 0);
}
