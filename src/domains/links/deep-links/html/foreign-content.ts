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

interface OpenElement {
  name: string;
  isSvg: boolean;
  takesHtml: boolean;
  /** HTML elements of the same name that are open in it. */
  namesakes: number;
}

/**
 * Follows whether the text is inside of SVG or MathML, where `<style>` or `<title>` hold markup like any other element and CDATA
 * sections exist. It keeps the open elements of these two alone; an end tag that belongs to none of them is taken to close something
 * around them.
 */
export class ForeignContent {
  readonly #open: OpenElement[] = [];

  /** Whether what comes next is read as SVG or MathML. */
  get isInside(): boolean {
    return this.#open.length > 0 && !this.#open.at(-1)!.takesHtml;
  }

  /** Takes in a start tag. @returns whether the element is one of SVG or MathML */
  start(tag: Tag): boolean {
    const isRoot = tag.name === 'svg' || tag.name === 'math';
    if (this.isInside && leaves(tag)) this.#leave();
    if (!this.isInside && !isRoot) {
      const around = this.#open.at(-1);
      if (around?.name === tag.name) around.namesakes += 1;
      return false;
    }
    const isSvg = this.isInside ? this.#open.at(-1)!.isSvg : tag.name === 'svg';
    const takesHtml = (isSvg ? HTML_INSIDE_SVG : HTML_INSIDE_MATH).has(tag.name);
    if (!tag.selfClosing) this.#open.push({ name: tag.name, isSvg, takesHtml, namesakes: 0 });
    return true;
  }

  /** Takes in an end tag. @returns whether it ended an element of SVG or MathML */
  end(name: string): boolean {
    const open = this.#open;
    if (!this.isInside) return this.#endAmongHtml(name);
    // Each element that is passed is closed, so this is no more work than opening them was.
    while (open.length > 0) {
      const element = open.at(-1)!;
      if (element.name === name) {
        open.pop();
        return true;
      }
      if (element.takesHtml) return false;
      open.pop();
    }
    return false;
  }

  #endAmongHtml(name: string): boolean {
    const around = this.#open.at(-1);
    if (around === undefined || around.name !== name) return false;
    if (around.namesakes === 0) {
      this.#open.pop();
      return true;
    }
    around.namesakes -= 1;
    return false;
  }

  #leave(): void {
    while (this.isInside) this.#open.pop();
  }
}

function leaves({ name, attributes }: Tag): boolean {
  return LEAVING.has(name) || (name === 'font' && attributes.length > 0);
}
