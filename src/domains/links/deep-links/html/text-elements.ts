/** Elements whose content is text up to their end tag, for a browser that runs scripts; `<script>` has rules of its own. */
const TEXT_ELEMENTS = ['title', 'textarea', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'];
const END_TAGS = new Map(TEXT_ELEMENTS.map((name) => [name, new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')]));

/** Behind this one there is only text. */
const LAST = 'plaintext';

/** Whether what stands in the element is no markup. */
export function isText(name: string): boolean {
  return END_TAGS.has(name) || name === LAST;
}

/** Where the end tag of a text element begins, else the end of the text. */
export function endOfText(html: string, from: number, name: string): number {
  const endTag = END_TAGS.get(name);
  if (endTag === undefined) return html.length;
  endTag.lastIndex = from;
  return endTag.exec(html)?.index ?? html.length;
}

const SCRIPT_MARKS = /<!--|-->|<(\/?)script(?=[\t\n\f\r />])/gi;

/**
 * Where the end tag of a script begins, else the end of the text. Behind `<!--` a `<script>` may stand in a script, and its end tag does not
 * end the outer one (HTML standard, 13.2.5.15 to 31).
 */
export function endOfScript(html: string, from: number): number {
  let state: 'plain' | 'escaped' | 'doubly escaped' = 'plain';
  SCRIPT_MARKS.lastIndex = from;
  for (let mark = SCRIPT_MARKS.exec(html); mark !== null; mark = SCRIPT_MARKS.exec(html)) {
    const [text, slash] = mark;
    if (text === '<!--') {
      if (state === 'plain') state = 'escaped';
      // Its hyphens may be those of `-->`, too.
      SCRIPT_MARKS.lastIndex -= '--'.length;
    } else if (text === '-->') state = 'plain';
    else if (slash === '') state = state === 'escaped' ? 'doubly escaped' : state;
    else if (state === 'doubly escaped') state = 'escaped';
    else return mark.index;
  }
  return html.length;
}
