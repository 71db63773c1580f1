import { OpenNames } from './open-names.ts';
import type { Tag } from './read-tag.ts';

/** Elements of a text that is not SVG or MathML any more, where they stand in it (HTML standard, 13.2.6.5). */
const LEAVING = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s ' +
    'small span strong strike sub sup table tt u ul var'
  ).split(' '),
);

/** Where HTML may stand inside of the two. */
const HTML_INSIDE_SVG = new Set(['foreignobject', 'desc', 'title']);
const HTML_INSIDE_MATH = new Set(['mi', 'mo', 'mn', 'ms', 'mtext']);

/** Of an element that holds no HTML. */
const NONE = new OpenNames();

interface OpenElement {
  name: string;
  isSvg: boolean;
  takesHtml: boolean;
  /** The elements of HTML that are open directly in it, where it takes HTML. */
  html: OpenNames;
  run: Run;
}

/** Elements of SVG and MathML that lie in one another without an element of HTML between them. */
interface Run {
  /** How many elements of the two were open below the first of these. */
  start: number;
  /** How many of a name are open in it. */
  counts: Map<string, number>;
}

/**
 * Follows whether the text is inside of SVG or MathML, where `<style>` or `<title>` hold markup like any other element and CDATA
 * sections exist. It keeps the open elements of these two, and of HTML what is open around and inside of them: an end tag that belongs to
 * nothing open is passed over, as browsers do. Every step takes time in proportion to what it closes.
 */
export class ForeignContent {
  readonly #open: OpenElement[] = [];
  readonly #html = new OpenNames();

  /** Whether what comes next is read as SVG or MathML. */
  get isInside(): boolean {
    return this.#open.length > 0 && !this.#open.at(-1)!.takesHtml;
  }

  /** Takes in a start tag. @returns whether the element is one of SVG or MathML */
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

  /** Takes in an end tag. @returns whether it ended an element of SVG or MathML */
  end(name: string): boolean {
    if (!this.isInside) return this.#endAmongHtml(name);
    if (name === 'p' || name === 'br') {
      this.#leave();
      this.#htmlOf(this.#open.at(-1)).end(name);
      return false;
    }
    const { run } = this.#open.at(-1)!;
    if ((run.counts.get(name) ?? 0) > 0) {
      while (this.#pop().name !== name);
      return true;
    }
    if (this.#htmlOf(this.#open[run.start - 1]).end(name)) while (this.#open.length > run.start) this.#pop();
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
